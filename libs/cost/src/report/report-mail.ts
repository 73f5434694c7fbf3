import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, Database, Mailer, UnitOfWork, type Config } from '@platform';
import { ReportService } from './report.service';

/** Mails a report of each day, week or month that is over, where the options ask for it. */
@Injectable()
export class ReportMail {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: ReportService,
    private readonly mailer: Mailer,
    private readonly options: Options,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** Sends the report that is due. @returns whether one was sent */
  async run(nowMs = Date.now()): Promise<boolean> {
    const { database, unitOfWork, reports, mailer, options, config } = this;
    if (options.current.ReportMailRhythm === 'never') return false;
    const { MailedReport } = await import('./mailed-report.js'); // few servers send one
    return new MailedReport(database, unitOfWork, reports, mailer, options, config).run(nowMs);
  }
}
