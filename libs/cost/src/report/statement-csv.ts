import { type Statement } from '@contracts';
import { BYTE_ORDER_MARK, csvLine } from '@kernel';
import { moneyText } from './money-text';

/** A statement as a CSV file: who, when and from whom, then a line for each model, then the sum. */
export function statementText(statement: Statement): string {
  const { number, month, site_name, site_address, username, display_name, user_id, lines, total } = statement;
  const money = (units: number) => moneyText(units, statement.quota_per_unit);
  const issued = new Date(statement.issued_time * 1000).toISOString().slice(0, 10);
  const head = [
    ['statement', number === 0 ? 'preliminary' : String(number)],
    ['month', month],
    ['issued_utc', issued],
    ['site', site_name],
    ['address', site_address.replaceAll('\n', ', ')],
    ['user', username],
    ['name', display_name],
    ['user_id', user_id],
  ] as const;
  const body = lines.map(({ model, count, token_used, quota }) => csvLine([model, count, token_used, money(quota)]));
  return [
    BYTE_ORDER_MARK,
    ...head.map(values => csvLine(values)),
    csvLine(['model', 'requests', 'tokens', 'amount']),
    ...body,
    csvLine(['total', total.count, total.token_used, money(total.quota)]),
  ].join('');
}
