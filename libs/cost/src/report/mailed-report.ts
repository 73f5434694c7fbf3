import { Role, type Report, type ReportDimension, type ReportRhythm } from '@contracts';
import { canSendMail, mailLayout, type Options, type MailContent } from '@option';
import {
  type Database,
  dialectOf,
  execute,
  isUniqueViolation,
  type Mailer,
  SqlParameters,
  type UnitOfWork,
  type Config,
} from '@platform';
import { Calendar, dayBefore } from './calendar';
import { moneyText, percentText } from './money-text';
import { marginOf } from './report-sums';
import { type ReportService } from './report.service';

type SentRhythm = Exclude<ReportRhythm, 'never'>;

/** A day, week or month that is over. */
interface Period {
  readonly rhythm: SentRhythm;
  /** Its first day. */
  readonly first: string;
  readonly last: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** A report is not sent any more when its period ended so long ago. */
const LATE_MS = 2 * 86_400_000;
const ROWS = 10;
const DIGITS_AFTER_POINT = 2;
const SHOWN: readonly ReportDimension[] = ['user', 'model', 'channel'];
const NAMES: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  user: ['用户', 'Users'],
  model: ['模型', 'Models'],
  channel: ['渠道', 'Channels'],
};

/** Mails what was charged, what it cost and who spent most, for each day, week or month that is over. */
export class MailedReport {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: ReportService,
    private readonly mailer: Mailer,
    private readonly options: Options,
    private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** Sends the report that is due. @returns whether one was sent */
  async run(nowMs = Date.now()): Promise<boolean> {
    const { ReportMailRhythm } = this.options.current;
    if (ReportMailRhythm === 'never' || !canSendMail(this.options.current)) return false;
    const calendar = new Calendar(this.config.timeZone);
    const period = periodBefore(ReportMailRhythm, calendar, nowMs);
    if (nowMs - period.endMs > LATE_MS) return false;
    const to = await this.receivers();
    if (to.length === 0 || !(await this.claim(period, nowMs))) return false;
    try {
      await this.mailer.send({ to, ...(await this.mail(period, calendar)) });
    } catch (error) {
      await this.release(period); // so that the next run tries again
      throw error;
    }
    return true;
  }

  private async receivers(): Promise<readonly string[]> {
    const named = this.options.current.ReportMailTo.split(',').map(address => address.trim());
    const addresses = named.filter(address => address !== '');
    if (addresses.length > 0) return addresses;
    const rows: { email: string }[] = await this.database.read.query(
      `SELECT email FROM users WHERE role = ${Role.Root} AND email <> '' ORDER BY id LIMIT 1`,
    );
    return rows.map(({ email }) => email);
  }

  /** Only one node, and only once, sends the report of a period. */
  private async claim({ rhythm, first }: Period, nowMs: number): Promise<boolean> {
    try {
      await this.unitOfWork.run(async manager => {
        const parameters = new SqlParameters(dialectOf(manager.connection));
        const places = [rhythm, first, nowMs].map(value => parameters.add(value));
        const sql = `INSERT INTO report_mails (rhythm, period, sent_at_ms) VALUES (${places.join(', ')})`;
        await execute(manager, sql, [...parameters.values]);
      });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  private async release({ rhythm, first }: Period): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const parameters = new SqlParameters(dialectOf(manager.connection));
      const sql = `DELETE FROM report_mails WHERE rhythm = ${parameters.add(rhythm)} AND period = ${parameters.add(first)}`;
      await execute(manager, sql, [...parameters.values]);
    });
  }

  private async mail(period: Period, calendar: Calendar): Promise<{ subject: string; html: string; text: string }> {
    const hours = { startMs: period.startMs, endMs: period.endMs };
    const found = await Promise.all(
      SHOWN.map(async by => {
        const request = { by, filter: {}, order: 'quota', hours, calendar } as const;
        return [by, await this.reports.report(request, period.endMs)] as const;
      }),
    );
    const span = period.first === period.last ? period.first : `${period.first} – ${period.last}`;
    const titles = [`${span} 报表`, `Report of ${span}`] as const;
    const contents = titles.map((title, language) => this.content(title, language as 0 | 1, found)); // two languages
    return { subject: `${titles[0]} / ${titles[1]}`, ...mailLayout(...contents) };
  }

  private content(title: string, language: 0 | 1, found: readonly (readonly [ReportDimension, Report])[]): MailContent {
    const { ServerAddress } = this.options.current;
    const total = found[0]?.[1].total;
    const money = (units: number) => this.money(units);
    const sums = total && {
      charged: money(total.quota),
      cost: money(total.cost + total.fixed_cost),
      margin: money(marginOf(total)),
      percent: percentText(marginOf(total), total.costed_quota - total.plan_discount) || '–',
    };
    const summary = !sums
      ? ''
      : language === 0
        ? `计费 ${sums.charged}，调用 ${total.count} 次；成本 ${sums.cost}，毛利 ${sums.margin}（${sums.percent}%）`
        : `Charged ${sums.charged} for ${total.count} calls; cost ${sums.cost}, margin ${sums.margin} (${sums.percent}%)`;
    const lists = found.map(([by, { rows }]) =>
      [
        NAMES[by]?.[language] ?? by,
        ...rows.slice(0, ROWS).map(row => `${row.name || `#${row.id}`}: ${money(row.quota)}`),
      ].join('\n'),
    );
    const label = language === 0 ? '打开报表' : 'Open the reports';
    return {
      title,
      paragraphs: [summary, ...lists],
      ...(ServerAddress !== '' && { action: { label, url: `${ServerAddress}/report` } }),
    };
  }

  private money(units: number): string {
    const text = moneyText(units, this.options.current.QuotaPerUnit);
    const cents = Number(text).toFixed(DIGITS_AFTER_POINT);
    return units < 0 ? `-$${cents.slice(1)}` : `$${cents}`;
  }
}

/** The last day, week (from Monday) or month that is over. */
function periodBefore(rhythm: SentRhythm, calendar: Calendar, nowMs: number): Period {
  const today = calendar.dayOf(nowMs);
  const end = rhythm === 'day' ? today : rhythm === 'week' ? mondayOf(today) : `${today.slice(0, 8)}01`;
  const endMs = calendar.startOfDay(end);
  const last = dayBefore(end);
  const first = rhythm === 'day' ? last : rhythm === 'week' ? mondayOf(last) : `${last.slice(0, 8)}01`;
  return { rhythm, first, last, startMs: calendar.startOfDay(first), endMs };
}

function mondayOf(day: string): string {
  const atMs = Date.parse(`${day}T00:00:00Z`);
  const weekday = (new Date(atMs).getUTCDay() + 6) % 7;
  return new Date(atMs - weekday * 86_400_000).toISOString().slice(0, 10);
}
