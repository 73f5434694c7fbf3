import { Get, Query } from '@nestjs/common';
import { Role, type Overview, type SiteOverview } from '@contracts';
import { ConsoleController, CurrentCaller, RequiredRole, type Caller } from '@platform';
import { OverviewQueryDto } from './overview.dto';
import { readOverviewSpan } from './overview-span';
import { OwnOverviewService } from './own-overview.service';
import { SiteOverviewService } from './site-overview.service';

/** The first page of the console. */
@ConsoleController('api/overview', Role.User)
export class OverviewController {
  constructor(
    private readonly own: OwnOverviewService,
    private readonly site: SiteOverviewService,
  ) {}

  @Get()
  @RequiredRole(Role.Admin)
  all(@Query() query: OverviewQueryDto): Promise<SiteOverview> {
    const nowMs = Date.now();
    return this.site.of(readOverviewSpan(query, 'admin', nowMs), nowMs);
  }

  @Get('self')
  self(@CurrentCaller() caller: Caller, @Query() query: OverviewQueryDto): Promise<Overview> {
    return this.own.of(readOverviewSpan(query, 'own', Date.now()), caller.id);
  }
}
