import { Body, Post, Req, Res } from '@nestjs/common';
import { type SessionUser } from '@contracts';
import { CriticalRoute, PublicController } from '@platform';
import { type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { toSessionUser } from '@user';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SessionService } from '../session/session.service';
import { PasskeyLoginService } from './passkey-login.service';
import { PasskeyLoginDto } from './passkey.dto';

/** Signing in by a passkey. */
@PublicController('api/user/passkey')
export class PasskeyLoginController {
  constructor(
    private readonly logins: PasskeyLoginService,
    private readonly sessions: SessionService,
  ) {}

  @CriticalRoute()
  @Post('options')
  begin(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return this.logins.begin(() => this.sessions.ensure(request, reply));
  }

  @CriticalRoute()
  @Post('login')
  async login(
    @Body() { response }: PasskeyLoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionUser> {
    const user = await this.logins.login(await this.sessions.nameOf(request), response);
    await this.sessions.open(user, request, reply);
    return toSessionUser(user);
  }
}
