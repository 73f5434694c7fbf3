import { Role, type OwnReport, type Report, type ReportFilter } from '@contracts';
import { readHourRange, wholeHours } from '@log';
import { Get, Query, Res } from '@nestjs/common';
import { Options } from '@option';
import { ConsoleController, CurrentCaller, RequiredRole, UserLimit, type Caller } from '@platform';
import { type FastifyReply } from 'fastify';
import { sendCsv } from './send-file';
import { OwnReportQueryDto, ReportQueryDto, type ReportSpanDto } from './report.dto';
import { EXPORT_ROWS_MAX, ReportService, type ReportRequest } from './report.service';

/** Files may have many rows, so they are limited. */
const EXPORTS = { limit: 10, windowMs: 60_000 } as const;

/** Usage and money by what they are told apart by; cost and margin for administrators. */
@ConsoleController('api/report', Role.User)
export class ReportController {
  constructor(
    private readonly reports: ReportService,
    private readonly options: Options,
  ) {}

  @Get()
  @RequiredRole(Role.Admin)
  all(@Query() query: ReportQueryDto): Promise<Report> {
    return this.reports.report(this.adminRequest(query), Date.now());
  }

  @Get('self')
  own(@CurrentCaller() caller: Caller, @Query() query: OwnReportQueryDto): Promise<OwnReport> {
    return this.reports.ownReport(this.ownRequest(caller, query), Date.now());
  }

  @Get('export')
  @RequiredRole(Role.Admin)
  @UserLimit('report-export', EXPORTS)
  async exportAll(@Query() query: ReportQueryDto, @Res() reply: FastifyReply): Promise<void> {
    const rows = await this.reports.rows(this.adminRequest(query), EXPORT_ROWS_MAX);
    const { QuotaPerUnit: quotaPerUnit } = this.options.current;
    const { reportFile } = await import('./report-csv.js');
    sendCsv(reply, `report-by-${query.by}.csv`, reportFile(query.by, rows, { quotaPerUnit, hasCosts: true }));
  }

  @Get('self/export')
  @UserLimit('report-export', EXPORTS)
  async exportOwn(
    @CurrentCaller() caller: Caller,
    @Query() query: OwnReportQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const rows = await this.reports.rows(this.ownRequest(caller, query), EXPORT_ROWS_MAX);
    const { QuotaPerUnit: quotaPerUnit } = this.options.current;
    const { reportFile } = await import('./report-csv.js');
    const shown = rows.map(row => ({ ...row, id: 0, username: '' }));
    sendCsv(reply, `report-by-${query.by}.csv`, reportFile(query.by, shown, { quotaPerUnit, hasCosts: false }));
  }

  private adminRequest(query: ReportQueryDto): ReportRequest {
    const numbers = { user_id: idOf(query.user_id), channel: idOf(query.channel) };
    return this.requestOf(query, 'admin', { ...textsOf(query), ...numbers });
  }

  private ownRequest(caller: Caller, query: OwnReportQueryDto): ReportRequest {
    return this.requestOf(query, 'own', { ...textsOf(query), user_id: caller.id });
  }

  private requestOf(
    query: ReportQueryDto | OwnReportQueryDto,
    view: 'own' | 'admin',
    filter: ReportFilter,
  ): ReportRequest {
    const { by, time_zone: timeZone } = query;
    const order = view === 'own' && query.order !== 'count' ? 'quota' : (query.order ?? 'quota');
    const hours = wholeHours(readHourRange(query, view, Date.now()));
    return { by, filter, order, hours, calendar: this.reports.calendarOf(timeZone) };
  }
}

function textsOf({ token_name, model_name, group }: ReportSpanDto): ReportFilter {
  return {
    ...(token_name && { token_name }),
    ...(model_name && { model_name }),
    ...(group && { group }),
  };
}

/** Unreadable numbers count as absent. */
function idOf(text: string | undefined): number | undefined {
  return /^\d{1,15}$/.test(text ?? '') && Number(text) > 0 ? Number(text) : undefined;
}
