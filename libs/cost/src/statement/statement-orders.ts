import { currencyDecimals, type StatementOrder } from '@contracts';
import { toSeconds } from '@kernel';
import { type Database } from '@platform';

/** The orders of one user in one month; nobody pays more often. */
const ORDERS_MAX = 1000;

type Row = Readonly<Record<string, string | number>>;

/** The orders that somebody has paid within a span of time, the oldest first; a read model may look into another lib's table. */
export async function paidOrders(
  database: Database,
  userId: number,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): Promise<readonly StatementOrder[]> {
  const rows: Row[] = await database.read.query(
    `SELECT trade_no, completed_at_ms, payment_method, currency, money_cents, tax_cents, quota FROM orders
     WHERE user_id = ${userId} AND completed_at_ms >= ${startMs} AND completed_at_ms < ${endMs}
     ORDER BY completed_at_ms, id LIMIT ${ORDERS_MAX}`,
  );
  return rows.map(row => {
    const currency = String(row.currency);
    const [total, tax] = [Number(row.money_cents), Number(row.tax_cents)];
    return {
      number: String(row.trade_no),
      paid_time: toSeconds(Number(row.completed_at_ms)),
      method: String(row.payment_method),
      currency,
      net: minorText(total - tax, currency),
      tax: minorText(tax, currency),
      total: minorText(total, currency),
      quota: Number(row.quota),
    };
  });
}

/** Smallest units of a currency as an amount of it. */
function minorText(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}
