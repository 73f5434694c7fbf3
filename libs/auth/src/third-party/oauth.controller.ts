import { Get, Req, Res, UseGuards } from '@nestjs/common';
import { type SessionUser } from '@contracts';
import { CriticalRoute, PublicController, type Answer } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GithubGuard, vouchedByGithub } from './github/github.guard';
import { LinuxDoClient } from './linux-do-client';
import { OAuthReturn } from './oauth-return';
import { OAuthState } from './oauth-state';
import { affCodeOf, entryCodeOf, textOf } from './return-query';
import { ThirdPartySignIn } from './third-party-sign-in';

/** Where browsers come back to from GitHub and LINUX DO, and the state they take along. */
@PublicController('api/oauth')
export class OAuthController {
  constructor(
    private readonly states: OAuthState,
    private readonly returns: OAuthReturn,
    private readonly linuxDo: LinuxDoClient,
    private readonly signIn: ThirdPartySignIn,
  ) {}

  @CriticalRoute()
  @Get('state')
  state(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const codes = { affCode: affCodeOf(textOf(request, 'aff')), entryCode: entryCodeOf(request) };
    return this.states.begin({ request, reply }, codes);
  }

  @CriticalRoute()
  @UseGuards(GithubGuard)
  @Get('github')
  github(@Req() request: FastifyRequest): Promise<Answer<SessionUser | undefined>> {
    const { account, arrival } = vouchedByGithub(request);
    return this.signIn.finish(account, arrival);
  }

  @CriticalRoute()
  @Get('linuxdo')
  async linuxdo(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<SessionUser | undefined>> {
    await this.returns.passOnRefusal(request);
    const { code, arrival } = await this.returns.admit('linuxdo', request, reply);
    return this.signIn.finish(await this.linuxDo.identify(code), arrival);
  }
}
