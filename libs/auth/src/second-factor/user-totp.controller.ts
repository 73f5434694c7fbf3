import { Delete, Param } from '@nestjs/common';
import { Role } from '@contracts';
import { ClientIp, ConsoleController, CurrentCaller, IdParam, type Caller } from '@platform';
import { AuthenticatorService } from './authenticator.service';

/** Authenticator apps of other people, for those who lost theirs. */
@ConsoleController('api/user', Role.Admin)
export class UserTotpController {
  constructor(private readonly authenticators: AuthenticatorService) {}

  @Delete(':id/totp')
  remove(
    @Param('id', IdParam) id: number,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<void> {
    return this.authenticators.removeFor({ caller, clientIp }, id);
  }
}
