import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import { languageOf } from '@kernel';
import { CriticalRoute, PublicController } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { DeviceCookie } from '../session/device-cookie';
import { HumanCheck } from '../human/human-check';
import { EmailQueryDto, ResetDto } from './mail.dto';
import { PasswordResetService } from './password-reset.service';

/** The request for a reset link. */
@PublicController('api/reset_password')
export class ResetMailController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly human: HumanCheck,
  ) {}

  @CriticalRoute()
  @Get()
  async sendLink(
    @Query() { email, turnstile }: EmailQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.human.check({ request, reply }, turnstile);
    const language = languageOf(request.headers['accept-language']);
    const begin = await this.resets.accept(email, { clientIp: request.ip, language });
    afterAnswer(reply, begin);
  }
}

/** The link that was mailed. */
@PublicController('api/user')
export class ResetController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly devices: DeviceCookie,
  ) {}

  @CriticalRoute()
  @Post('reset')
  async reset(
    @Body() body: ResetDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { password, userId } = await this.resets.reset(body, request.ip);
    // The owner signs in from this browser next, even while strangers are guessing the password.
    this.devices.remember(userId, request, reply);
    return password;
  }
}

/** Starts the work after the response was sent, so that the response time reveals nothing about the work. */
function afterAnswer({ raw }: FastifyReply, work: () => void): void {
  if (raw.closed)
    work(); // the caller has already disconnected
  else raw.once('close', work);
}
