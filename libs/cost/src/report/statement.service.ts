import { type Statement } from '@contracts';
import { ReportFigures } from '@log';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, Database, UnitOfWork, type Config } from '@platform';

/** Statements of users by month, in the time zone of the server. */
@Injectable()
export class StatementService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly figures: ReportFigures,
    private readonly options: Options,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** @throws AppError REPORT_MONTH for a month that has not begun, USER_NOT_FOUND */
  async statement(userId: number, month: string, nowMs: number): Promise<Statement> {
    const { database, unitOfWork, figures, options, config } = this;
    const { Statements } = await import('./statements.js'); // it is asked for once a month
    return new Statements(database, unitOfWork, figures, options, config).statement(userId, month, nowMs);
  }
}
