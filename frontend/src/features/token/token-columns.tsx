import { Button, Intent, Tag } from '@blueprintjs/core';
import { Code, Edit, EyeOff, EyeOn, EyeOpen, Key, Route } from '@blueprintjs/icons';
import {
  TOKEN_KEY_PREFIX,
  TokenStatus,
  type GroupLabels,
  type InspectNotices,
  type TokenStatusValue,
  type TokenView,
} from '@contracts';
import { type TFunction } from 'i18next';
import { type ReactElement } from 'react';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { CopyText } from '../../shared/copy/CopyText';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';
import { hasWorkingPreviousKey } from './key-change';
import { LastUse, StatusTag } from './token-tags';
import { SwitchButton } from '../../shared/table/SwitchButton';

/** The actions of a row of the table. */
export interface TokenRowActions {
  readonly edit: (token: TokenView) => void;
  readonly setStatus: (token: TokenView, status: TokenStatusValue) => void;
  readonly remove: (token: TokenView) => void;
  /** Shows how clients use the key. */
  readonly use: (token: TokenView) => void;
  /** Opens the dialog that replaces the key. */
  readonly replaceKey: (token: TokenView) => void;
  /** Opens the access report of the key. */
  readonly showAccessReport: (token: TokenView) => void;
  /** Records the content of the key's calls for an hour. */
  readonly record: (token: TokenView) => void;
  readonly endRecording: (token: TokenView) => void;
}

interface TokenColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly labels: GroupLabels;
  readonly actions: TokenRowActions;
  /** Undefined where calls cannot be recorded. */
  readonly recording: InspectNotices | undefined;
}

const KEY_START = 4;
const KEY_END = 4;

/** The complete key as clients need it. */
export function fullKey(token: TokenView): string {
  return `${TOKEN_KEY_PREFIX}${token.key}`;
}

/** A part of the key that is enough to recognise it, and not enough to use it after a look at the screen. */
export function shortKey(token: TokenView): string {
  return `${TOKEN_KEY_PREFIX}${token.key.slice(0, KEY_START)}…${token.key.slice(-KEY_END)}`;
}

type RecordingProps = Pick<TokenColumnsContext, 't' | 'recording'> & { readonly token: TokenView };

type RowActionsProps = RecordingProps & Pick<TokenColumnsContext, 'actions'>;

/** Says until when the calls of a key are recorded, by whomever; what holds for every key stands above the list. */
function RecordedTag({ token, t, recording }: RecordingProps) {
  const times = recording?.notices.filter(notice => notice.token_id === token.id).map(notice => notice.expired_time);
  if (!times || times.length === 0) return null;
  const title = t('inspector.recorded_until', { time: formatTime(Math.max(...times)) });
  return (
    <Tag minimal intent={Intent.WARNING} icon={<EyeOpen size={12} />} htmlTitle={title} aria-label={title}>
      {t('inspector.recorded')}
    </Tag>
  );
}

/** Says until when the key before the last rotation works, too. */
function PreviousKeyTag({ token, t }: { readonly token: TokenView; readonly t: TFunction }) {
  if (!hasWorkingPreviousKey(token)) return null;
  const title = t('token.previous_until', { time: formatTime(token.previous_ends_time) });
  return (
    <Tag minimal intent={Intent.WARNING} icon={<Key size={12} />} htmlTitle={title} aria-label={title}>
      {t('token.two_keys')}
    </Tag>
  );
}

/** Lets the owner record the calls of a key for an hour, or end that. */
function RecordButton({ token, t, recording, actions }: RowActionsProps) {
  if (!recording?.may_record) return null;
  const isOn = recording.notices.some(notice => notice.is_own && notice.token_id === token.id);
  const shared = { variant: 'minimal', size: 'small' } as const;
  if (isOn) {
    const label = t('inspector.own_end', { key: token.name });
    return (
      <Button
        {...shared}
        icon={<EyeOff />}
        aria-label={label}
        title={label}
        onClick={() => actions.endRecording(token)}
      />
    );
  }
  const label = t('inspector.own_record', { key: token.name });
  return (
    <ConfirmButton
      {...shared}
      icon={<EyeOn />}
      aria-label={label}
      title={label}
      question={t('inspector.own_question', { key: token.name })}
      warning={t(recording.administrators_read ? 'inspector.own_warning_admins' : 'inspector.own_warning_root', {
        count: recording.retention_hours,
      })}
      onConfirm={() => actions.record(token)}
    />
  );
}

interface IconActionProps {
  readonly icon: ReactElement;
  /** What is done with which key, for those who listen. */
  readonly label: string;
  readonly title: string;
  readonly onClick: () => void;
}

function IconAction({ icon, label, title, onClick }: IconActionProps) {
  return <Button variant="minimal" size="small" icon={icon} aria-label={label} title={title} onClick={onClick} />;
}

function RowActions({ token, t, actions, recording }: RowActionsProps) {
  const isEnabled = token.status === TokenStatus.Enabled;
  const next = isEnabled ? TokenStatus.Disabled : TokenStatus.Enabled;
  return (
    <span className="cell-actions">
      <IconAction
        icon={<Code />}
        label={t('use_key.use_of', { name: token.name })}
        title={t('use_key.use')}
        onClick={() => actions.use(token)}
      />
      <SwitchButton
        isOn={isEnabled}
        isDisabled={token.disabled_by_admin && !isEnabled}
        onSwitch={() => actions.setStatus(token, next)}
      />
      <IconAction
        icon={<Edit />}
        label={t('common.edit')}
        title={t('common.edit')}
        onClick={() => actions.edit(token)}
      />
      <IconAction
        icon={<Key />}
        label={t('token.replace_title', { name: token.name })}
        title={t('token.replace')}
        onClick={() => actions.replaceKey(token)}
      />
      <IconAction
        icon={<Route />}
        label={t('access.open', { name: token.name })}
        title={t('shell.access')}
        onClick={() => actions.showAccessReport(token)}
      />
      <RecordButton token={token} t={t} recording={recording} actions={actions} />
      <DeleteButton
        label={t('common.delete')}
        question={t('token.delete_question', { name: token.name })}
        warning={t('token.delete_warning')}
        onConfirm={() => actions.remove(token)}
      />
    </span>
  );
}

/** The columns of the own tokens. */
export function tokenColumns(context: TokenColumnsContext): readonly Column<TokenView>[] {
  const { t, display, labels, actions, recording } = context;
  return [
    { id: 'name', header: t('token.name'), render: token => <span className="cell-wide">{token.name}</span> },
    {
      id: 'status',
      header: t('common.status'),
      render: token => (
        <span className="cluster">
          <StatusTag status={token.status} isDisabledByAdmin={token.disabled_by_admin} t={t} />
          {token.group !== '' && <Tag minimal>{labels[token.group] ?? token.group}</Tag>}
          <RecordedTag token={token} t={t} recording={recording} />
          <PreviousKeyTag token={token} t={t} />
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
    { id: 'accessed', header: t('token.accessed'), render: token => <LastUse token={token} /> },
    {
      id: 'created',
      header: t('token.created_time'),
      render: token => <TimeCell seconds={token.created_time} isStacked />,
    },
    {
      id: 'expires',
      header: t('token.expiry'),
      render: token => <TimeCell seconds={token.expired_time} none={t('token.expiry_never')} isStacked />,
    },
    {
      id: 'actions',
      header: t('common.actions'),
      render: token => <RowActions token={token} t={t} actions={actions} recording={recording} />,
    },
  ];
}
