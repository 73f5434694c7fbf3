import { Get, Req, Res } from '@nestjs/common';
import { Role, type SessionUser } from '@contracts';
import { Answer, ConsoleController, CriticalRoute, CurrentCaller, PublicController, type Caller } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { sessionOf } from '../session/session-only';
import { affCodeOf, entryCodeOf, textOf } from './return-query';
import { requireUserHeader, ReturningCaller } from './returning-caller';
import { ThirdPartySignIn } from './third-party-sign-in';
import { WechatClient } from './wechat-client';

/** Signing in with a code that the official account has sent. */
@PublicController('api/oauth')
export class WechatController {
  constructor(
    private readonly wechat: WechatClient,
    private readonly callers: ReturningCaller,
    private readonly signIn: ThirdPartySignIn,
  ) {}

  /** This call involves no state, so a link on another site must not reach it. */
  @CriticalRoute()
  @Get('wechat')
  async login(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<SessionUser | undefined>> {
    requireUserHeader(request);
    const caller = await this.callers.find(request, reply);
    refuseAccessToken(caller);
    const affCode = affCodeOf(textOf(request, 'aff'));
    const arrival = { request, reply, caller, affCode, entryCode: entryCodeOf(request) };
    const { data } = await this.wechat.spend(textOf(request, 'code'), account => this.signIn.finish(account, arrival));
    return new Answer(data); // without the message of the other providers, as clients of this call expect
  }
}

/** Binds with a code that the official account has sent. */
@ConsoleController('api/oauth', Role.User)
export class WechatBindController {
  constructor(
    private readonly wechat: WechatClient,
    private readonly signIn: ThirdPartySignIn,
  ) {}

  @CriticalRoute()
  @Get('wechat/bind')
  async bind(@Req() request: FastifyRequest, @CurrentCaller() caller: Caller): Promise<void> {
    refuseAccessToken(caller);
    await this.wechat.spend(textOf(request, 'code'), account => this.signIn.bind(account, caller, request.ip));
  }
}

/** Refuses access tokens before the code is used up, since the bind would be refused in the end. */
function refuseAccessToken(caller: Caller | null): void {
  if (caller) sessionOf(caller);
}
