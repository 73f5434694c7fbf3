import { Tag } from '@blueprintjs/core';
import { type AdminUser, type SessionUser } from '@contracts';
import { type TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { type Column } from '../../shared/table/column';
import { deedsFor, type UserDeed } from './user-rights';
import { UserRowMenu } from './UserRowMenu';
import { GroupTags, RoleTag, UserStatusTag } from './UserTags';

interface UserColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly reader: Pick<SessionUser, 'id' | 'role'>;
  readonly onDeed: (user: AdminUser, deed: UserDeed) => void;
}

/** The address of the complete log of one account, without limits in time. */
function logAddress({ username }: AdminUser): string {
  return `/log?${new URLSearchParams({ username, start: '0', end: '0' }).toString()}`;
}

/** The username, with the other names of the account. */
function Name({ user }: { readonly user: AdminUser }) {
  const others = [user.display_name === user.username ? '' : user.display_name, user.email ?? ''];
  return (
    <span className="cell-wide">
      {user.username}
      {others
        .filter(text => text !== '')
        .map(text => (
          <span key={text} className="user-other-name muted">
            {text}
          </span>
        ))}
    </span>
  );
}

/** The number of users that the account invited, the reward for them, and the inviter of the account. */
function Invitations({ user, t, display }: Pick<UserColumnsContext, 't' | 'display'> & { readonly user: AdminUser }) {
  if (user.aff_count === 0 && user.inviter_id === 0) return <span className="muted">–</span>;
  return (
    <span className="cluster">
      <Tag minimal>{t('user.invited', { count: user.aff_count })}</Tag>
      {user.aff_history_quota > 0 && <Tag minimal>{formatQuota(user.aff_history_quota, display)}</Tag>}
      {user.inviter_id > 0 && (
        <Link to={`/user?keyword=${user.inviter_id}`}>{t('user.inviter', { id: user.inviter_id })}</Link>
      )}
    </span>
  );
}

function accountColumns({ t }: UserColumnsContext): readonly Column<AdminUser>[] {
  return [
    { id: 'id', header: 'ID', isNumeric: true, render: ({ id }) => id },
    { id: 'username', header: t('user.username'), render: user => <Name user={user} /> },
    { id: 'group', header: t('user.groups'), render: ({ group }) => <GroupTags group={group} /> },
    { id: 'role', header: t('user.role'), render: ({ role }) => <RoleTag role={role} /> },
    { id: 'status', header: t('common.status'), render: user => <UserStatusTag {...user} /> },
  ];
}

/** The columns of the user table. */
export function userColumns(context: UserColumnsContext): readonly Column<AdminUser>[] {
  const { t, display, reader, onDeed } = context;
  return [
    ...accountColumns(context),
    {
      id: 'quota',
      header: t('user.balance'),
      isNumeric: true,
      render: ({ quota }) => formatQuota(quota, display),
    },
    {
      id: 'used',
      header: t('user.used'),
      isNumeric: true,
      render: ({ used_quota: used }) => formatQuota(used, display),
    },
    {
      id: 'requests',
      header: t('user.requests'),
      isNumeric: true,
      render: user => (
        <Link to={logAddress(user)} title={t('user.log_of', { name: user.username })}>
          {t('user.request_count', { count: user.request_count })}
        </Link>
      ),
    },
    {
      id: 'invitations',
      header: t('user.invitations'),
      render: user => <Invitations user={user} t={t} display={display} />,
    },
    {
      id: 'actions',
      header: t('common.actions'),
      render: user => <UserRowMenu user={user} deeds={deedsFor(reader, user)} onDeed={onDeed} />,
    },
  ];
}
