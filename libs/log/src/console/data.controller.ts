import { Get, Query } from '@nestjs/common';
import { Role, type HourlyUsage, type UsageRank } from '@contracts';
import { ConsoleController, CurrentCaller, RequiredRole, type Caller } from '@platform';
import { readHourRange } from './hour-range';
import { HourlyUsageReadModel } from './hourly-usage.read-model';
import { HourlyUsageQueryDto, UsageRankQueryDto } from './log.dto';
import { UsageRankingReadModel } from './usage-ranking.read-model';

/** Figures of the dashboard. */
@ConsoleController('api/data', Role.User)
export class DataController {
  constructor(
    private readonly usage: HourlyUsageReadModel,
    private readonly ranking: UsageRankingReadModel,
  ) {}

  @Get()
  @RequiredRole(Role.Admin)
  all(@Query() query: HourlyUsageQueryDto): Promise<readonly HourlyUsage[]> {
    const range = readHourRange(query, 'admin', Date.now());
    const username = query.username?.trim();
    return username ? this.usage.ofOne(range, { username }) : this.usage.ofAll(range);
  }

  @Get('self')
  own(@CurrentCaller() caller: Caller, @Query() query: HourlyUsageQueryDto): Promise<readonly HourlyUsage[]> {
    return this.usage.ofOne(readHourRange(query, 'own', Date.now()), { userId: caller.id });
  }

  @Get('ranking')
  @RequiredRole(Role.Admin)
  ranked(@Query() query: UsageRankQueryDto): Promise<readonly UsageRank[]> {
    return this.ranking.ofAll(query.by, readHourRange(query, 'admin', Date.now()));
  }

  @Get('self/ranking')
  ownRanked(@CurrentCaller() caller: Caller, @Query() query: UsageRankQueryDto): Promise<readonly UsageRank[]> {
    return this.ranking.ofOne(query.by, readHourRange(query, 'own', Date.now()), caller.id);
  }
}
