import { Get, Query } from '@nestjs/common';
import { Role, type HourlyUsage } from '@contracts';
import { ConsoleController, CurrentCaller, RequiredRole, type Caller } from '@platform';
import { readHourRange } from './hour-range';
import { HourlyUsageReadModel } from './hourly-usage.read-model';
import { HourlyUsageQueryDto } from './log.dto';

/** Figures of the dashboard. */
@ConsoleController('api/data', Role.User)
export class DataController {
  constructor(private readonly usage: HourlyUsageReadModel) {}

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
}
