import { TeamRole, type Statement, type StatementFile } from '@contracts';
import { ReportFigures, ShareFigures } from '@log';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, Database, UnitOfWork, type Caller, type Config } from '@platform';
import { TeamAccesses, TeamStore } from '@team';
import { UserStore } from '@user';
import { Calendar } from '../report/calendar';
import { type SentFile } from '../report/send-file';
import { type Statements } from './statements';
import { teamWallet, userWallet } from './wallet-owner';

/** Statements of users and teams by month, in the time zone of the server. */
@Injectable()
export class StatementService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly figures: ReportFigures,
    private readonly shares: ShareFigures,
    private readonly users: UserStore,
    private readonly teams: TeamStore,
    private readonly accesses: TeamAccesses,
    private readonly options: Options,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone' | 'configDir'>,
  ) {}

  /** @throws AppError REPORT_MONTH for a month that has not begun, USER_NOT_FOUND */
  async statement(userId: number, month: string, nowMs: number): Promise<Statement> {
    return (await this.statements()).statement(userWallet(userId), month, nowMs);
  }

  /** For its owner and administrators. @throws AppError REPORT_MONTH, COMMON_RECORD_NOT_FOUND, TEAM_DENIED */
  async ofTeam(caller: Caller, teamId: number, month: string, nowMs: number): Promise<Statement> {
    await this.accesses.of(caller, teamId, TeamRole.Owner);
    return (await this.statements()).statement(teamWallet(teamId), month, nowMs);
  }

  /** Keeps what was in each wallet when the last month ended. @returns whether this did it */
  async closeMonth(nowMs = Date.now()): Promise<boolean> {
    const { MonthBalances } = await import('./month-balances.js');
    return new MonthBalances(this.database, this.unitOfWork, this.calendar).closeDue(nowMs);
  }

  async file(statement: Statement, { format = 'csv', language = 'en' }: StatementFile): Promise<SentFile> {
    const { fileNameOf } = await import('./statements.js');
    const name = `${fileNameOf(statement)}.${format}`;
    if (format === 'pdf') {
      // The library and its font are in memory on servers where somebody asks for a PDF.
      const { statementPdf } = await import('./statement-pdf.js');
      const { fontFile } = await import('./font-file.js');
      const content = await statementPdf(statement, { language, font: fontFile(this.config.configDir) });
      return { name, type: 'application/pdf', content };
    }
    const { statementText } = await import('./statement-csv.js');
    return { name, type: 'text/csv; charset=utf-8', content: statementText(statement) };
  }

  private get calendar(): Calendar {
    return new Calendar(this.config.timeZone);
  }

  /** It is asked for once a month, so it is loaded then. */
  private async statements(): Promise<Statements> {
    const { database, unitOfWork, figures, shares, users, teams, options, calendar } = this;
    const { MonthBalances } = await import('./month-balances.js');
    const { StatementContents } = await import('./statement-content.js');
    const loaded = await import('./statements.js');
    const balances = new MonthBalances(database, unitOfWork, calendar);
    const contents = new StatementContents(database, figures, shares, users, teams, options, calendar, balances);
    return new loaded.Statements(database, unitOfWork, calendar, contents, balances);
  }
}
