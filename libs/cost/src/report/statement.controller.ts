import { Role, type Statement } from '@contracts';
import { Get, Query, Res } from '@nestjs/common';
import { ConsoleController, CurrentCaller, RequiredRole, type Caller } from '@platform';
import { type FastifyReply } from 'fastify';
import { StatementQueryDto, UserStatementQueryDto } from './report.dto';
import { sendCsv } from './send-csv';
import { StatementService } from './statement.service';

/** Statements by month: of oneself, and of everybody for administrators. */
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

  @Get('export')
  @RequiredRole(Role.Admin)
  async exportOfUser(@Query() { user_id, month }: UserStatementQueryDto, @Res() reply: FastifyReply): Promise<void> {
    await this.send(reply, await this.statements.statement(Number(user_id), month, Date.now()));
  }

  @Get('self/export')
  async exportOwn(
    @CurrentCaller() caller: Caller,
    @Query() { month }: StatementQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.send(reply, await this.statements.statement(caller.id, month, Date.now()));
  }

  private async send(reply: FastifyReply, statement: Statement): Promise<void> {
    const { statementText } = await import('./statement-csv.js');
    sendCsv(reply, `statement-${statement.month}-${statement.user_id}.csv`, statementText(statement));
  }
}
