import { Button, Intent, Tag } from '@blueprintjs/core';
import { Edit, Route, Trash } from '@blueprintjs/icons';
import { TOKEN_KEY_PREFIX, TokenStatus, type GroupLabels, type TokenStatusValue, type TokenView } from '@contracts';
import { type TFunction } from 'i18next';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { CopyText } from '../../shared/copy/CopyText';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import { type Column } from '../../shared/table/column';
import { SwitchButton } from '../../shared/table/SwitchButton';

/** The actions of a row of the table. */
export interface TokenRowActions {
  readonly edit: (token: TokenView) => void;
  readonly setStatus: (token: TokenView, status: TokenStatusValue) => void;
  readonly remove: (token: TokenView) => void;
  /** Opens the access report of the key. */
  readonly showAccessReport: (token: TokenView) => void;
}

interface TokenColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly labels: GroupLabels;
  readonly actions: TokenRowActions;
}

const KEY_START = 4;
const KEY_END = 4;

/** The complete key as clients need it. */
export function fullKey(token: TokenView): string {
  return `${TOKEN_KEY_PREFIX}${token.key}`;
}

/** A part of the key that is enough to recognise it, and not enough to use it after a look at the screen. */
function shortKey(token: TokenView): string {
  return `${TOKEN_KEY_PREFIX}${token.key.slice(0, KEY_START)}…${token.key.slice(-KEY_END)}`;
}

function StatusTag({ status, t }: { readonly status: TokenStatusValue; readonly t: TFunction }) {
  switch (status) {
    case TokenStatus.Enabled:
      return (
        <Tag minimal intent={Intent.SUCCESS}>
          {t('common.enabled')}
        </Tag>
      );
    case TokenStatus.Disabled:
      return <Tag minimal>{t('common.disabled')}</Tag>;
    case TokenStatus.Expired:
      return (
        <Tag minimal intent={Intent.WARNING}>
          {t('token.expired')}
        </Tag>
      );
    case TokenStatus.Exhausted:
      return (
        <Tag minimal intent={Intent.WARNING}>
          {t('token.exhausted')}
        </Tag>
      );
  }
}

function RowActions({ token, t, actions }: Pick<TokenColumnsContext, 't' | 'actions'> & { readonly token: TokenView }) {
  const isEnabled = token.status === TokenStatus.Enabled;
  const next = isEnabled ? TokenStatus.Disabled : TokenStatus.Enabled;
  return (
    <span className="cell-actions">
      <SwitchButton isOn={isEnabled} onSwitch={() => actions.setStatus(token, next)} />
      <Button
        variant="minimal"
        size="small"
        icon={<Edit />}
        text={t('common.edit')}
        onClick={() => actions.edit(token)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<Route />}
        aria-label={t('access.open', { name: token.name })}
        title={t('access.title')}
        onClick={() => actions.showAccessReport(token)}
      />
      <ConfirmButton
        variant="minimal"
        size="small"
        intent={Intent.DANGER}
        icon={<Trash />}
        aria-label={t('common.delete')}
        question={t('token.delete_question', { name: token.name })}
        warning={t('token.delete_warning')}
        confirmLabel={t('common.delete')}
        onConfirm={() => actions.remove(token)}
      />
    </span>
  );
}

/** The columns of the own tokens. */
export function tokenColumns({ t, display, labels, actions }: TokenColumnsContext): readonly Column<TokenView>[] {
  return [
    { id: 'name', header: t('token.name'), render: token => <span className="cell-wide">{token.name}</span> },
    {
      id: 'status',
      header: t('common.status'),
      render: token => (
        <span className="cluster">
          <StatusTag status={token.status} t={t} />
          {token.group !== '' && <Tag minimal>{labels[token.group] ?? token.group}</Tag>}
        </span>
      ),
    },
    {
      id: 'key',
      header: t('token.key'),
      render: token => (
        <CopyText text={fullKey(token)} notice={t('token.key_copied')}>
          <code className="mono">{shortKey(token)}</code>
        </CopyText>
      ),
    },
    {
      id: 'used',
      header: t('token.used'),
      isNumeric: true,
      render: token => formatQuota(token.used_quota, display),
    },
    {
      id: 'remain',
      header: t('token.remain'),
      isNumeric: true,
      render: token =>
        token.unlimited_quota ? <Tag minimal>{t('token.unlimited')}</Tag> : formatQuota(token.remain_quota, display),
    },
    { id: 'created', header: t('token.created_time'), render: token => formatTime(token.created_time) },
    {
      id: 'expires',
      header: t('token.expiry'),
      render: token => formatTime(token.expired_time) || t('token.expiry_never'),
    },
    {
      id: 'actions',
      header: t('common.actions'),
      render: token => <RowActions token={token} t={t} actions={actions} />,
    },
  ];
}
