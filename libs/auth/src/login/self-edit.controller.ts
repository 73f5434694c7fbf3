import { Body, Put } from '@nestjs/common';
import { Role } from '@contracts';
import { ConsoleController, CurrentCaller, type Caller } from '@platform';
import { SelfService } from '@user';
import { SelfEditDto } from './auth.dto';
import { SessionService } from '../session/session.service';

/** Edit of the own profile: here rather than in user, because the session it comes from must survive a new password. */
@ConsoleController('api/user', Role.User)
export class SelfEditController {
  constructor(
    private readonly self: SelfService,
    private readonly sessions: SessionService,
  ) {}

  @Put('self')
  edit(@Body() request: SelfEditDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.self.edit(caller, request, async (manager, sessionVersion) => {
      if (caller.sessionId !== null) await this.sessions.adopt(manager, caller.sessionId, sessionVersion);
    });
  }
}
