import { type ReportSums, type StatementChange, type StatementOrder } from '@contracts';
import i18next, { type TFunction } from 'i18next';
import { formatMoney } from '../../shared/format/money';
import { formatCurrency, formatNumber, type QuotaDisplay } from '../../shared/format/quota';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';

/** As exact as the files. */
const CURRENCY_DIGITS = 6;

export function exactMoney(units: number, display: QuotaDisplay): string {
  return formatCurrency(units, display, CURRENCY_DIGITS);
}

/** What was used by one name. */
export interface UseRow extends ReportSums {
  readonly key: number;
  readonly name: string;
}

export function usageColumns(t: TFunction, display: QuotaDisplay, title: string): readonly Column<UseRow>[] {
  return [
    {
      id: 'name',
      header: title,
      render: ({ name }) => <span className="cell-wide">{name === '' ? t('statement.unnamed') : name}</span>,
    },
    { id: 'count', header: t('statement.calls'), isNumeric: true, render: ({ count }) => formatNumber(count) },
    { id: 'token', header: t('statement.tokens'), isNumeric: true, render: row => formatNumber(row.token_used) },
    { id: 'quota', header: t('statement.amount'), isNumeric: true, render: ({ quota }) => exactMoney(quota, display) },
  ];
}

/** A line of the wallet: a balance, or a change between the two. */
export interface WalletRow {
  readonly kind: StatementChange['kind'] | 'begin' | 'end';
  readonly quota: number;
}

export function walletColumns(t: TFunction, display: QuotaDisplay): readonly Column<WalletRow>[] {
  return [
    { id: 'kind', header: t('statement.wallet'), render: ({ kind }) => t(`statement.change_${kind}`) },
    { id: 'quota', header: t('statement.amount'), isNumeric: true, render: ({ quota }) => exactMoney(quota, display) },
  ];
}

function money(amount: string, currency: string): string {
  return formatMoney(amount, currency, i18next.language);
}

export function orderColumns(t: TFunction, display: QuotaDisplay, taxName: string): readonly Column<StatementOrder>[] {
  return [
    { id: 'number', header: t('statement.order'), render: ({ number }) => <span className="cell-wide">{number}</span> },
    { id: 'paid', header: t('statement.paid'), render: ({ paid_time: paid }) => <TimeCell seconds={paid} /> },
    { id: 'net', header: t('statement.net'), isNumeric: true, render: ({ net, currency }) => money(net, currency) },
    {
      id: 'tax',
      header: taxName || t('statement.tax'),
      isNumeric: true,
      render: ({ tax, currency }) => money(tax, currency),
    },
    { id: 'total', header: t('statement.total'), isNumeric: true, render: row => money(row.total, row.currency) },
    {
      id: 'quota',
      header: t('statement.credited'),
      isNumeric: true,
      render: ({ quota }) => exactMoney(quota, display),
    },
  ];
}
