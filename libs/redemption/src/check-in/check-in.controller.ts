import { Get, Headers, Post, Query } from '@nestjs/common';
import { Role, type SignInDates, type SignInResult } from '@contracts';
import { languageOf, noticeOf } from '@kernel';
import { Answer, ClientIp, ConsoleController, CurrentCaller, UserLimit, type Caller } from '@platform';
import { SignInDatesDto } from './check-in.dto';
import { CheckInService } from './check-in.service';

/** The routes of the check-in dialog. */
@ConsoleController('api/user', Role.User)
export class CheckInController {
  constructor(private readonly checkIns: CheckInService) {}

  @Post('sign-in')
  @UserLimit('check-in', { limit: 6, windowMs: 60_000 })
  async signIn(
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
    @Headers('accept-language') language: string | undefined,
  ): Promise<Answer<SignInResult>> {
    const result = await this.checkIns.signIn(caller, clientIp);
    return new Answer(result, { message: noticeOf('SIGN_IN_OK', languageOf(language)) });
  }

  @Get('sign-in-dates')
  dates(@Query() query: SignInDatesDto, @CurrentCaller() caller: Caller): Promise<SignInDates> {
    return this.checkIns.dates(caller, query.month);
  }
}
