import { Role, type DrawingView } from '@contracts';
import { Get, Query } from '@nestjs/common';
import { ConsoleController, CurrentCaller, pageRequest, RequiredRole, type Caller } from '@platform';
import { TaskListReadModel } from '@task';
import { DrawingViews } from '../view/drawing-views';
import { drawingFilter, type DrawingScope } from './drawing-filter';
import { DrawingQueryDto } from './drawing.dto';

@ConsoleController('api/mj', Role.User)
export class DrawingController {
  constructor(
    private readonly drawings: TaskListReadModel,
    private readonly views: DrawingViews,
  ) {}

  @Get()
  @RequiredRole(Role.Admin)
  all(@Query() query: DrawingQueryDto): Promise<readonly DrawingView[]> {
    return this.page(query, { kind: 'all' });
  }

  @Get('self')
  own(@CurrentCaller() caller: Caller, @Query() query: DrawingQueryDto): Promise<readonly DrawingView[]> {
    return this.page(query, { kind: 'own', userId: caller.id });
  }

  private async page(query: DrawingQueryDto, scope: DrawingScope): Promise<readonly DrawingView[]> {
    const rows = await this.drawings.page(drawingFilter(query, scope), pageRequest(query.p, query.page_size));
    return rows.map(row => this.views.toConsole(row, { seesChannels: scope.kind === 'all' }));
  }
}
