import { Injectable } from '@nestjs/common';
import { KeyBudgets } from '@budget';
import { AccountKind, Ledger } from '@billing';
import {
  GROUP_NAME_MAX,
  TOKEN_NEVER_EXPIRES,
  TOKEN_RATE_COUNT_DEFAULT,
  TOKEN_RATE_INTERVAL_DEFAULT_SECONDS,
  TOKENS_PER_USER_MAX,
  TokenStatus,
  type TokenCreate,
  type TokenEdit,
  type TokenStatusEdit,
  type TokenView,
} from '@contracts';
import { AppError, randomUuid } from '@kernel';
import { UnitOfWork, type Caller } from '@platform';
import { UsableGroups } from '@pricing';
import { checkedCallLimits, noCallLimits } from '@user';
import { type EntityManager } from 'typeorm';
import { checkedIpLimits } from './ip-limits';
import { checkedTags } from './tags';
import { TeamTokens, type TeamPlace } from './team-tokens';
import { TokenChanges } from './token-changes';
import { newKey } from './token-key';
import { TokenListReadModel } from './token-list.read-model';
import {
  checkedExpiryMs,
  checkedDefaultModel,
  checkedModelLimits,
  checkedName,
  checkQuota,
  checkRateValue,
  checkStatusEdit,
  isPast,
  statusAfterEdit,
  type TokenReasons,
} from './token-rules';
import { TokenStore, type TokenChange, type TokenRow } from './token.store';

/** A new token has one key, and nobody has used it. */
const neverRotated = {
  previousKeyHash: '',
  previousEndsAtMs: 0,
  rotatedAtMs: 0,
  accessedIp: '',
  accessedClient: '',
  isDisabledByAdmin: false,
  remindedExpiryMs: 0,
} satisfies TokenChange;

/** The actions of users on their own API keys. Every look-up and every write names the owner. */
@Injectable()
export class TokenService {
  constructor(
    private readonly tokens: TokenStore,
    private readonly list: TokenListReadModel,
    private readonly ledger: Ledger,
    private readonly groups: UsableGroups,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: TokenChanges,
    private readonly budgets: KeyBudgets,
    private readonly teams: TeamTokens,
  ) {}

  /**
   * Creates a key with its ledger account.
   *
   * @throws AppError TOKEN_GROUP_REQUIRED, TOKEN_GROUP_UNAVAILABLE, TOKEN_TOO_MANY and the refusals of the fields
   */
  async create(caller: Caller, request: TokenCreate): Promise<void> {
    const nowMs = Date.now();
    this.checkGroup(caller, request.group);
    const place = await this.placeOf(caller, request);
    const row = {
      ...this.checkedColumns(request, nowMs, null),
      ...place,
      status: TokenStatus.Enabled,
      createdAtMs: nowMs,
      accessedAtMs: nowMs,
      ...neverRotated,
      deletedAtMs: null,
    };
    checkQuota(request.remain_quota);
    const key = newKey();
    await this.unitOfWork.run(async manager => {
      if (place.teamId > 0) await this.teams.checkRoom(manager, place);
      // This locks the owner's account, so that two nodes cannot both count 999.
      await this.ledger.lockedBalance(manager, AccountKind.User, caller.id);
      if ((await this.tokens.countOwnInUnit(manager, caller.id)) >= TOKENS_PER_USER_MAX) {
        throw new AppError('TOKEN_TOO_MANY');
      }
      const id = await this.tokens.insert(manager, key, row);
      await this.ledger.open(manager, AccountKind.Token, id, { isUnlimited: request.unlimited_quota });
      await this.bookLimit(manager, id, request.remain_quota);
      const { budget: terms } = request;
      if (terms) await this.budgets.set(manager, { tokenId: id, createdBy: caller.username, terms });
    });
    if (request.budget) await this.budgets.announce();
  }

  /**
   * Writes the fields that are present. A status that the server had set goes with its reason.
   *
   * @throws AppError COMMON_RECORD_NOT_FOUND and the refusals of the fields
   */
  async edit(caller: Caller, request: TokenEdit): Promise<TokenView> {
    const nowMs = Date.now();
    const stored = await this.get(caller, request.id);
    if (request.group !== undefined && request.group !== stored.group) this.checkGroup(caller, request.group);
    const change = this.checkedColumns(request, nowMs, stored);
    const { isUnlimited: wasUnlimited } = await this.ledger.balanceOf(AccountKind.Token, request.id);
    await this.ledger.callBack(AccountKind.Token, request.id);
    await this.unitOfWork.run(async manager => {
      const row = await this.tokens.findOwnInUnit(manager, caller.id, request.id);
      if (!row) throw new AppError('COMMON_RECORD_NOT_FOUND');
      const left = await this.editQuota(manager, row.id, request);
      const isExhausted = !(request.unlimited_quota ?? wasUnlimited) && left <= 0;
      const expiresAtMs = typeof change.expiresAtMs === 'number' ? change.expiresAtMs : row.expiresAtMs;
      const status = statusAfterEdit(row.status, { isExpired: isPast(expiresAtMs, nowMs), isExhausted });
      await this.tokens.changeOwn(manager, caller.id, row.id, { ...change, status });
    });
    await this.changes.announce(request.id);
    return this.view(caller, request.id);
  }

  /**
   * @throws AppError COMMON_RECORD_NOT_FOUND, TOKEN_DISABLED_BY_ADMIN, TOKEN_STATUS_INVALID, TOKEN_EXPIRED_STAYS,
   *   TOKEN_EXHAUSTED_STAYS
   */
  async setStatus(caller: Caller, { id, status }: TokenStatusEdit): Promise<TokenView> {
    const row = await this.get(caller, id);
    if (row.isDisabledByAdmin && status !== TokenStatus.Disabled) throw new AppError('TOKEN_DISABLED_BY_ADMIN');
    checkStatusEdit(status, await this.reasonsAgainst(row));
    await this.unitOfWork.run(async manager => {
      if (!(await this.tokens.changeOwn(manager, caller.id, id, { status }))) {
        throw new AppError('COMMON_RECORD_NOT_FOUND');
      }
    });
    await this.changes.announce(id);
    return this.view(caller, id);
  }

  /** Soft delete; the key stops working at once. @throws AppError COMMON_RECORD_NOT_FOUND */
  async delete(caller: Caller, id: number): Promise<void> {
    await this.unitOfWork.run(async manager => {
      if (!(await this.tokens.changeOwn(manager, caller.id, id, { deletedAtMs: Date.now() }))) {
        throw new AppError('COMMON_RECORD_NOT_FOUND');
      }
    });
    await this.changes.announce(id);
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND for foreign and unknown ids alike */
  async view(caller: Caller, id: number): Promise<TokenView> {
    const [view] = await this.list.views([await this.get(caller, id)]);
    if (!view) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return view;
  }

  private async placeOf(
    caller: Caller,
    { team_id: teamId = 0, shared = false, group }: TokenCreate,
  ): Promise<TeamPlace> {
    if (teamId === 0) return { teamId: 0, memberId: 0, userId: caller.id };
    return this.teams.placeFor(caller, { teamId, isShared: shared, group });
  }

  private async get(caller: Caller, id: number): Promise<TokenRow> {
    const row = await this.tokens.findOwn(caller.id, id);
    if (!row) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return row;
  }

  private checkGroup(caller: Caller, group: string): void {
    if (group === '') throw new AppError('TOKEN_GROUP_REQUIRED');
    const isUsable = this.groups.groupsOf(caller.group).usable.includes(group);
    // Tables that were stored before their names were checked may hold names beyond the width of the column.
    if (!isUsable || Array.from(group).length > GROUP_NAME_MAX) throw new AppError('TOKEN_GROUP_UNAVAILABLE');
  }

  /** The checked columns that a request names; for a new token (`stored` null) all columns, with their defaults. */
  private checkedColumns(request: Partial<TokenCreate>, nowMs: number, stored: TokenRow | null): TokenChange {
    const isNew = stored === null;
    const expiredTime = request.expired_time ?? (isNew ? TOKEN_NEVER_EXPIRES : undefined);
    const interval = request.rate_limit_interval ?? (isNew ? TOKEN_RATE_INTERVAL_DEFAULT_SECONDS : undefined);
    const count = request.rate_limit_count ?? (isNew ? TOKEN_RATE_COUNT_DEFAULT : undefined);
    if (interval !== undefined) checkRateValue(interval);
    if (count !== undefined) checkRateValue(count);
    const name = request.name ?? (isNew ? '' : undefined);
    const modelLimits = request.model_limits ?? (isNew ? '' : undefined);
    const defaultModel = request.default_model ?? (isNew ? '' : undefined);
    const ipLimits = request.ip_limits ?? (isNew ? '' : undefined);
    const tags = request.tags ?? (isNew ? '' : undefined);
    return withoutGaps({
      name: name === undefined ? undefined : checkedName(name),
      expiresAtMs:
        expiredTime === undefined ? undefined : checkedExpiryMs(expiredTime, nowMs, stored?.expiresAtMs ?? null),
      isModelLimited: request.model_limits_enabled ?? (isNew ? false : undefined),
      modelLimits: modelLimits === undefined ? undefined : checkedModelLimits(modelLimits),
      ipLimits: ipLimits === undefined ? undefined : checkedIpLimits(ipLimits),
      isRateLimited: request.rate_limit_enabled ?? (isNew ? false : undefined),
      rateLimitInterval: interval,
      rateLimitCount: count,
      defaultModel: defaultModel === undefined ? undefined : checkedDefaultModel(defaultModel),
      group: request.group,
      tags: tags === undefined ? undefined : checkedTags(tags),
      ...(isNew && noCallLimits),
      ...checkedCallLimits(request),
    });
  }

  /** Changes the quota of a token. @returns units that may be spent afterwards */
  private async editQuota(manager: EntityManager, tokenId: number, request: TokenEdit): Promise<number> {
    const { remain_quota: wanted, remain_quota_loaded: loaded, unlimited_quota: isUnlimited } = request;
    if (isUnlimited !== undefined) await this.ledger.setUnlimited(manager, AccountKind.Token, tokenId, isUnlimited);
    const before = await this.ledger.lockedBalance(manager, AccountKind.Token, tokenId);
    if (wanted === undefined || wanted === (loaded ?? before)) return before;
    checkQuota(wanted);
    if (loaded !== undefined && !Number.isSafeInteger(loaded)) throw new AppError('TOKEN_QUOTA_INVALID');
    // Units that were used since the form was loaded stay used; the edit cannot leave less than nothing.
    const after = loaded === undefined ? wanted : Math.max(before + wanted - loaded, Math.min(before, 0));
    checkQuota(Math.max(after, 0));
    await this.bookLimit(manager, tokenId, after - before);
    return after;
  }

  private async bookLimit(manager: EntityManager, tokenId: number, units: number): Promise<void> {
    if (units === 0) return;
    const sourceId = `token:${tokenId}:limit:${randomUuid()}`;
    await this.ledger.book(manager, { sourceId, kind: 'token-limit', tokenId, tokenAmount: units });
  }

  private async reasonsAgainst(row: TokenRow): Promise<TokenReasons> {
    const account = await this.ledger.balanceOf(AccountKind.Token, row.id);
    return {
      isExpired: isPast(row.expiresAtMs, Date.now()),
      isExhausted: !account.isUnlimited && account.balance <= 0,
    };
  }
}

/** Leaves out the columns that are not written. */
function withoutGaps(change: Record<string, unknown>): TokenChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
