import { type ReportSums, type Statement } from '@contracts';
import { BYTE_ORDER_MARK, csvLine } from '@kernel';
import { moneyText } from '../report/money-text';

type Values = readonly (string | number)[];

/**
 * A statement as a CSV file: who, when and from whom; a line for each model and their sum; for each key, or member of a
 * team; the way from one balance to the next; and the orders. Each part begins with a line of names.
 */
export function statementText(statement: Statement): string {
  const money = (units: number) => moneyText(units, statement.quota_per_unit);
  const sums = ({ count, token_used, quota }: ReportSums): Values => [count, token_used, money(quota)];
  const parts = statement.parts.map(part => [part.name, ...sums(part)]);
  const lines: readonly Values[] = [
    ...headOf(statement),
    ['model', 'requests', 'tokens', 'amount'],
    ...statement.lines.map(line => [line.model, ...sums(line)]),
    ['total', ...sums(statement.total)],
    [statement.team_id > 0 ? 'member' : 'key', 'requests', 'tokens', 'amount'],
    ...parts,
    ['paid_by', '', '', 'amount'],
    ['plans', '', '', money(statement.paid_by_plans)],
    ...(statement.team_id > 0 ? [] : [['teams', '', '', money(statement.paid_by_teams)]]),
    ...balanceOf(statement, money),
    ...ordersOf(statement, money),
  ];
  return [BYTE_ORDER_MARK, ...lines.map(values => csvLine(values))].join('');
}

function headOf(statement: Statement): readonly Values[] {
  const { number, month, site_name, site_address, username, display_name, user_id, team_id } = statement;
  const issued = new Date(statement.issued_time * 1000).toISOString().slice(0, 10);
  const owner: readonly Values[] =
    team_id > 0
      ? [
          ['team', display_name],
          ['team_id', team_id],
        ]
      : [
          ['user', username],
          ['name', display_name],
          ['user_id', user_id],
        ];
  return [
    ['statement', number === 0 ? 'preliminary' : String(number)],
    ['month', month],
    ['issued_utc', issued],
    ['site', site_name],
    ['address', site_address.replaceAll('\n', ', ')],
    ...owner,
  ];
}

function balanceOf({ balance }: Statement, money: (units: number) => string): readonly Values[] {
  if (!balance) return [];
  return [
    ['wallet', '', '', 'amount'],
    ['balance_at_begin', '', '', money(balance.begin)],
    ...balance.changes.map(({ kind, quota }) => [kind, '', '', money(quota)]),
    ['balance_at_end', '', '', money(balance.end)],
  ];
}

function ordersOf({ orders, tax_name: taxName }: Statement, money: (units: number) => string): readonly Values[] {
  if (orders.length === 0) return [];
  return [
    ['order', 'paid_utc', 'method', 'currency', 'net', taxName || 'tax', 'total', 'credited'],
    ...orders.map(order => {
      const paid = new Date(order.paid_time * 1000).toISOString().slice(0, 10);
      return [order.number, paid, order.method, order.currency, order.net, order.tax, order.total, money(order.quota)];
    }),
  ];
}
