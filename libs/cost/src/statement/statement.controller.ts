import { Role, type Statement } from '@contracts';
import { Get, Query, Res } from '@nestjs/common';
import { ConsoleController, CurrentCaller, RequiredRole, UserLimit, type Caller } from '@platform';
import { type FastifyReply } from 'fastify';
import { sendFile } from '../report/send-file';
import {
  StatementFileQueryDto,
  StatementQueryDto,
  TeamStatementFileQueryDto,
  TeamStatementQueryDto,
  UserStatementFileQueryDto,
  UserStatementQueryDto,
} from './statement.dto';
import { StatementService } from './statement.service';

/** A PDF takes a tenth of a second to make. */
const EXPORTS = { limit: 30, windowMs: 60_000 } as const;

/** Statements by month: of oneself, of an own team, and of everybody for administrators. */
@ConsoleController('api/statement', Role.User)
export class StatementController {
  constructor(private readonly statements: StatementService) {}

  @Get()
  @RequiredRole(Role.Admin)
  ofUser(@Query() { user_id, month }: UserStatementQueryDto): Promise<Statement> {
    return this.statements.statement(Number(user_id), month, Date.now());
  }

  @Get('self')
  own(@CurrentCaller() caller: Caller, @Query() { month }: StatementQueryDto): Promise<Statement> {
    return this.statements.statement(caller.id, month, Date.now());
  }

  @Get('team')
  ofTeam(@CurrentCaller() caller: Caller, @Query() { team_id, month }: TeamStatementQueryDto): Promise<Statement> {
    return this.statements.ofTeam(caller, Number(team_id), month, Date.now());
  }

  @Get('export')
  @RequiredRole(Role.Admin)
  @UserLimit('statement-export', EXPORTS)
  async exportOfUser(@Query() query: UserStatementFileQueryDto, @Res() reply: FastifyReply): Promise<void> {
    const statement = await this.statements.statement(Number(query.user_id), query.month, Date.now());
    sendFile(reply, await this.statements.file(statement, query));
  }

  @Get('self/export')
  @UserLimit('statement-export', EXPORTS)
  async exportOwn(
    @CurrentCaller() caller: Caller,
    @Query() query: StatementFileQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const statement = await this.statements.statement(caller.id, query.month, Date.now());
    sendFile(reply, await this.statements.file(statement, query));
  }

  @Get('team/export')
  @UserLimit('statement-export', EXPORTS)
  async exportOfTeam(
    @CurrentCaller() caller: Caller,
    @Query() query: TeamStatementFileQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const statement = await this.statements.ofTeam(caller, Number(query.team_id), query.month, Date.now());
    sendFile(reply, await this.statements.file(statement, query));
  }
}
