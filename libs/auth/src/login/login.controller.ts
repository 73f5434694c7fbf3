import { Body, Get, Post, Query, Req, Res } from '@nestjs/common';
import { type SessionUser } from '@contracts';
import { CriticalRoute, PublicController } from '@platform';
import { toSessionUser } from '@user';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { LoginDto } from './auth.dto';
import { HumanCheck } from '../human/human-check';
import { TurnstileQueryDto } from '../human/human.dto';
import { LoginService } from './login.service';
import { SessionService } from '../session/session.service';

/** Password login and logout. */
@PublicController('api/user')
export class LoginController {
  constructor(
    private readonly logins: LoginService,
    private readonly human: HumanCheck,
    private readonly sessions: SessionService,
  ) {}

  @CriticalRoute()
  @Post('login')
  async login(
    @Body() body: LoginDto,
    @Query() { turnstile }: TurnstileQueryDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionUser> {
    await this.human.check({ request, reply }, turnstile);
    const user = await this.logins.login(body, request);
    await this.sessions.open(user, request, reply);
    return toSessionUser(user);
  }

  /**
   * Browsers also reach this route by plain navigation, so it requires no header. Idempotent; the system access token
   * stays valid.
   */
  @Get('logout')
  async logout(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.close(request, reply);
  }
}
