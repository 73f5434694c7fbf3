import { Body, Post, Query, Req, Res } from '@nestjs/common';
import { CriticalRoute, PublicController } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { HumanCheck } from '../human/human-check';
import { TurnstileQueryDto } from '../human/human.dto';
import { RegisterDto } from './mail.dto';
import { RegistrationService } from './registration.service';

/** Registration by name and password. */
@PublicController('api/user')
export class RegisterController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly human: HumanCheck,
  ) {}

  @CriticalRoute()
  @Post('register')
  async register(
    @Body() body: RegisterDto,
    @Query() { turnstile }: TurnstileQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.registration.checkOpen();
    await this.human.check({ request, reply }, turnstile);
    await this.registration.register(body, request.ip);
  }
}
