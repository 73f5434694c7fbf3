import { Body, Headers, Post } from '@nestjs/common';
import { Role } from '@contracts';
import { languageOf, noticeOf } from '@kernel';
import { Answer, ConsoleController, CurrentCaller, UserLimit, type Caller } from '@platform';
import { TestMailDto } from './test-mail.dto';
import { TestMailService } from './test-mail.service';

/** The route with which administrators test the mail settings. */
@ConsoleController('api/option', Role.Admin)
export class TestMailController {
  constructor(private readonly mail: TestMailService) {}

  @Post('test_mail')
  @UserLimit('test-mail', { limit: 10, windowMs: 600_000 })
  async send(
    @Body() body: TestMailDto,
    @CurrentCaller() caller: Caller,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<Answer<undefined>> {
    const language = languageOf(acceptLanguage);
    const address = await this.mail.send(caller, body.to ?? '', language);
    return new Answer(undefined, { message: noticeOf('TEST_MAIL_SENT', language, { address }) });
  }
}
