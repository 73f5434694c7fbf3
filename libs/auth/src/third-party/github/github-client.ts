import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, OutboundClient, OutboundFailure, type Config } from '@platform';
import { ProviderAsker } from '../provider-asker';
import { primaryEmail, userRequest, type GithubSettings } from './github-exchange';

/** GitHub as it is set up at this server. */
@Injectable()
export class GithubClient {
  constructor(
    readonly asker: ProviderAsker,
    private readonly outbound: OutboundClient,
    private readonly options: Options,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The present settings: administrators change them while the server runs. */
  get settings(): GithubSettings {
    const { GitHubClientId: clientId, GitHubClientSecret: clientSecret } = this.options.current;
    return { webUrl: this.config.githubUrl, apiUrl: this.config.githubApiUrl, clientId, clientSecret };
  }

  /** A failure here is not an error: the address is only used where an account has none. */
  async verifiedEmail(accessToken: string): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${accessToken}` };
    try {
      const { body } = await this.outbound.askJson(userRequest(`${this.config.githubApiUrl}/user/emails`, headers));
      return primaryEmail(body);
    } catch (error) {
      if (error instanceof OutboundFailure) return undefined;
      throw error;
    }
  }
}
