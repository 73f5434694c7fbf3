import { Injectable } from '@nestjs/common';
import { WECHAT_CODE_LIFETIME_SECONDS, withoutTrailingSlash } from '@contracts';
import { AppError } from '@kernel';
import { Options } from '@option';
import { Tickets } from '../tickets/tickets';
import { ProviderAsker } from './provider-asker';
import { requireOpen } from './provider-switch';
import { readableReason } from './return-query';
import { type ThirdPartyAccount } from './third-party-account';

const CODE = /^[0-9]{4,10}$/;
/** Ids of official accounts are shorter than this; 128 is the length of the column. */
const SUBJECT = /^[\x21-\x7e]{1,128}$/;
const PURPOSE = 'wechat-used';

/** The WeChat code server: returns the account that a typed code was issued for. */
@Injectable()
export class WechatClient {
  constructor(
    private readonly asker: ProviderAsker,
    private readonly tickets: Tickets,
    private readonly options: Options,
  ) {}

  /**
   * Uses up a code for the account it was issued for. That server returns the same account again for three minutes, so
   * used codes are remembered for as long. When the work fails, the code may be tried again.
   *
   * @throws AppError OAUTH_DISABLED, COMMON_INVALID_PARAMETER, OAUTH_UNREACHABLE, OAUTH_REFUSED, EMAIL_CODE_WRONG, and
   *   what
   * the work throws
   */
  async spend<Result>(code: string, work: (account: ThirdPartyAccount) => Promise<Result>): Promise<Result> {
    requireOpen('wechat', this.options.current);
    if (!CODE.test(code)) throw new AppError('COMMON_INVALID_PARAMETER');
    const subject = await this.ask(code);
    const lifetimeMs = WECHAT_CODE_LIFETIME_SECONDS * 1000;
    if (!(await this.tickets.claim({ purpose: PURPOSE, ticket: code, lifetimeMs }))) {
      throw new AppError('EMAIL_CODE_WRONG');
    }
    try {
      return await work({ provider: 'wechat', subject, login: '', displayName: 'WeChat User', level: 0 });
    } catch (error) {
      await this.tickets.revoke(PURPOSE, code);
      throw error;
    }
  }

  private async ask(code: string): Promise<string> {
    const { WeChatServerAddress, WeChatServerToken } = this.options.current;
    const url = `${withoutTrailingSlash(WeChatServerAddress)}/api/wechat/user?code=${encodeURIComponent(code)}`;
    const headers = { authorization: WeChatServerToken }; // that server wants the bare token, without a scheme
    const answer = await this.asker.askObject({ url, headers }).catch((error: unknown) => {
      throw this.asker.outage('wechat', error);
    });
    if (answer.success !== true) {
      const reason = typeof answer.message === 'string' ? readableReason(answer.message) : '';
      throw reason === '' ? new AppError('EMAIL_CODE_WRONG') : new AppError('OAUTH_REFUSED', { params: { reason } });
    }
    if (typeof answer.data !== 'string' || !SUBJECT.test(answer.data)) throw new AppError('EMAIL_CODE_WRONG');
    return answer.data;
  }
}
