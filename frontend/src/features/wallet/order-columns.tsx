import { Intent, Tag } from '@blueprintjs/core';
import { TopUpStatus, type OrderView, type TopUpStatusValue } from '@contracts';
import { type TFunction } from 'i18next';
import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CopyText } from '../../shared/copy/CopyText';
import { formatMoney } from '../../shared/format/money';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';
import { methodName } from './method-name';

const statusIntents: Readonly<Record<TopUpStatusValue, Intent>> = {
  [TopUpStatus.Pending]: Intent.WARNING,
  [TopUpStatus.Success]: Intent.SUCCESS,
  [TopUpStatus.Failed]: Intent.DANGER,
  [TopUpStatus.Expired]: Intent.NONE,
  [TopUpStatus.Cancelled]: Intent.NONE,
  [TopUpStatus.PartlyRefunded]: Intent.PRIMARY,
  [TopUpStatus.Refunded]: Intent.PRIMARY,
  [TopUpStatus.Disputed]: Intent.WARNING,
  [TopUpStatus.Lost]: Intent.DANGER,
};

/** The state of an order in words. */
export function statusName(t: TFunction, status: TopUpStatusValue): string {
  switch (status) {
    case TopUpStatus.Pending:
    case TopUpStatus.Success:
    case TopUpStatus.Failed:
    case TopUpStatus.Expired:
      return t(`wallet.order_${status}`);
    default:
      return t(`payment.order_${status}`);
  }
}

interface OrderColumnsContext {
  readonly t: TFunction;
  readonly language: string;
  readonly display: QuotaDisplay;
  /** True for the orders of all users, with their owner and the gateway's own number. */
  readonly isAdmin: boolean;
  /** What can be done with an order. */
  readonly actionsOf: (order: OrderView) => ReactNode;
}

function userColumn(t: TFunction): Column<OrderView> {
  return {
    id: 'user',
    header: t('wallet.user'),
    render: ({ username, user_id: id }) => (
      <span className="cluster">
        <Link className="cell-wide" to={`/user?keyword=${encodeURIComponent(username || id)}`}>
          {username || id}
        </Link>
        <Tag minimal>{id}</Tag>
      </span>
    ),
  };
}

/** The numbers of an order: ours, and for administrators that of the provider. */
function Numbers({ order, isAdmin }: { readonly order: OrderView; readonly isAdmin: boolean }) {
  const { reference, trade_no: own, gateway_trade_no: theirs } = order;
  return (
    <span className="order-state">
      <CopyText text={reference || own} />
      {isAdmin && theirs && <CopyText text={theirs} />}
    </span>
  );
}

interface StatusProps {
  readonly order: OrderView;
  readonly t: TFunction;
  readonly language: string;
}

/** The state, and what a person must know beside it. */
function Status({ order, t, language }: StatusProps) {
  const { status, returned, currency, claimed_time: claimed, note } = order;
  const isClaimed = claimed > 0 && status === TopUpStatus.Pending;
  return (
    <span className="order-state">
      <Tag minimal intent={statusIntents[status]}>
        {isClaimed ? t('payment.claimed') : statusName(t, status)}
      </Tag>
      {Number(returned) > 0 && (
        <span className="muted">{t('payment.returned', { money: formatMoney(returned, currency, language) })}</span>
      )}
      {note && <span className="muted cell-wide">{note}</span>}
    </span>
  );
}

/** The columns of the order lists. */
export function orderColumns({
  t,
  language,
  display,
  isAdmin,
  actionsOf,
}: OrderColumnsContext): readonly Column<OrderView>[] {
  return [
    { id: 'created', header: t('wallet.created'), render: order => <TimeCell seconds={order.created_time} /> },
    ...(isAdmin ? [userColumn(t)] : []),
    {
      id: 'trade_no',
      header: t('wallet.trade_no'),
      render: order => <Numbers order={order} isAdmin={isAdmin} />,
    },
    { id: 'method', header: t('wallet.method'), render: order => methodName(t, order.payment_method) },
    { id: 'quota', header: t('wallet.quota'), isNumeric: true, render: order => formatQuota(order.quota, display) },
    {
      id: 'money',
      header: t('wallet.price'),
      isNumeric: true,
      render: ({ money, currency }) => formatMoney(money, currency, language),
    },
    {
      id: 'status',
      header: t('common.status'),
      render: order => <Status order={order} t={t} language={language} />,
    },
    { id: 'completed', header: t('wallet.completed'), render: order => <TimeCell seconds={order.completed_time} /> },
    { id: 'actions', header: t('common.actions'), render: actionsOf },
  ];
}
