import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { OAuthReturn, type AdmittedReturn } from '../oauth-return';
import { ProviderAsker } from '../provider-asker';
import { type ThirdPartyAccount } from '../third-party-account';
import { type Arrival } from '../third-party-sign-in';
import { GithubClient } from './github-client';
import { type GithubCall } from './github.strategy';

/** The request of a return from GitHub, as the guard leaves it. */
type GithubRequest = FastifyRequest & { githubReturn?: AdmittedReturn; githubAccount?: ThirdPartyAccount };

/**
 * Admits a return that GitHub confirms. Passport gets neither the request nor the reply: it would add its own methods
 * to the request and could send the reply.
 */
@Injectable()
export class GithubGuard extends AuthGuard('github') {
  // Fields, because the guard it extends has a constructor with injected arguments of its own.
  @Inject(OAuthReturn) private readonly returns!: OAuthReturn;
  @Inject(GithubClient) private readonly client!: GithubClient;
  @Inject(ProviderAsker) private readonly asker!: ProviderAsker;

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<GithubRequest>();
    request.githubReturn = await this.returns.admit('github', request, http.getResponse<FastifyReply>());
    return Boolean(await super.canActivate(context));
  }

  override getRequest(context: ExecutionContext): GithubCall {
    const { githubReturn } = context.switchToHttp().getRequest<GithubRequest>();
    return { query: { code: githubReturn?.code ?? '' }, client: this.client };
  }

  getResponse(): object {
    return {};
  }

  override handleRequest<Account>(
    error: unknown,
    account: unknown,
    _info: unknown,
    context: ExecutionContext,
  ): Account {
    if (error || !account) throw this.asker.outage('github', causeOf(error));
    context.switchToHttp().getRequest<GithubRequest>().githubAccount = account as ThirdPartyAccount; // from validate
    return account as Account; // the type its caller names
  }
}

/** The results that the guard stored on the request. */
export function vouchedByGithub(request: GithubRequest): {
  readonly account: ThirdPartyAccount;
  readonly arrival: Arrival;
} {
  const { githubAccount: account, githubReturn } = request;
  if (!account || !githubReturn) throw new Error('A return from GitHub is read behind its guard.');
  return { account, arrival: githubReturn.arrival };
}

/** The strategy wraps what went wrong in an error of its own. */
function causeOf(error: unknown): unknown {
  return (error as { oauthError?: unknown } | null)?.oauthError ?? error;
}
