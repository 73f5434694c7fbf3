import { Get, Query, Res } from '@nestjs/common';
import { Role } from '@contracts';
import { ConsoleController, CurrentCaller, RequiredRole, UserLimit, type Caller } from '@platform';
import { type FastifyReply } from 'fastify';
import { LogExport } from './log-export';
import { ownRows, readLogFilter, type LogScope } from './log-filter';
import { LogQueryDto } from './log.dto';

/** A reader that takes nothing for this time is treated as gone. */
const STALL_TIMEOUT_MS = 60_000;

/** Exports are limited, because each one may read the whole log. */
const EXPORTS = { limit: 10, windowMs: 60_000 } as const;

/** Exports the log as a file, under the same filters as its list. */
@ConsoleController('api/log', Role.User)
export class LogExportController {
  constructor(private readonly exports: LogExport) {}

  @Get('export')
  @RequiredRole(Role.Admin)
  @UserLimit('log-export', EXPORTS)
  all(@Query() query: LogQueryDto, @Res() reply: FastifyReply): Promise<void> {
    return this.send(query, { kind: 'all' }, reply);
  }

  @Get('self/export')
  @UserLimit('log-export', EXPORTS)
  own(@CurrentCaller() caller: Caller, @Query() query: LogQueryDto, @Res() reply: FastifyReply): Promise<void> {
    return this.send(query, ownRows(caller), reply);
  }

  private async send(query: LogQueryDto, scope: LogScope, reply: FastifyReply): Promise<void> {
    const file = await this.exports.open(readLogFilter(query, scope));
    reply.raw.setTimeout(STALL_TIMEOUT_MS, () => file.destroy());
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="request-log.csv"')
      .header('x-content-type-options', 'nosniff')
      .send(file);
  }
}
