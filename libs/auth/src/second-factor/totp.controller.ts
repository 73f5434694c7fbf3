import { Body, Get, Post } from '@nestjs/common';
import { Role, type TotpRecoveryCodes, type TotpSetup, type TotpState } from '@contracts';
import { ClientIp, ConsoleController, CurrentCaller, UserLimit, type Caller } from '@platform';
import { AuthenticatorService } from './authenticator.service';
import { TotpCodeDto } from './second-factor.dto';

/** Beside the limit on wrong codes, so that nobody fills the own log or draws secrets without end. */
const CHANGES = { limit: 20, windowMs: 10 * 60_000 } as const;

/** The own authenticator app. */
@ConsoleController('api/user/totp', Role.User)
export class TotpController {
  constructor(private readonly authenticators: AuthenticatorService) {}

  @Get()
  state(@CurrentCaller() caller: Caller): Promise<TotpState> {
    return this.authenticators.state(caller);
  }

  @UserLimit('totp', CHANGES)
  @Post('setup')
  setUp(@CurrentCaller() caller: Caller, @ClientIp() clientIp: string): Promise<TotpSetup> {
    return this.authenticators.setUp({ caller, clientIp });
  }

  @UserLimit('totp', CHANGES)
  @Post('enable')
  enable(
    @Body() { code }: TotpCodeDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<TotpRecoveryCodes> {
    return this.authenticators.enable({ caller, clientIp }, code);
  }

  @Post('disable')
  disable(@Body() { code }: TotpCodeDto, @CurrentCaller() caller: Caller, @ClientIp() clientIp: string): Promise<void> {
    return this.authenticators.disable({ caller, clientIp }, code);
  }

  @Post('recovery_codes')
  renewRecoveryCodes(
    @Body() { code }: TotpCodeDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<TotpRecoveryCodes> {
    return this.authenticators.renewRecoveryCodes({ caller, clientIp }, code);
  }
}
