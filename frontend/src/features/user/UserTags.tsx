import { Intent, Tag } from '@blueprintjs/core';
import { Role, splitList, UserStatus, type AdminUser } from '@contracts';
import { useTranslation } from 'react-i18next';
import { type Tone } from '../../shared/format/time';
import { ToneTag } from '../../shared/display/ToneTag';

/** Groups that cost money have a colour. */
const groupTones: ReadonlyMap<string, Tone> = new Map([
  ['vip', 'yellow'],
  ['pro', 'yellow'],
  ['svip', 'red'],
  ['premium', 'red'],
]);

/** The groups of an account, one tag each; the first is the primary group. */
export function GroupTags({ group }: { readonly group: string }) {
  return (
    <span className="cluster">
      {splitList(group).map(name => (
        <ToneTag key={name} tone={groupTones.get(name) ?? 'none'}>
          {name}
        </ToneTag>
      ))}
    </span>
  );
}

export function RoleTag({ role }: { readonly role: number }) {
  const { t } = useTranslation();
  switch (role) {
    case Role.User:
      return <Tag minimal>{t('user.role_user')}</Tag>;
    case Role.Admin:
      return (
        <Tag minimal intent={Intent.PRIMARY}>
          {t('user.role_admin')}
        </Tag>
      );
    case Role.Root:
      return (
        <Tag minimal intent={Intent.WARNING}>
          {t('user.role_root')}
        </Tag>
      );
    default:
      return (
        <Tag minimal intent={Intent.DANGER}>
          {t('common.unknown')}
        </Tag>
      );
  }
}

/** The status of an account; a deactivated account shows only that it is deactivated. */
export function UserStatusTag({ status, DeletedAt }: Pick<AdminUser, 'status' | 'DeletedAt'>) {
  const { t } = useTranslation();
  if (DeletedAt !== null) return <Tag minimal>{t('user.status_deactivated')}</Tag>;
  switch (status) {
    case UserStatus.Enabled:
      return (
        <Tag minimal intent={Intent.SUCCESS}>
          {t('user.status_active')}
        </Tag>
      );
    case UserStatus.Disabled:
      return (
        <Tag minimal intent={Intent.DANGER}>
          {t('user.status_banned')}
        </Tag>
      );
    default: // older data has more states than the contract
      return (
        <Tag minimal intent={Intent.WARNING}>
          {t('common.unknown')}
        </Tag>
      );
  }
}
