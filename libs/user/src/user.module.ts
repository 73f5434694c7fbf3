import { Module } from '@nestjs/common';
import { Credentials } from './accounts/credentials';
import { DefaultPasswordWatch } from './accounts/default-password-watch';
import { IdentityEntity } from './store/identity.entity';
import { IdentityStore } from './store/identity.store';
import { QuotaReminder } from './notices/quota-reminder';
import { RootAccount } from './accounts/root-account';
import { RootNotices } from './notices/root-notices';
import { SelfController } from './console/self.controller';
import { SelfService } from './console/self.service';
import { TestMailController } from './console/test-mail.controller';
import { TestMailService } from './console/test-mail.service';
import { UserChanges } from './store/user-changes';
import { UserCreation } from './accounts/user-creation';
import { UserEditService } from './console/user-edit.service';
import { UserListReadModel } from './console/user-list.read-model';
import { UserManageService } from './console/user-manage.service';
import { UserController } from './console/user.controller';
import { UserEntity } from './store/user.entity';
import { UserService } from './console/user.service';
import { UserStore } from './store/user.store';

export const userEntities = [UserEntity, IdentityEntity];

/** Accounts of users, and the changes that users and administrators may make to them. */
@Module({
  controllers: [SelfController, UserController, TestMailController],
  providers: [
    UserStore,
    IdentityStore,
    UserChanges,
    UserCreation,
    UserService,
    UserEditService,
    UserManageService,
    UserListReadModel,
    SelfService,
    Credentials,
    RootAccount,
    DefaultPasswordWatch,
    QuotaReminder,
    RootNotices,
    TestMailService,
  ],
  exports: [UserStore, IdentityStore, UserChanges, UserService, SelfService, Credentials, DefaultPasswordWatch],
})
export class UserModule {}
