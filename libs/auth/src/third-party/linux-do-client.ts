import { Inject, Injectable } from '@nestjs/common';
import { AppError, type JsonObject } from '@kernel';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { ProviderAsker } from './provider-asker';
import { type ThirdPartyAccount } from './third-party-account';

const LEVEL_MAX = 4;

/** LINUX DO connect: an authorization code flow with a user call of its own. */
@Injectable()
export class LinuxDoClient {
  constructor(
    private readonly asker: ProviderAsker,
    private readonly options: Options,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Finds the account that a code was issued for. The response of the user call also holds a key of that person, which
   * is not read.
   *
   * @throws AppError OAUTH_UNREACHABLE, OAUTH_EMPTY_USER, OAUTH_LEVEL, OAUTH_INACTIVE, OAUTH_SILENCED
   */
  async identify(code: string): Promise<ThirdPartyAccount> {
    return this.toAccount(await this.askUser(code));
  }

  private async askUser(code: string): Promise<JsonObject> {
    const { LinuxDoClientId, LinuxDoClientSecret } = this.options.current;
    const { linuxdoConnectUrl } = this.config;
    const credentials = Buffer.from(`${LinuxDoClientId}:${LinuxDoClientSecret}`).toString('base64');
    try {
      // Without redirect_uri, because the link that the browser followed has none either.
      const token = await this.asker.askToken({
        url: `${linuxdoConnectUrl}/oauth2/token`,
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        form: { grant_type: 'authorization_code', code },
      });
      return await this.asker.askObject({
        url: `${linuxdoConnectUrl}/api/user`,
        headers: { authorization: `Bearer ${token}` },
      });
    } catch (error) {
      throw this.asker.outage('linuxdo', error);
    }
  }

  private toAccount({ id, username, name, trust_level: trust, active, silenced }: JsonObject): ThirdPartyAccount {
    if (!Number.isSafeInteger(id) || Number(id) <= 0) throw new AppError('OAUTH_EMPTY_USER');
    const level = Number.isInteger(trust) ? Math.min(Math.max(Number(trust), 0), LEVEL_MAX) : 0;
    if (level < this.options.current.LinuxDoMinLevel) throw new AppError('OAUTH_LEVEL');
    if (active !== true) throw new AppError('OAUTH_INACTIVE');
    if (silenced !== false && silenced !== undefined) throw new AppError('OAUTH_SILENCED');
    const login = typeof username === 'string' ? username : '';
    const nickname = typeof name === 'string' && name.trim() !== '' ? name : login;
    return { provider: 'linuxdo', subject: String(id), login, displayName: nickname, level };
  }
}
