import { Button, Tag } from '@blueprintjs/core';
import { Calendar, Edit } from '@blueprintjs/icons';
import { callLimitFields, TokenStatus, type AdminTokenView, type TokenStatusValue } from '@contracts';
import { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';
import { SwitchButton } from '../../shared/table/SwitchButton';
import { LastUse, StatusTag } from './token-tags';

/** What administrators do with a key of the table. */
export interface AllKeysActions {
  readonly limit: (token: AdminTokenView) => void;
  readonly budget: (token: AdminTokenView) => void;
  readonly setStatus: (token: AdminTokenView, status: TokenStatusValue) => void;
  readonly revoke: (token: AdminTokenView) => void;
}

interface AllKeysContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly actions: AllKeysActions;
}

/** The name of a status, in the words of its tag. */
export function statusName(status: TokenStatusValue, t: TFunction): string {
  switch (status) {
    case TokenStatus.Enabled:
      return t('common.enabled');
    case TokenStatus.Disabled:
      return t('common.disabled');
    case TokenStatus.Expired:
      return t('token.expired');
    case TokenStatus.Exhausted:
      return t('token.exhausted');
  }
}

/** The limits of calls that are on, with their names. */
function Limits({ token, t }: { readonly token: AdminTokenView; readonly t: TFunction }) {
  const set = callLimitFields.filter(field => token[field] > 0);
  if (set.length === 0) return <span className="muted">–</span>;
  return (
    <span className="cluster">
      {set.map(field => (
        <Tag key={field} minimal>
          {t(`limit.${field}`)}: {token[field]}
        </Tag>
      ))}
    </span>
  );
}

function RowActions({ token, t, actions }: Omit<AllKeysContext, 'display'> & { readonly token: AdminTokenView }) {
  const isEnabled = token.status === TokenStatus.Enabled;
  const next = isEnabled ? TokenStatus.Disabled : TokenStatus.Enabled;
  return (
    <span className="cell-actions">
      <SwitchButton isOn={isEnabled} onSwitch={() => actions.setStatus(token, next)} />
      <Button
        variant="minimal"
        size="small"
        icon={<Edit />}
        text={t('token.limit')}
        onClick={() => actions.limit(token)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<Calendar />}
        aria-label={t('budget.title_key', { name: token.name })}
        title={t('shell.budgets')}
        onClick={() => actions.budget(token)}
      />
      <DeleteButton
        label={t('token.revoke')}
        question={t('token.revoke_question', { name: token.name, owner: token.username })}
        warning={t('token.delete_warning')}
        confirmLabel={t('token.revoke')}
        onConfirm={() => actions.revoke(token)}
      />
    </span>
  );
}

/** The account of a key; a key that a team shares belongs to nobody else. */
function Owner({ username, teamId }: { readonly username: string; readonly teamId: number }) {
  const { t } = useTranslation();
  if (username !== '') {
    return <Link to={`/user?${new URLSearchParams({ keyword: username }).toString()}`}>{username}</Link>;
  }
  return teamId > 0 ? <Link to={`/team/${teamId}`}>{t('token.owner_team', { id: teamId })}</Link> : <>–</>;
}

/** The columns of everybody's keys. */
export function allKeysColumns({ t, display, actions }: AllKeysContext): readonly Column<AdminTokenView>[] {
  return [
    {
      id: 'owner',
      header: t('token.owner'),
      render: ({ username, team_id: teamId }) => <Owner username={username} teamId={teamId} />,
    },
    { id: 'name', header: t('token.name'), render: token => <span className="cell-wide">{token.name}</span> },
    {
      id: 'status',
      header: t('common.status'),
      render: token => (
        <span className="cluster">
          <StatusTag status={token.status} isDisabledByAdmin={token.disabled_by_admin} t={t} />
          {token.group !== '' && <Tag minimal>{token.group}</Tag>}
        </span>
      ),
    },
    { id: 'limits', header: t('token.limits'), render: token => <Limits token={token} t={t} /> },
    {
      id: 'used',
      header: t('token.used'),
      isNumeric: true,
      render: token => formatQuota(token.used_quota, display),
    },
    { id: 'accessed', header: t('token.accessed'), render: token => <LastUse token={token} /> },
    {
      id: 'expires',
      header: t('token.expiry'),
      render: token => <TimeCell seconds={token.expired_time} none={t('token.expiry_never')} isStacked />,
    },
    {
      id: 'actions',
      header: t('common.actions'),
      render: token => <RowActions token={token} t={t} actions={actions} />,
    },
  ];
}
