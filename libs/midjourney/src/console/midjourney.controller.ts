import { Role, type ImageTaskView } from '@contracts';
import { Get, Query } from '@nestjs/common';
import { ConsoleController, CurrentCaller, pageRequest, RequiredRole, type Caller } from '@platform';
import { TaskListReadModel } from '@task';
import { MidjourneyViews } from '../view/midjourney-views';
import { midjourneyFilter, type MidjourneyScope } from './midjourney-filter';
import { MidjourneyQueryDto } from './midjourney.dto';

@ConsoleController('api/mj', Role.User)
export class MidjourneyController {
  constructor(
    private readonly tasks: TaskListReadModel,
    private readonly views: MidjourneyViews,
  ) {}

  @Get()
  @RequiredRole(Role.Admin)
  all(@Query() query: MidjourneyQueryDto): Promise<readonly ImageTaskView[]> {
    return this.page(query, { kind: 'all' });
  }

  @Get('self')
  own(@CurrentCaller() caller: Caller, @Query() query: MidjourneyQueryDto): Promise<readonly ImageTaskView[]> {
    return this.page(query, { kind: 'own', userId: caller.id });
  }

  private async page(query: MidjourneyQueryDto, scope: MidjourneyScope): Promise<readonly ImageTaskView[]> {
    const rows = await this.tasks.page(midjourneyFilter(query, scope), pageRequest(query.p, query.page_size));
    return rows.map(row => this.views.toConsole(row, { seesChannels: scope.kind === 'all' }));
  }
}
