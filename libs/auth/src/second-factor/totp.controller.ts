import { Body, Get, Post } from '@nestjs/common';
import { Role, type TotpRecoveryCodes, type TotpSetup, type TotpState } from '@contracts';
import { ConsoleController, CurrentActor, CurrentCaller, UserLimit, type Actor, type Caller } from '@platform';
import { AuthenticatorService } from './authenticator.service';
import { TotpCodeDto } from './second-factor.dto';

/** A limit beside the one on wrong codes, so that a caller cannot fill the log or generate secrets without bound. */
const CHANGES = { limit: 20, windowMs: 10 * 60_000 } as const;

/** The caller's own authenticator app. */
@ConsoleController('api/user/totp', Role.User)
export class TotpController {
  constructor(private readonly authenticators: AuthenticatorService) {}

  @Get()
  state(@CurrentCaller() caller: Caller): Promise<TotpState> {
    return this.authenticators.state(caller);
  }

  @UserLimit('totp', CHANGES)
  @Post('setup')
  setUp(@CurrentActor() actor: Actor): Promise<TotpSetup> {
    return this.authenticators.setUp(actor);
  }

  @UserLimit('totp', CHANGES)
  @Post('enable')
  enable(@Body() { code }: TotpCodeDto, @CurrentActor() actor: Actor): Promise<TotpRecoveryCodes> {
    return this.authenticators.enable(actor, code);
  }

  @Post('disable')
  disable(@Body() { code }: TotpCodeDto, @CurrentActor() actor: Actor): Promise<void> {
    return this.authenticators.disable(actor, code);
  }

  @Post('recovery_codes')
  renewRecoveryCodes(@Body() { code }: TotpCodeDto, @CurrentActor() actor: Actor): Promise<TotpRecoveryCodes> {
    return this.authenticators.renewRecoveryCodes(actor, code);
  }
}
