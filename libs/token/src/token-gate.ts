import { AccountKind, type Ledger } from '@billing';
import { TokenStatus } from '@contracts';
import { AppError, isAppError, TtlCache, type Clock } from '@kernel';
import { type ChangeNotices, type EventBus, type Limiter } from '@platform';
import { type TeamDirectory } from '@team';
import { type UserStore } from '@user';
import { rateHeadersOf, type ApiCaller } from './api-caller';
import { checkToken, standingRefusal, toKnownToken, withChannel, type KnownToken, type TokenRate } from './known-token';
import { type RefusedAddresses } from './refused-addresses';
import { isKeyShaped, splitPresentedKey, type PresentedKey } from './token-key';
import { type TokenLearning } from './token-learning';
import { type TokenRetirement } from './token-retirement';
import { isPast } from './token-rules';
import { type TokenRow, type TokenStore } from './token.store';
import { type TokenUses } from './token-uses';

const ENTRIES_MAX = 10_000;
/** The longest time for which a cached copy is used, in case a notice of a change was lost. */
const LIFETIME_MS = 60_000;

export interface TokenGateParts {
  readonly tokens: TokenStore;
  readonly users: UserStore;
  readonly teams: TeamDirectory;
  readonly ledger: Ledger;
  readonly limiter: Limiter;
  readonly retirement: TokenRetirement;
  readonly learning: TokenLearning;
  readonly uses: TokenUses;
  readonly refusedAddresses: RefusedAddresses;
  readonly events: EventBus;
  readonly notices: ChangeNotices;
  readonly clock: Clock;
}

/** How a call wants to be admitted. */
export interface AdmitOptions {
  /** False for routes that do not count toward the token's rate limit, such as model lists. */
  readonly isCounted: boolean;
  /** What the client calls itself; null or absent when it says nothing. */
  readonly client?: string | null | undefined;
}

interface AdmittedCall {
  readonly clientIp: string;
  readonly client: string | null;
  readonly isCounted: boolean;
}

/** The gate's decision on calls of a token from an address that is allowed. */
export interface TokenOutlook {
  readonly caller: ApiCaller;
  /** Every refusal of the gate, in its order; empty when the gate lets calls in. */
  readonly refusals: readonly AppError[];
  readonly isIpLimited: boolean;
}

/** The token whose outlook is requested, with its owner when only the owner may ask. */
export interface OutlookOptions {
  readonly tokenId: number;
  /** Limits the look-up to tokens of this user; null allows the token of any user. */
  readonly ownerId: number | null;
  /** The channel that would be named behind the key; null means none. */
  readonly channelId: number | null;
}

interface Load {
  readonly generation: number;
  readonly token: Promise<KnownToken | null>;
}

/**
 * Finds the caller of a presented key, by the order in docs/relay-rules.md#order-of-checks. Copies are kept in memory
 * and dropped the moment the token or its owner changes; the gate never decides about money, because the ledger itself
 * refuses.
 */
export class TokenGate {
  private readonly known: TtlCache<string, KnownToken>;
  /** Well-formed keys that belong to no token. */
  private readonly unknown: TtlCache<string, true>;
  private readonly loads = new Map<string, Load>();
  /** A number that grows with every change: a row that was read before a change is not kept after it. */
  private generation = 0;

  constructor(private readonly parts: TokenGateParts) {
    const { clock, events, notices } = parts;
    this.known = new TtlCache({ sizeMax: ENTRIES_MAX, lifetimeMs: LIFETIME_MS, clock });
    this.unknown = new TtlCache({ sizeMax: ENTRIES_MAX, lifetimeMs: LIFETIME_MS, clock });
    events.subscribe('token.changed', ({ tokenId }) => this.drop(token => token.caller.tokenId === tokenId));
    events.subscribe('user.changed', ({ userId }) => this.drop(token => token.caller.userId === userId));
    notices.subscribe('token', id => {
      // Keys of which nobody knew may have come.
      if (id === null) this.unknown.clear();
      this.drop(token => id === null || token.caller.tokenId === Number(id));
    });
    events.subscribe('team.changed', ({ teamId }) => this.drop(token => token.teamId === teamId));
    notices.subscribe('team', id =>
      this.drop(token => token.teamId > 0 && (id === null || token.teamId === Number(id))),
    );
    notices.subscribe('user', id => this.drop(token => id === null || token.caller.userId === Number(id)));
  }

  /**
   * Admits a call. The result is synchronous when the key is known and has no rate limit of its own, which is the usual
   * case; a refusal is then thrown synchronously, too.
   *
   * @param rawKey the key as presented, with or without `sk-`, perhaps with a channel behind it
   * @throws AppError RELAY_TOKEN_*, RELAY_USER_*, RELAY_CHANNEL_*, RELAY_IP_DENIED; RELAY_TOKEN_RATE carries
   * `retryAfterSeconds` in its details
   */
  admit(rawKey: string, clientIp: string, { isCounted, client = null }: AdmitOptions): ApiCaller | Promise<ApiCaller> {
    if (rawKey === '') throw new AppError('RELAY_TOKEN_MISSING');
    const presented = splitPresentedKey(rawKey);
    if (presented === null) throw new AppError('RELAY_TOKEN_INVALID');
    const token = this.known.get(presented.key);
    if (token) return this.check(token, presented, { clientIp, client, isCounted });
    if (!isKeyShaped(presented.key) || this.unknown.get(presented.key)) throw new AppError('RELAY_TOKEN_INVALID');
    return this.load(presented.key).then(loaded => this.check(loaded, presented, { clientIp, client, isCounted }));
  }

  /**
   * Predicts how the gate would decide on calls with a token, by the same checks as `admit`; nothing is counted, noted
   * or stored.
   *
   * @returns null when there is no such token
   */
  async outlook({ tokenId, ownerId, channelId }: OutlookOptions): Promise<TokenOutlook | null> {
    const { tokens, clock } = this.parts;
    const row = ownerId === null ? await tokens.find(tokenId) : await tokens.findOwn(ownerId, tokenId);
    if (!row) return null;
    const token = await this.assemble(tokens.keyOf(row), row, false);
    const standing = standingRefusal(token, clock.now());
    const isIpLimited = token.ipRule !== null;
    try {
      const caller = channelId === null ? token.caller : withChannel(token.caller, String(channelId));
      return { caller, refusals: standing ? [standing] : [], isIpLimited };
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { caller: token.caller, refusals: standing ? [standing, error] : [error], isIpLimited };
    }
  }

  /**
   * Stores status 4 after the ledger found nothing left on a token, unless running calls may still give something back.
   * The caller does not wait for it.
   */
  markExhausted(tokenId: number): void {
    this.parts.retirement.exhaust(tokenId);
  }

  private check(
    token: KnownToken | null,
    presented: PresentedKey,
    { clientIp, client, isCounted }: AdmittedCall,
  ): ApiCaller | Promise<ApiCaller> {
    if (token === null) throw new AppError('RELAY_TOKEN_INVALID');
    const nowMs = this.parts.clock.now();
    if (token.refusal === null && isPast(token.expiresAtMs, nowMs)) this.expire(presented.key, token);
    const caller = this.checked(token, presented, { clientIp, nowMs });
    this.parts.uses.note(caller.tokenId, nowMs, clientIp, client);
    return token.rate !== null && isCounted ? this.take(token.rate, caller) : caller;
  }

  private checked(
    token: KnownToken,
    presented: PresentedKey,
    call: { readonly clientIp: string; readonly nowMs: number },
  ): ApiCaller {
    try {
      return checkToken(token, presented, call);
    } catch (error) {
      if (isAppError(error, 'RELAY_IP_DENIED')) {
        this.parts.refusedAddresses.note(token.caller, call.clientIp, call.nowMs);
      }
      throw error;
    }
  }

  private async take({ bucket, limit, refusalParams }: TokenRate, caller: ApiCaller): Promise<ApiCaller> {
    const { isAllowed, remaining, retryAfterMs } = await this.parts.limiter.take(bucket, limit);
    const { count, seconds } = refusalParams;
    if (isAllowed) return { ...caller, rate: { limit: count, remaining, windowSeconds: seconds } };
    const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
    throw new AppError('RELAY_TOKEN_RATE', {
      params: { ...refusalParams, wait: retryAfterSeconds },
      details: { retryAfterSeconds, headers: rateHeadersOf({ limit: count, remaining, windowSeconds: seconds }) },
    });
  }

  /** Reads a key once for many calls that wait for it, but never uses a reading that began before the last change. */
  private load(key: string): Promise<KnownToken | null> {
    const running = this.loads.get(key);
    if (running?.generation === this.generation) return running.token;
    const load: Load = { generation: this.generation, token: this.read(key, this.generation) };
    this.loads.set(key, load);
    const forget = (): void => {
      if (this.loads.get(key) === load) this.loads.delete(key);
    };
    load.token.then(forget, forget);
    return load.token;
  }

  private async read(key: string, generation: number): Promise<KnownToken | null> {
    const row = await this.parts.tokens.findByKey(key);
    if (!row) {
      if (generation === this.generation) this.unknown.set(key, true);
      return null;
    }
    const token = await this.assemble(key, row, this.parts.tokens.isPreviousKey(row, key));
    if (this.parts.tokens.isKnownByDigest(row, key)) this.parts.learning.learn(row.id, key);
    const isStoring = row.status === TokenStatus.Enabled && this.storeReason(token);
    // A token is not remembered until its status is stored: a refund may lift the refusal without any change of the
    // token.
    if (generation === this.generation && !isStoring) this.known.set(key, token);
    return token;
  }

  private async assemble(key: string, row: TokenRow, isPreviousKey: boolean): Promise<KnownToken> {
    const { users, teams, ledger, clock } = this.parts;
    const team = row.teamId > 0 ? await teams.standingOf(row.teamId, row.memberId) : null;
    const userId = team ? team.userId : row.userId;
    const [account, user] = await Promise.all([ledger.balanceOf(AccountKind.Token, row.id), users.find(userId)]);
    return toKnownToken({ key, row, isPreviousKey, account, user, team }, clock.now());
  }

  private drop(isConcerned: (token: KnownToken) => boolean): void {
    this.generation += 1;
    this.known.deleteWhere(isConcerned);
  }

  /** Forgets a token that expired while it was remembered, so that it is read again with its new status. */
  private expire(key: string, token: KnownToken): void {
    this.known.delete(key);
    this.parts.retirement.expire(token.caller.tokenId);
  }

  /**
   * Stores the status that belongs to a refusal. @returns whether the refusal is one whose status belongs into the row
   */
  private storeReason({ refusal, caller }: KnownToken): boolean {
    const { retirement } = this.parts;
    if (refusal === 'RELAY_TOKEN_EXPIRED') retirement.expire(caller.tokenId);
    else if (refusal === 'RELAY_TOKEN_EXHAUSTED') retirement.exhaust(caller.tokenId);
    else return false;
    return true;
  }
}
