import { ChannelCatalog } from '@channel';
import {
  REPORT_ROWS_MAX,
  type OwnReport,
  type Report,
  type ReportDimension,
  type ReportFilter,
  type ReportForecast,
  type ReportOrder,
  type ReportRow,
} from '@contracts';
import { AppError } from '@kernel';
import { ReportFigures, ShareFigures, ShareKind, type ReportColumn, type ReportFigure, type TimeRange } from '@log';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@platform';
import { TeamStore } from '@team';
import { Calendar } from './calendar';
import { sumsOf, totalOf, withoutCosts, type NamedFigure } from './report-sums';

/** Everything that a report is asked for. */
export interface ReportRequest {
  readonly by: ReportDimension;
  readonly filter: ReportFilter;
  readonly order: ReportOrder;
  /** Whole hours. */
  readonly hours: TimeRange;
  readonly calendar: Calendar;
}

/** Figures of teams and of tags of calls are kept apart from those of all calls. */
const SHARES = { team: ShareKind.team, call_tag: ShareKind.tag } as const;

function isShare(by: ReportDimension): by is keyof typeof SHARES {
  return by in SHARES;
}

const COLUMNS: Readonly<Record<Exclude<ReportDimension, keyof typeof SHARES>, ReportColumn>> = {
  user: 'user_id',
  key: 'token_name',
  model: 'model_name',
  channel: 'channel_id',
  tag: 'channel_id',
  group: 'token_group',
  day: 'hour_at_ms',
};
/** The rows of a file. */
export const EXPORT_ROWS_MAX = 100_000;

/** Usage, money, cost and margin by what they are told apart by, from the figures of hours. */
@Injectable()
export class ReportService {
  constructor(
    private readonly figures: ReportFigures,
    private readonly shares: ShareFigures,
    private readonly teams: TeamStore,
    private readonly catalog: ChannelCatalog,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** The calendar of a request. @throws AppError REPORT_TIME_ZONE */
  calendarOf(timeZone: string | undefined): Calendar {
    return new Calendar(timeZone?.trim() || this.config.timeZone);
  }

  async report(request: ReportRequest, nowMs: number): Promise<Report> {
    const [rows, totals, forecast] = await Promise.all([
      this.rows(request, REPORT_ROWS_MAX + 1),
      this.figures.read({ by: null, filter: request.filter, order: 'quota', rowsMax: 1 }, request.hours),
      this.forecast(request, nowMs),
    ]);
    return {
      rows: rows.slice(0, REPORT_ROWS_MAX),
      total: sumsOf(totalOf(totals)),
      is_cut: rows.length > REPORT_ROWS_MAX,
      forecast,
    };
  }

  /** The report of one user as the user sees it: nothing of channels, costs and ids. */
  async ownReport(request: ReportRequest, nowMs: number): Promise<OwnReport> {
    const { rows, total, ...rest } = await this.report(request, nowMs);
    return {
      ...rest,
      total: withoutCosts(total),
      rows: rows.map(row => ({ id: 0, name: row.name, username: '', ...withoutCosts(row) })),
    };
  }

  /** The first rows of a report; days stand in their order. */
  async rows(request: ReportRequest, rowsMax: number): Promise<readonly ReportRow[]> {
    const { by, filter, order, hours, calendar } = request;
    if (isShare(by)) return this.shareRows(request, SHARES[by], rowsMax);
    const isFolded = by === 'tag' || by === 'day';
    const asked = isFolded ? EXPORT_ROWS_MAX : rowsMax;
    const found = await this.figures.read({ by: COLUMNS[by], filter, order, rowsMax: asked }, hours);
    const named = found.map(figure => this.named(by, figure, calendar));
    const rows = isFolded ? await folded(named, by === 'day' ? 'name' : order, rowsMax) : named;
    return rows.map(({ id, name, username, figure }) => ({ id, name, username, ...sumsOf(figure) }));
  }

  /** @throws AppError REPORT_FILTER, because these figures know users and models alone */
  private async shareRows(
    { by, filter, order, hours }: ReportRequest,
    kind: (typeof SHARES)[keyof typeof SHARES],
    rowsMax: number,
  ): Promise<readonly ReportRow[]> {
    const { user_id: userId, model_name: modelName, token_name: key, channel, group } = filter;
    if (key || group || channel !== undefined) throw new AppError('REPORT_FILTER');
    const narrowed = { ...(userId !== undefined && { userId }), ...(modelName && { modelName }) };
    const found = await this.shares.read({ kind, by: 'name', order, rowsMax, ...narrowed }, hours);
    if (by !== 'team') return found.map(figure => ({ id: 0, name: figure.value, username: '', ...sumsOf(figure) }));
    const names = await this.teams.namesOf(found.map(({ value }) => Number(value)));
    return found.map(figure => {
      const id = Number(figure.value);
      return { id, name: names.get(id) ?? '', username: '', ...sumsOf(figure) };
    });
  }

  private async forecast({ filter, calendar }: ReportRequest, nowMs: number): Promise<ReportForecast> {
    const { forecastOf } = await import('./forecast.js');
    return forecastOf(this.figures, { filter, calendar }, nowMs);
  }

  private named(by: keyof typeof COLUMNS, figure: ReportFigure, calendar: Calendar): NamedFigure {
    const plain = { id: 0, name: figure.value, username: '', figure };
    switch (by) {
      case 'user':
        return { ...plain, id: figure.owner, name: figure.username };
      case 'key':
        return { ...plain, id: figure.owner, username: figure.username };
      case 'channel': {
        const id = Number(figure.value);
        return { ...plain, id, name: this.channels.byId(id)?.name ?? '' };
      }
      case 'tag':
        return { ...plain, name: this.channels.byId(Number(figure.value))?.tag ?? '' };
      case 'day':
        return { ...plain, name: calendar.dayOf(Number(figure.value)) };
      case 'model':
      case 'group':
        return plain;
    }
  }

  private get channels() {
    return this.catalog.current;
  }
}

async function folded(rows: readonly NamedFigure[], order: ReportOrder | 'name', rowsMax: number) {
  const { foldFigures } = await import('./fold-figures.js');
  return foldFigures(rows, order).slice(0, rowsMax);
}
