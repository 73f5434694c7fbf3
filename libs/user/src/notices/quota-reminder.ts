import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AccountKind, Ledger, type AccountState } from '@billing';
import { LogType } from '@contracts';
import { LogStore, sentenceFields } from '@log';
import { canSendMail, formatQuota, Options, saidQuota } from '@option';
import { EventBus, Limiter, Logger, Mailer, UnitOfWork } from '@platform';
import { quotaCrossing, type QuotaCrossing } from './quota-crossing';
import { quotaMail } from './quota-mail';
import { UserStore } from '../store/user.store';

/** How long charges are gathered before their payers are checked together. */
const GATHER_MS = 1000;
/**
 * How long a check waits for the charges that it is about, where the database takes its time: a balance that is read before
 * them has crossed nothing yet.
 */
const BOOKED_WITHIN_MS = 10_000;
/** The pause after a check that failed because the database was away. */
const RETRY_MS = 4000;
/** The most payers that wait for a check; further ones come back with their next call. */
const WAITING_MAX = 10_000;
const PAYERS_PER_QUERY = 1000;
/**
 * How long an observed balance is used. It lets a node notice a crossing that its charges and those of other nodes made
 * together.
 */
const SEEN_FOR_MS = 600_000;
const SEEN_MAX = 50_000;
/**
 * Only one of several nodes that see a crossing sends the mail. This time is longer than an observation is used, or an
 * old observation would send a second mail.
 */
const CROSSING = { limit: 1, windowMs: 2 * SEEN_FOR_MS };
/** The most mails to one user, independent of all other rules. */
const SAFETY_NET = { limit: 2, windowMs: 600_000 };

/** The last observed quota of a user, and its time on the monotonic clock. */
interface Sight {
  readonly total: number;
  readonly seenAt: number;
}

/**
 * Writes to users whose quota runs out, once per crossing. It works outside the relay: charges are only noted when they
 * happen, and their payers are checked a moment later, many in one query.
 */
@Injectable()
export class QuotaReminder implements OnModuleDestroy {
  /** The units charged by this node since the last check, by payer. */
  private charged = new Map<number, number>();
  private readonly seen = new Map<number, Sight>();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly ledger: Ledger,
    private readonly users: UserStore,
    private readonly options: Options,
    private readonly limiter: Limiter,
    private readonly mailer: Mailer,
    private readonly logs: LogStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
    events: EventBus,
  ) {
    events.subscribe('usage.settled', ({ userId, units }) => this.note(userId, units));
  }

  /** Checks the last charges of this node while the database is still there. */
  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    await this.looking;
    await this.look();
    if (this.timer) clearTimeout(this.timer);
  }

  private note(userId: number, units: number): void {
    if (!canSendMail(this.options.current)) return;
    const before = this.charged.get(userId);
    if (before === undefined && this.charged.size >= WAITING_MAX) return;
    this.charged.set(userId, (before ?? 0) + units);
    this.lookIn(GATHER_MS);
  }

  private lookIn(milliseconds: number): void {
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.looking = this.look();
    }, milliseconds);
    this.timer.unref();
  }

  /**
   * Checks the payers. The timer stays set until the check has ended, so that two checks never run at the same time.
   */
  private async look(): Promise<void> {
    const charged = [...this.charged];
    this.charged = new Map();
    await this.ledger.whenBooked(BOOKED_WITHIN_MS);
    let nextInMs = GATHER_MS;
    for (let at = 0; at < charged.length; at += PAYERS_PER_QUERY) {
      const part = charged.slice(at, at + PAYERS_PER_QUERY);
      try {
        await this.lookAt(part);
      } catch (error) {
        this.logger.warn({ err: error, payers: part.length }, 'the quota of payers could not be looked at');
        for (const [userId, units] of part) this.charged.set(userId, (this.charged.get(userId) ?? 0) + units);
        nextInMs = RETRY_MS;
      }
    }
    this.timer = null;
    if (this.charged.size > 0) this.lookIn(nextInMs);
  }

  private async lookAt(charged: readonly (readonly [number, number])[]): Promise<void> {
    const accounts = await this.ledger.balancesOf(
      AccountKind.User,
      charged.map(([userId]) => userId),
    );
    const { QuotaRemindThreshold: threshold } = this.options.current;
    for (const [userId, units] of charged) {
      const account = accounts.get(userId);
      if (!account) continue;
      const after = account.balance + account.held;
      const before = Math.max(after + units, this.lastSeen(userId) ?? after);
      this.see(userId, after);
      const crossing = quotaCrossing({ before, after, threshold });
      if (crossing) await this.remind(userId, crossing, account);
    }
  }

  private async remind(userId: number, crossing: QuotaCrossing, account: AccountState): Promise<void> {
    const user = await this.users.find(userId);
    if (!user?.email) return;
    const { email, username } = user;
    const { current } = this.options;
    // Without a credit a balance only falls, so these values identify one crossing on every node.
    const place = `${crossing}:${userId}:${account.credited}:${current.QuotaRemindThreshold}`;
    if (!(await this.limiter.take(`quota-crossing:${place}`, CROSSING)).isAllowed) return;
    if (!(await this.limiter.take(`quota-mail:${crossing}:${userId}`, SAFETY_NET)).isAllowed) return;
    const units = account.balance + account.held;
    const mail = quotaMail(crossing, formatQuota(units, current), current.ServerAddress);
    this.mailer.sendLater({ to: [email], ...mail });
    const key = crossing === 'low' ? 'quota_reminded_low' : 'quota_reminded_used_up';
    const row = {
      userId,
      username,
      type: LogType.Warning,
      ...sentenceFields({ key, left: saidQuota(units, current) }),
    };
    await this.unitOfWork
      .run(manager => this.logs.append(manager, row))
      // The mail is already on its way: it must not be sent again because its row is missing.
      .catch((error: unknown) => this.logger.warn({ err: error, userId }, 'a reminder has no row in the log'));
  }

  private lastSeen(userId: number): number | undefined {
    const sight = this.seen.get(userId);
    return sight && performance.now() - sight.seenAt < SEEN_FOR_MS ? sight.total : undefined;
  }

  /**
   * Remembers an observation. The observations are ordered by age, and dropping the oldest only makes this node notice
   * a little less.
   */
  private see(userId: number, total: number): void {
    this.seen.delete(userId);
    this.seen.set(userId, { total, seenAt: performance.now() });
    if (this.seen.size <= SEEN_MAX) return;
    const eldest = this.seen.keys().next();
    if (!eldest.done) this.seen.delete(eldest.value);
  }
}
