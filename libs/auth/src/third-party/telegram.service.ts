import { Injectable } from '@nestjs/common';
import { AppError } from '@kernel';
import { Options } from '@option';
import { type Caller } from '@platform';
import { type UserRecord } from '@user';
import { type FastifyRequest } from 'fastify';
import { sessionOf } from '../session/session-only';
import { Tickets } from '../tickets/tickets';
import { requireOpen } from './provider-switch';
import { proveTelegram, type TelegramFields } from './telegram-proof';
import { type ThirdPartyAccount } from './third-party-account';
import { ThirdPartySignIn } from './third-party-sign-in';

/** Signs in and binds with signed data of the Telegram widget. It never registers accounts. */
@Injectable()
export class TelegramService {
  constructor(
    private readonly signIn: ThirdPartySignIn,
    private readonly tickets: Tickets,
    private readonly options: Options,
  ) {}

  /** @throws AppError OAUTH_DISABLED, TELEGRAM_INVALID, OAUTH_NOT_BOUND, OAUTH_DEACTIVATED, AUTH_BANNED */
  async login(request: FastifyRequest): Promise<UserRecord> {
    const user = await this.signIn.signIn(await this.spend(request), request.ip);
    if (!user) throw new AppError('OAUTH_NOT_BOUND');
    return user;
  }

  /** @throws AppError OAUTH_DISABLED, TELEGRAM_INVALID, OAUTH_BOUND, AUTH_SESSION_ONLY, AUTH_NOT_LOGGED_IN */
  async bind(request: FastifyRequest, caller: Caller): Promise<void> {
    sessionOf(caller);
    await this.signIn.bind(await this.spend(request), caller, request.ip);
  }

  /** Signed data are valid once: a captured address cannot be used again. */
  private async spend(request: FastifyRequest): Promise<ThirdPartyAccount> {
    const { current } = this.options;
    requireOpen('telegram', current);
    const nowMs = Date.now();
    const proof = proveTelegram(request.query as TelegramFields, current.TelegramBotToken, nowMs);
    if (!proof) throw new AppError('TELEGRAM_INVALID');
    const { id, login, hash, endsAtMs } = proof;
    const isFirst = await this.tickets.claim({
      purpose: 'telegram-used',
      ticket: hash,
      lifetimeMs: endsAtMs - nowMs,
    });
    if (!isFirst) throw new AppError('TELEGRAM_INVALID');
    return { provider: 'telegram', subject: id, login, displayName: login, level: 0 };
  }
}
