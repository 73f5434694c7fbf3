import { Delete, Get, Param } from '@nestjs/common';
import { Role, type SessionView } from '@contracts';
import { ConsoleController, CurrentCaller, type Caller } from '@platform';
import { SessionListService } from './session-list.service';

/**
 * The caller's own signed-in browsers. Access tokens may end them too: a user who lost a laptop may have nothing else
 * available.
 */
@ConsoleController('api/user/sessions', Role.User)
export class SessionListController {
  constructor(private readonly sessions: SessionListService) {}

  @Get()
  list(@CurrentCaller() caller: Caller): Promise<readonly SessionView[]> {
    return this.sessions.list(caller);
  }

  @Delete()
  endOthers(@CurrentCaller() caller: Caller): Promise<void> {
    return this.sessions.endOthers(caller);
  }

  @Delete(':id')
  end(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.sessions.end(caller, id);
  }
}
