import { Button, Intent, Tag } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { RedemptionStatus, type RedemptionStatusValue, type RedemptionView } from '@contracts';
import { type TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { CopyText } from '../../shared/copy/CopyText';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';
import { SwitchButton } from '../../shared/table/SwitchButton';
import { canEdit, nextStatus } from './redemption-rules';

/** The actions of a row of the table. */
export interface RedemptionRowActions {
  readonly edit: (code: RedemptionView) => void;
  readonly setStatus: (code: RedemptionView, status: RedemptionStatusValue) => void;
  readonly remove: (code: RedemptionView) => void;
}

interface RedemptionColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly actions: RedemptionRowActions;
}

interface PartProps extends Pick<RedemptionColumnsContext, 't' | 'actions'> {
  readonly code: RedemptionView;
}

const KEY_START = 4;
const KEY_END = 4;

/** A part of the code that is enough to recognise it, and not enough to redeem it after a look at the screen. */
function shortKey(key: string): string {
  return `${key.slice(0, KEY_START)}…${key.slice(-KEY_END)}`;
}

function StatusTag({ status, t }: { readonly status: RedemptionStatusValue; readonly t: TFunction }) {
  switch (status) {
    case RedemptionStatus.Unused:
      return (
        <Tag minimal intent={Intent.SUCCESS}>
          {t('redemption.unused')}
        </Tag>
      );
    case RedemptionStatus.Disabled:
      return (
        <Tag minimal intent={Intent.DANGER}>
          {t('common.disabled')}
        </Tag>
      );
    case RedemptionStatus.Used:
      return <Tag minimal>{t('redemption.used')}</Tag>;
  }
}

/** The switch of a code: disable for an unused code, enable for all others, and disabled once the code is used. */
function StatusButton({ code, actions }: Omit<PartProps, 't'>) {
  const next = nextStatus(code.status);
  const isUnused = code.status === RedemptionStatus.Unused;
  return (
    <SwitchButton
      isOn={isUnused}
      isDisabled={next === null}
      onSwitch={() => next !== null && actions.setStatus(code, next)}
    />
  );
}

function RowActions({ code, t, actions }: PartProps) {
  return (
    <span className="cell-actions">
      <StatusButton code={code} actions={actions} />
      <Button
        size="small"
        variant="minimal"
        icon={<Edit />}
        text={t('common.edit')}
        disabled={!canEdit(code.status)}
        onClick={() => actions.edit(code)}
      />
      <DeleteButton
        label={t('redemption.delete_of', { name: code.name, id: code.id })}
        question={t('redemption.delete_question', { name: code.name, id: code.id })}
        warning={
          code.status === RedemptionStatus.Used ? t('redemption.delete_used_warning') : t('redemption.delete_warning')
        }
        onConfirm={() => actions.remove(code)}
      />
    </span>
  );
}

/** The user who redeemed the code. */
function UsedBy({ userId, t }: { readonly userId: number; readonly t: TFunction }) {
  if (userId === 0) return <span className="muted">{t('redemption.nobody')}</span>;
  return <Link to={`/user?keyword=${userId}`}>{t('redemption.user', { id: userId })}</Link>;
}

/** The columns of the redemption codes. */
export function redemptionColumns({
  t,
  display,
  actions,
}: RedemptionColumnsContext): readonly Column<RedemptionView>[] {
  return [
    { id: 'id', header: 'ID', isNumeric: true, render: ({ id }) => id },
    { id: 'name', header: t('redemption.name'), render: ({ name }) => <span className="cell-wide">{name}</span> },
    {
      id: 'key',
      header: t('redemption.code'),
      render: ({ key }) => (
        <CopyText text={key} notice={t('redemption.code_copied')}>
          <code className="mono">{shortKey(key)}</code>
        </CopyText>
      ),
    },
    { id: 'status', header: t('common.status'), render: ({ status }) => <StatusTag status={status} t={t} /> },
    {
      id: 'quota',
      header: t('redemption.quota'),
      isNumeric: true,
      render: ({ quota, plan_id: planId, plan_name: name, plan_periods: count = 0 }) =>
        planId ? t('redemption.plan_for', { name: name || `#${planId}`, count }) : formatQuota(quota, display),
    },
    { id: 'created', header: t('redemption.created_time'), render: code => <TimeCell seconds={code.created_time} /> },
    {
      id: 'redeemed',
      header: t('redemption.redeemed_time'),
      render: code => <TimeCell seconds={code.redeemed_time} />,
    },
    { id: 'user', header: t('redemption.used_by'), render: code => <UsedBy userId={code.used_user_id} t={t} /> },
    {
      id: 'actions',
      header: t('common.actions'),
      render: code => <RowActions code={code} t={t} actions={actions} />,
    },
  ];
}
