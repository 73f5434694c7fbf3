import { Intent, Tag } from '@blueprintjs/core';
import { TopUpStatus, type OrderView, type TopUpStatusValue } from '@contracts';
import { type TFunction } from 'i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import { type Column } from '../../shared/table/column';

const statusIntents: Readonly<Record<TopUpStatusValue, Intent>> = {
  [TopUpStatus.Pending]: Intent.WARNING,
  [TopUpStatus.Success]: Intent.SUCCESS,
  [TopUpStatus.Failed]: Intent.DANGER,
  [TopUpStatus.Expired]: Intent.NONE,
};

interface OrderColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  /** True for the orders of all users, with their owner and the gateway's own number. */
  readonly isAdmin: boolean;
}

function userColumn(t: TFunction): Column<OrderView> {
  return {
    id: 'user',
    header: t('wallet.user'),
    render: ({ username, user_id: id }) => (
      <span className="cluster">
        <span className="cell-wide">{username}</span>
        <Tag minimal>{id}</Tag>
      </span>
    ),
  };
}

function gatewayColumn(t: TFunction): Column<OrderView> {
  return {
    id: 'gateway',
    header: t('wallet.gateway_trade_no'),
    render: ({ gateway_trade_no: number }) => number && <CopyText text={number} />,
  };
}

/** The columns of the order lists. */
export function orderColumns({ t, display, isAdmin }: OrderColumnsContext): readonly Column<OrderView>[] {
  return [
    { id: 'created', header: t('wallet.created'), render: order => formatTime(order.created_time) },
    ...(isAdmin ? [userColumn(t)] : []),
    { id: 'trade_no', header: t('wallet.trade_no'), render: order => <CopyText text={order.trade_no} /> },
    ...(isAdmin ? [gatewayColumn(t)] : []),
    { id: 'method', header: t('wallet.method'), render: order => t(`wallet.method_${order.payment_method}`) },
    { id: 'quota', header: t('wallet.quota'), isNumeric: true, render: order => formatQuota(order.quota, display) },
    {
      id: 'money',
      header: t('wallet.price'),
      isNumeric: true,
      render: ({ money }) => t('wallet.money', { money }),
    },
    {
      id: 'status',
      header: t('common.status'),
      render: ({ status }) => (
        <Tag minimal intent={statusIntents[status]}>
          {t(`wallet.order_${status}`)}
        </Tag>
      ),
    },
    { id: 'completed', header: t('wallet.completed'), render: order => formatTime(order.completed_time) },
  ];
}
