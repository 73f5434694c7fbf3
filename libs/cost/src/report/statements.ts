import { REPORT_MONTH, type ReportSums, type Statement, type StatementLine } from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { type ReportFigures } from '@log';
import { type Options } from '@option';
import {
  type Database,
  dialectOf,
  execute,
  isUniqueViolation,
  SqlParameters,
  type UnitOfWork,
  type Config,
} from '@platform';
import { Calendar, monthAfter } from './calendar';
import { sumsOf, totalOf, withoutCosts } from './report-sums';

/** The models of one user in one month; nobody uses more. */
const LINES_MAX = 10_000;
/** Calls may be booked so long after the end of a month, when the database was away; later ones are not in a statement. */
const LATE_MS = 2 * 3_600_000;

/** Statements that are issued at the same moment, on different nodes. */
const ATTEMPTS_MAX = 20;

type Content = Omit<Statement, 'number' | 'issued_time'>;

interface StoredRow {
  readonly number: number | string;
  readonly issued_at_ms: number | string;
  readonly content: string;
}

/** Statements of users by month, in the time zone of the server. */
export class Statements {
  private readonly calendar: Calendar;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly figures: ReportFigures,
    private readonly options: Options,
    config: Pick<Config, 'timeZone'>,
  ) {
    this.calendar = new Calendar(config.timeZone);
  }

  /**
   * The statement of a month: one with a number as it was issued, and a preliminary one while the month is not over.
   *
   * @throws AppError REPORT_MONTH for a month that has not begun, USER_NOT_FOUND
   */
  async statement(userId: number, month: string, nowMs: number): Promise<Statement> {
    if (!REPORT_MONTH.test(month) || month > this.calendar.monthOf(nowMs)) throw new AppError('REPORT_MONTH');
    const stored = await this.stored(userId, month);
    if (stored) return stored;
    const content = await this.content(userId, month);
    if (nowMs < this.calendar.startOfMonth(monthAfter(month)) + LATE_MS) {
      return { ...content, number: 0, issued_time: toSeconds(nowMs) };
    }
    return this.issue(content, nowMs);
  }

  private async content(userId: number, month: string): Promise<Content> {
    const person = await this.person(userId);
    const hours = {
      startMs: this.calendar.startOfMonth(month),
      endMs: this.calendar.startOfMonth(monthAfter(month)),
    };
    const question = { by: 'model_name', filter: { user_id: userId }, order: 'quota', rowsMax: LINES_MAX } as const;
    const figures = await this.figures.read(question, hours);
    const lines: readonly StatementLine[] = figures.map(figure => ({
      model: figure.value,
      ...withoutCosts(sumsOf(figure)),
    }));
    const total: ReportSums = withoutCosts(sumsOf(totalOf(figures)));
    const { SystemName, StatementAddress, QuotaPerUnit } = this.options.current;
    return {
      ...{ month, user_id: userId, ...person, lines, total },
      ...{ site_name: SystemName, site_address: StatementAddress, quota_per_unit: QuotaPerUnit },
    };
  }

  private async person(userId: number): Promise<Pick<Statement, 'username' | 'display_name'>> {
    const rows: { username: string; display_name: string }[] = await this.database.read.query(
      `SELECT username, display_name FROM users WHERE id = ${Math.trunc(userId)}`, // a number of our own
    );
    const [person] = rows;
    if (!person) throw new AppError('USER_NOT_FOUND');
    return { username: person.username, display_name: person.display_name };
  }

  private async stored(userId: number, month: string): Promise<Statement | null> {
    const parameters = new SqlParameters(this.database.dialect);
    const rows: StoredRow[] = await this.database.read.query(
      `SELECT number, issued_at_ms, content FROM statements
       WHERE user_id = ${parameters.add(userId)} AND month = ${parameters.add(month)}`,
      [...parameters.values],
    );
    const [row] = rows;
    if (!row) return null;
    const content = JSON.parse(row.content) as Content; // written by issue
    return { ...content, number: Number(row.number), issued_time: toSeconds(Number(row.issued_at_ms)) };
  }

  /**
   * Gives the next number, without a gap: who meets another statement with the same number, from another node, tries
   * again. Two that ask at once for one month get one statement.
   */
  private async issue(content: Content, nowMs: number): Promise<Statement> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.insert(content, nowMs);
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === ATTEMPTS_MAX) throw error;
      }
      const stored = await this.stored(content.user_id, content.month);
      if (stored) return stored;
    }
  }

  private async insert(content: Content, nowMs: number): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const parameters = new SqlParameters(dialectOf(manager.connection));
      const sql = `INSERT INTO statements (number, user_id, month, issued_at_ms, content)
        SELECT COALESCE(MAX(number), 0) + 1, ${content.user_id}, ${parameters.add(content.month)}, ${nowMs},
          ${parameters.add(JSON.stringify(content))} FROM statements`;
      await execute(manager, sql, [...parameters.values]);
    });
  }
}
