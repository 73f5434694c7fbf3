import { AccountKind } from '@billing';
import { insertRows, isUniqueViolation, type Database, type UnitOfWork } from '@platform';
import { monthAfter, monthBefore, type Calendar } from '../report/calendar';
import { movementColumns, type WalletOwner } from './wallet-owner';

/** Calls may be booked so long after the end of a month, when the database was away. */
export const LATE_MS = 2 * 3_600_000;
/** Charges that plans paid are summed up a day later than this. */
const SINGLE_CHARGES_MS = 39 * 86_400_000;
/** Where days begin is at most so far from those of UTC. */
const ZONE_MS = 12 * 3_600_000;
/** Rows of one statement. */
const CHUNK = 2000;
const SHAPE = { month: 'text', owner_kind: 'integer', owner_id: 'integer', balance: 'integer' } as const;

type Row = Readonly<Record<string, number | string | null>>;

/**
 * What was in each wallet when a month ended. It is worked out two hours later, from what is in the wallet then and what
 * has moved since, and kept: removed log rows and summed up movements change nothing of it.
 */
export class MonthBalances {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly calendar: Calendar,
  ) {}

  /** Closes the last month that is over. @returns whether this did it */
  async closeDue(nowMs: number): Promise<boolean> {
    const month = monthBefore(this.calendar.monthOf(nowMs - LATE_MS));
    if (await this.isClosed(month)) return false;
    const endMs = this.calendar.startOfMonth(monthAfter(month));
    const found: Row[] = await this.database.read.query(balancesSql(endMs));
    const rows = found
      .filter(({ balance }) => Number(balance) !== 0)
      .map(row => [month, Number(row.kind), Number(row.owner_id), Number(row.balance)]);
    try {
      await this.unitOfWork.run(async manager => {
        await insertRows(manager, 'month_balances', SHAPE, [[month, 0, 0, 0]]);
        for (let at = 0; at < rows.length; at += CHUNK) {
          await insertRows(manager, 'month_balances', SHAPE, rows.slice(at, at + CHUNK));
        }
      });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false; // another node was faster
      throw error;
    }
  }

  /**
   * What was in a wallet at the end of a month, or at present of one that is not over.
   *
   * @returns null where nobody knows it any more
   */
  async endOf(owner: WalletOwner, month: string): Promise<number | null> {
    if (await this.isClosed(month)) return this.kept(owner, month);
    const endMs = this.calendar.startOfMonth(monthAfter(month));
    return (await this.isSummedUp(owner, endMs)) ? null : this.workedOut(owner, endMs);
  }

  private async isClosed(month: string): Promise<boolean> {
    const rows: Row[] = await this.database.read.query(
      `SELECT balance FROM month_balances WHERE month = '${month}' AND owner_kind = 0`, // a month of our own
    );
    return rows.length > 0;
  }

  /** Empty wallets have no row. */
  private async kept({ kind, id }: WalletOwner, month: string): Promise<number> {
    const [row]: Row[] = await this.database.read.query(
      `SELECT balance FROM month_balances WHERE month = '${month}' AND owner_kind = ${kind} AND owner_id = ${id}`,
    );
    return Number(row?.balance ?? 0);
  }

  private async workedOut({ kind, id }: WalletOwner, atMs: number): Promise<number> {
    const [row]: Row[] = await this.database.read.query(balancesSql(atMs, { kind, id }));
    return Number(row?.balance ?? 0);
  }

  /** Whether something that may lie before or after a time was summed up since, so that the time is lost. */
  private async isSummedUp(owner: WalletOwner, atMs: number): Promise<boolean> {
    const { owner: column } = movementColumns(owner);
    const isLongAgo = owner.kind === AccountKind.User && Date.now() - atMs > SINGLE_CHARGES_MS;
    const plans = `UNION ALL SELECT 1 AS found FROM allowance_movements
       WHERE user_id = ${owner.id} AND source_id = 'closing' AND at_ms = 0 AND user_amount <> 0`;
    const rows: Row[] = await this.database.read.query(
      `SELECT 1 AS found FROM movements WHERE ${column} = ${owner.id} AND kind IN ('log-closing', 'closing')
         AND created_at_ms >= ${atMs} ${isLongAgo ? plans : ''} LIMIT 1`,
    );
    return rows.length > 0;
  }
}

/**
 * Balances at a time, in one statement that sees a single moment: what is there now, with what is reserved and on lease,
 * less what has moved since.
 */
function balancesSql(atMs: number, one?: WalletOwner): string {
  const accounts = one ? `a.kind = ${one.kind} AND a.owner_id = ${one.id}` : `a.kind IN (1, 6)`;
  // Sums of removed log rows name the month of UTC in which their calls were.
  const month = new Date(atMs + ZONE_MS).toISOString().slice(0, 7);
  const since = `created_at_ms >= ${atMs} AND (kind <> 'log-closing' OR source_id >= 'log-closing:${month}')`;
  const of = (column: string) => (one ? `${column} = ${one.id}` : `${column} <> 0`);
  return `SELECT a.kind AS kind, a.owner_id AS owner_id,
      a.balance + a.held + a.leased - COALESCE(since.moved, 0) AS balance FROM accounts AS a LEFT JOIN (
    SELECT kind, owner_id, SUM(moved) AS moved FROM (
      SELECT 1 AS kind, user_id AS owner_id, user_amount AS moved FROM movements
        WHERE ${since} AND ${of('user_id')}
      UNION ALL SELECT 6, team_id, team_amount FROM movements WHERE ${since} AND ${of('team_id')}
      UNION ALL SELECT 1, user_id, -quota FROM logs
        WHERE charge_key IS NOT NULL AND created_at_ms >= ${atMs} AND ${of('user_id')}
      UNION ALL SELECT 1, user_id, user_amount FROM allowance_movements WHERE at_ms >= ${atMs} AND ${of('user_id')}
    ) AS moves GROUP BY kind, owner_id
  ) AS since ON since.kind = a.kind AND since.owner_id = a.owner_id WHERE ${accounts}`;
}
