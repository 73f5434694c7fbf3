export { recordAbout } from './accounts/actor';
export { Credentials } from './accounts/credentials';
export { DefaultPasswordWatch } from './accounts/default-password-watch';
export { DEFAULT_ROOT_PASSWORD } from './accounts/root-account';
export { IdentityStore, type ProvenIdentity } from './store/identity.store';
export { hashPassword, passwordFits } from './store/password';
export {
  type CallLimitColumns,
  checkedCallLimits,
  limitsOf,
  noCallLimits,
  toCallLimitFields,
} from './store/call-limit-columns';
export { SelfService, type AfterNewPassword } from './console/self.service';
export { UserChanges } from './store/user-changes';
export type { UserRecord } from './store/user-record';
export { mayActOn, toSessionUser } from './store/user.mapper';
export { UserModule, userEntities } from './user.module';
export { checkedUsername, checkNewPassword, emailKeyOf, usernameKeyOf, withoutHidden } from './store/user-rules';
export { UserService, type Alongside, type NewUser } from './console/user.service';
export { nextSessionVersionSql, UserStore } from './store/user.store';
