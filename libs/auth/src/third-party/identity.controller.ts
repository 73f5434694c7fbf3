import { Delete, Param } from '@nestjs/common';
import { Role } from '@contracts';
import { AppError } from '@kernel';
import { ClientIp, ConsoleController, CriticalRoute, CurrentCaller, type Caller } from '@platform';
import { IdentityRemoval } from './identity-removal.service';
import { isProviderId } from './third-party-account';

/** The caller's third-party accounts. */
@ConsoleController('api/oauth', Role.User)
export class IdentityController {
  constructor(private readonly removal: IdentityRemoval) {}

  @CriticalRoute()
  @Delete(':provider/bind')
  unbind(
    @Param('provider') provider: string,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<void> {
    if (!isProviderId(provider)) throw new AppError('COMMON_INVALID_PARAMETER');
    return this.removal.remove(provider, caller, clientIp);
  }
}
