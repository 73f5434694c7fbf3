import { Get, Query, Req, Res } from '@nestjs/common';
import { Role } from '@contracts';
import { languageOf } from '@kernel';
import { ClientIp, ConsoleController, CriticalRoute, CurrentCaller, PublicController, type Caller } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { HumanCheck } from '../human/human-check';
import { EmailBindQueryDto, EmailQueryDto } from './mail.dto';
import { VerificationService } from './verification.service';

/** Sends codes that prove an address, for the registration page and for the personal page. */
@PublicController('api/verification')
export class VerificationController {
  constructor(
    private readonly verification: VerificationService,
    private readonly human: HumanCheck,
  ) {}

  @CriticalRoute()
  @Get()
  async sendCode(
    @Query() { email, turnstile }: EmailQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.human.check({ request, reply }, turnstile);
    const language = languageOf(request.headers['accept-language']);
    await this.verification.sendCode(email, { clientIp: request.ip, language });
  }
}

/** Sets the proven address on the account that is signed in. */
@ConsoleController('api/oauth/email', Role.User)
export class EmailBindController {
  constructor(private readonly verification: VerificationService) {}

  @CriticalRoute()
  @Get('bind')
  bind(
    @Query() query: EmailBindQueryDto,
    @CurrentCaller() caller: Caller,
    @ClientIp() clientIp: string,
  ): Promise<void> {
    return this.verification.bind(query, caller, clientIp);
  }
}
