import { Body, Delete, Get, Headers, Post } from '@nestjs/common';
import { Role, type OwnUser } from '@contracts';
import { languageOf, noticeOf } from '@kernel';
import { Answer, ClientIp, ConsoleController, CurrentActor, CurrentCaller, type Actor, type Caller } from '@platform';
import { SelfService } from './self.service';
import { UserManageService } from './user-manage.service';
import { AffiliateTransferDto } from './user.dto';

/**
 * The routes of the personal page. Its edit lives in auth, because a new password must not end the session from which
 * it was set.
 */
@ConsoleController('api/user', Role.User)
export class SelfController {
  constructor(
    private readonly self: SelfService,
    private readonly management: UserManageService,
  ) {}

  @Get('self')
  view(@CurrentCaller() caller: Caller): Promise<OwnUser> {
    return this.self.view(caller);
  }

  @Delete('self')
  remove(@CurrentActor() actor: Actor): Promise<void> {
    return this.management.deleteSelf(actor);
  }

  @Get('token')
  renewAccessToken(@CurrentCaller() caller: Caller): Promise<string> {
    return this.self.renewAccessToken(caller);
  }

  @Get('aff')
  affCode(@CurrentCaller() caller: Caller): Promise<string> {
    return this.self.affCode(caller);
  }

  @Post('aff_transfer')
  async transferRewards(
    @Body() request: AffiliateTransferDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
    @Headers('accept-language') language: string | undefined,
  ): Promise<Answer<undefined>> {
    await this.self.transferRewards({ caller, units: request.quota, clientIp });
    return new Answer(undefined, { message: noticeOf('AFF_TRANSFERRED', languageOf(language)) });
  }
}
