import { REPORT_MONTH, type Statement } from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { type Database, dialectOf, execute, isUniqueViolation, SqlParameters, type UnitOfWork } from '@platform';
import { monthAfter, type Calendar } from '../report/calendar';
import { LATE_MS, type MonthBalances } from './month-balances';
import { type StatementContent, type StatementContents } from './statement-content';
import { type WalletOwner } from './wallet-owner';

/** Statements that are issued at the same moment, on different nodes. */
const ATTEMPTS_MAX = 20;

interface StoredRow {
  readonly number: number | string;
  readonly issued_at_ms: number | string;
  readonly content: string;
}

/** What statements of an older version do not say. */
const UNSAID = {
  ...{ tax_name: '', team_id: 0, parts: [], paid_by_plans: 0, paid_by_teams: 0, balance: null, orders: [] },
} satisfies Partial<StatementContent>;

/** Statements of users and teams by month, in the time zone of the server. */
export class Statements {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly calendar: Calendar,
    private readonly contents: StatementContents,
    private readonly balances: MonthBalances,
  ) {}

  /**
   * The statement of a month: one with a number as it was issued, and a preliminary one while the month is not over.
   *
   * @throws AppError REPORT_MONTH for a month that has not begun, USER_NOT_FOUND, COMMON_RECORD_NOT_FOUND
   */
  async statement(owner: WalletOwner, month: string, nowMs: number): Promise<Statement> {
    if (!REPORT_MONTH.test(month) || month > this.calendar.monthOf(nowMs)) throw new AppError('REPORT_MONTH');
    const stored = await this.stored(owner, month);
    if (stored) return stored;
    await this.balances.closeDue(nowMs);
    const content = await this.contents.of(owner, month);
    if (nowMs < this.calendar.startOfMonth(monthAfter(month)) + LATE_MS) {
      return { ...content, number: 0, issued_time: toSeconds(nowMs) };
    }
    return this.issue(owner, content, nowMs);
  }

  private async stored({ kind, id }: WalletOwner, month: string): Promise<Statement | null> {
    const parameters = new SqlParameters(this.database.dialect);
    const rows: StoredRow[] = await this.database.read.query(
      `SELECT number, issued_at_ms, content FROM issued_statements
       WHERE owner_kind = ${kind} AND owner_id = ${parameters.add(id)} AND month = ${parameters.add(month)}`,
      [...parameters.values],
    );
    const [row] = rows;
    if (!row) return null;
    const content = JSON.parse(row.content) as StatementContent; // written by issue, now or by an older version
    return { ...UNSAID, ...content, number: Number(row.number), issued_time: toSeconds(Number(row.issued_at_ms)) };
  }

  /**
   * Gives the next number, without a gap: who meets another statement with the same number, from another node, tries
   * again. Two that ask at once for one month get one statement.
   */
  private async issue(owner: WalletOwner, content: StatementContent, nowMs: number): Promise<Statement> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.insert(owner, content, nowMs);
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === ATTEMPTS_MAX) throw error;
      }
      const stored = await this.stored(owner, content.month);
      if (stored) return stored;
    }
  }

  private async insert({ kind, id }: WalletOwner, content: StatementContent, nowMs: number): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const parameters = new SqlParameters(dialectOf(manager.connection));
      const sql = `INSERT INTO issued_statements (number, owner_kind, owner_id, month, issued_at_ms, content)
        SELECT COALESCE(MAX(number), 0) + 1, ${kind}, ${id}, ${parameters.add(content.month)}, ${nowMs},
          ${parameters.add(JSON.stringify(content))} FROM issued_statements`;
      await execute(manager, sql, [...parameters.values]);
    });
  }
}

/** What a statement is called as a file. */
export function fileNameOf({ month, user_id: userId, team_id: teamId }: Statement): string {
  return teamId > 0 ? `statement-${month}-team-${teamId}` : `statement-${month}-${userId}`;
}
