import { Delete, Param } from '@nestjs/common';
import { Role } from '@contracts';
import { ConsoleController, CurrentActor, IdParam, type Actor } from '@platform';
import { AuthenticatorService } from './authenticator.service';

/** Authenticator apps of other people, for those who lost theirs. */
@ConsoleController('api/user', Role.Admin)
export class UserTotpController {
  constructor(private readonly authenticators: AuthenticatorService) {}

  @Delete(':id/totp')
  remove(@Param('id', IdParam) id: number, @CurrentActor() actor: Actor): Promise<void> {
    return this.authenticators.removeFor(actor, id);
  }
}
