import { Delete, Get, Query } from '@nestjs/common';
import { Role, type LogPageView, type LogStat } from '@contracts';
import {
  ConsoleController,
  CurrentActor,
  CurrentCaller,
  pageRequest,
  RequiredRole,
  type Actor,
  type Caller,
} from '@platform';
import { ClearLog } from './clear-log';
import { ownRows, readLogFilter, type LogScope } from './log-filter';
import { LogCursors } from './log-cursors';
import { LogListReadModel } from './log-list.read-model';
import { LogStatReadModel } from './log-stat.read-model';
import { LogClearQueryDto, LogQueryDto } from './log.dto';

/**
 * The rows of the general routes. The wallet page of ordinary users calls these routes too; such callers get what the
 * self routes give.
 */
function allRows(caller: Caller): LogScope {
  return caller.role >= Role.Admin ? { kind: 'all' } : ownRows(caller);
}

@ConsoleController('api/log', Role.User)
export class LogController {
  constructor(
    private readonly logs: LogListReadModel,
    private readonly cursors: LogCursors,
    private readonly stats: LogStatReadModel,
    private readonly clearing: ClearLog,
  ) {}

  @Get()
  all(@CurrentCaller() caller: Caller, @Query() query: LogQueryDto): Promise<LogPageView> {
    return this.page(query, allRows(caller));
  }

  @Get('self')
  own(@CurrentCaller() caller: Caller, @Query() query: LogQueryDto): Promise<LogPageView> {
    return this.page(query, ownRows(caller));
  }

  @Get('stat')
  stat(@CurrentCaller() caller: Caller, @Query() query: LogQueryDto): Promise<LogStat> {
    return this.stats.stat(readLogFilter(query, allRows(caller)));
  }

  @Get('self/stat')
  ownStat(@CurrentCaller() caller: Caller, @Query() query: LogQueryDto): Promise<LogStat> {
    return this.stats.stat(readLogFilter(query, ownRows(caller)));
  }

  @Delete()
  @RequiredRole(Role.Admin)
  clear(@CurrentActor() actor: Actor, @Query() query: LogClearQueryDto): Promise<number> {
    return this.clearing.before(query.target_timestamp, actor);
  }

  private async page(query: LogQueryDto, scope: LogScope): Promise<LogPageView> {
    const page = pageRequest(query.p, query.page_size, 1);
    const { cursor } = query;
    const found = await this.logs.list(readLogFilter(query, scope), page, cursor ? this.cursors.read(cursor) : null);
    const { items, total } = found;
    const answer = { items, total, page: page.skip / page.take + 1, page_size: page.take };
    return cursor === undefined ? answer : { ...answer, ...this.cursors.around(found) };
  }
}
