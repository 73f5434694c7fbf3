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
import { ReportFigures, type ReportColumn, type ReportFigure, type TimeRange } from '@log';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@platform';
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

const COLUMNS: Readonly<Record<ReportDimension, ReportColumn>> = {
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
  async rows({ by, filter, order, hours, calendar }: ReportRequest, rowsMax: number): Promise<readonly ReportRow[]> {
    const isFolded = by === 'tag' || by === 'day';
    const asked = isFolded ? EXPORT_ROWS_MAX : rowsMax;
    const found = await this.figures.read({ by: COLUMNS[by], filter, order, rowsMax: asked }, hours);
    const named = found.map(figure => this.named(by, figure, calendar));
    const rows = isFolded ? await folded(named, by === 'day' ? 'name' : order, rowsMax) : named;
    return rows.map(({ id, name, username, figure }) => ({ id, name, username, ...sumsOf(figure) }));
  }

  private async forecast({ filter, calendar }: ReportRequest, nowMs: number): Promise<ReportForecast> {
    const { forecastOf } = await import('./forecast.js');
    return forecastOf(this.figures, { filter, calendar }, nowMs);
  }

  private named(by: ReportDimension, figure: ReportFigure, calendar: Calendar): NamedFigure {
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
