import { Injectable } from '@nestjs/common';
import { LogType } from '@contracts';
import { groupBy } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { canSendMail, Options } from '@option';
import { Mailer, UnitOfWork } from '@platform';
import { UserStore } from '@user';
import { expiryMail, type ExpiringKey } from './expiry-mail';
import { TokenStore, type TokenRow } from './token.store';

const DAY_MS = 86_400_000;
/** The most tokens of one run; further ones come with the next. */
const TOKENS_PER_RUN = 1000;

/** Writes to the owners of keys that expire soon: once for each expiry, and one mail for all keys of an owner. */
@Injectable()
export class ExpiryReminder {
  constructor(
    private readonly tokens: TokenStore,
    private readonly users: UserStore,
    private readonly options: Options,
    private readonly mailer: Mailer,
    private readonly logs: LogStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns how many keys were told of */
  async run(): Promise<number> {
    const { current } = this.options;
    const days = current.TokenExpiryRemindDays;
    if (days === 0 || !canSendMail(current)) return 0;
    const nowMs = Date.now();
    const rows = await this.tokens.expiring(nowMs, nowMs + days * DAY_MS, TOKENS_PER_RUN);
    for (const [userId, own] of groupBy(rows, row => row.userId)) await this.remind(userId, own);
    return rows.length;
  }

  private async remind(userId: number, rows: readonly TokenRow[]): Promise<void> {
    const user = await this.users.find(userId);
    const keys = await this.markedOf(rows, user?.username ?? '', Boolean(user?.email));
    if (!user?.email || keys.length === 0) return;
    this.mailer.sendLater({ to: [user.email], ...expiryMail(keys, this.options.current.ServerAddress) });
  }

  /** Marks keys as told of, so that no other node tells of them again. @returns those that nobody had told of */
  private markedOf(rows: readonly TokenRow[], username: string, hasMail: boolean): Promise<readonly ExpiringKey[]> {
    return this.unitOfWork.run(async manager => {
      const keys: ExpiringKey[] = [];
      for (const row of rows) {
        if (!(await this.tokens.markReminded(manager, row))) continue;
        const until = `${new Date(row.expiresAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
        keys.push({ name: row.name, until });
        if (!hasMail) continue;
        await this.logs.append(manager, {
          userId: row.userId,
          username,
          tokenId: row.id,
          tokenName: row.name,
          type: LogType.Warning,
          ...sentenceFields({ key: 'key_expires_soon', name: row.name, until }),
        });
      }
      return keys;
    });
  }
}
