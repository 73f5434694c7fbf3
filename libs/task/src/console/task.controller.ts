import { Role, type TaskView } from '@contracts';
import { Get, Query } from '@nestjs/common';
import { ConsoleController, CurrentCaller, pageRequest, RequiredRole, type Caller } from '@platform';
import { TaskListReadModel } from '../store/task-list.read-model';
import { readTaskFilter } from './task-filter';
import { TaskQueryDto } from './task-query.dto';
import { toOwnTaskView, toTaskView } from './task.mapper';

/** Lists tasks in pages of ten, newest first. */
@ConsoleController('api/task', Role.User)
export class TaskController {
  constructor(private readonly tasks: TaskListReadModel) {}

  @Get()
  @RequiredRole(Role.Admin)
  async all(@Query() query: TaskQueryDto): Promise<readonly TaskView[]> {
    const rows = await this.tasks.page(readTaskFilter(query, null), pageRequest(query.p, undefined));
    return rows.map(toTaskView);
  }

  @Get('self')
  async own(@CurrentCaller() caller: Caller, @Query() query: TaskQueryDto): Promise<readonly TaskView[]> {
    const rows = await this.tasks.page(readTaskFilter(query, caller.id), pageRequest(query.p, undefined));
    return rows.map(toOwnTaskView);
  }
}
