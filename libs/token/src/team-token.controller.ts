import { Delete, Get, Param } from '@nestjs/common';
import { Role, type TeamKey } from '@contracts';
import { ConsoleController, CurrentCaller, IdParam, type Caller } from '@platform';
import { TeamTokens } from './team-tokens';

/** The keys of a team. One is made as every key is: by the form of a new key. */
@ConsoleController('api/team/:id/key', Role.User)
export class TeamTokenController {
  constructor(private readonly tokens: TeamTokens) {}

  /** The shared keys and one's own; managers see those of all members, but not what they are. */
  @Get()
  list(@Param('id', IdParam) id: number, @CurrentCaller() caller: Caller): Promise<readonly TeamKey[]> {
    return this.tokens.list(caller, id);
  }

  @Delete(':key_id')
  remove(
    @Param('id', IdParam) id: number,
    @Param('key_id', IdParam) keyId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.tokens.remove(caller, id, keyId);
  }
}
