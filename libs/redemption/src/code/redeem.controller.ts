import { Body, Post } from '@nestjs/common';
import { Role, type RedeemedPlan } from '@contracts';
import { ClientIp, ConsoleController, CurrentCaller, UserLimit, type Caller } from '@platform';
import { RedeemService } from './redeem.service';
import { RedeemDto } from './redemption.dto';

/** The route of the wallet's field for codes. */
@ConsoleController('api/user', Role.User)
export class RedeemController {
  constructor(private readonly codes: RedeemService) {}

  @Post('topup')
  @UserLimit('redeem', { limit: 10, windowMs: 60_000 })
  redeem(
    @Body() request: RedeemDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<number | RedeemedPlan> {
    return this.codes.redeem(caller, request.key, clientIp);
  }
}
