import { Injectable } from '@nestjs/common';
import {
  LogType,
  TOKEN_GRACE_MAX_SECONDS,
  type LogSaying,
  type TokenLeak,
  type TokenLeakResult,
  type TokenRotation,
  type TokenView,
} from '@contracts';
import { AppError } from '@kernel';
import { KeyLogReadModel, LogStore, sentenceFields } from '@log';
import { UnitOfWork, type Actor } from '@platform';
import { TokenChanges } from './token-changes';
import { newKey } from './token-key';
import { TokenService } from './token.service';
import { TokenStore, type TokenChange, type TokenRow } from './token.store';

/** A change of the keys of a token, and the sentence of its log row. */
interface KeyChange {
  readonly change: TokenChange;
  readonly said: LogSaying;
}

/**
 * Replaces the keys of tokens. The token stays, and with it everything that counts by its id: limits, quota, log. Of
 * replaced keys one alone can work beside the present key.
 */
@Injectable()
export class TokenRotationService {
  constructor(
    private readonly tokens: TokenStore,
    private readonly service: TokenService,
    private readonly changes: TokenChanges,
    private readonly unitOfWork: UnitOfWork,
    private readonly logs: LogStore,
    private readonly calls: KeyLogReadModel,
  ) {}

  /**
   * Gives the token a new key; the present one works until the end of the grace.
   *
   * @throws AppError TOKEN_GRACE_INVALID, TOKEN_GRACE_RUNS, TOKEN_KEY_CHANGED, COMMON_RECORD_NOT_FOUND
   */
  async rotate(actor: Actor, id: number, request: TokenRotation): Promise<TokenView> {
    const { grace_seconds: graceSeconds, ends_previous: endsPrevious = false } = request;
    if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > TOKEN_GRACE_MAX_SECONDS) {
      throw new AppError('TOKEN_GRACE_INVALID', { params: { max: TOKEN_GRACE_MAX_SECONDS } });
    }
    return this.changeKeys(actor, id, (row, nowMs) => {
      if (row.previousEndsAtMs > nowMs && !endsPrevious) {
        throw new AppError('TOKEN_GRACE_RUNS', { params: { until: isoTime(row.previousEndsAtMs) } });
      }
      const endsAtMs = nowMs + graceSeconds * 1000;
      const change = this.tokens.rotated(row, newKey(), { nowMs, endsAtMs });
      if (graceSeconds === 0) return { change, said: { key: 'key_rotated_at_once', name: row.name } };
      return { change, said: { key: 'key_rotated', name: row.name, until: isoTime(endsAtMs) } };
    });
  }

  /** Ends a replaced key before the end of its grace; nothing changes when it has ended already. */
  endPrevious(actor: Actor, id: number): Promise<TokenView> {
    return this.changeKeys(actor, id, (row, nowMs) => {
      if (row.previousEndsAtMs <= nowMs) return null;
      return { change: { previousEndsAtMs: nowMs }, said: { key: 'key_previous_ended', name: row.name } };
    });
  }

  /**
   * Ends all keys of the token at once and gives it a new one. Calls since the leak are told by address, so that one
   * sees who used the key.
   *
   * @throws AppError TOKEN_KEY_CHANGED, COMMON_RECORD_NOT_FOUND
   */
  async replaceLeaked(actor: Actor, id: number, { since }: TokenLeak): Promise<TokenLeakResult> {
    const token = await this.changeKeys(actor, id, (row, nowMs) => ({
      change: this.tokens.rotated(row, newKey(), { nowMs, endsAtMs: nowMs }),
      said: { key: 'key_leaked', name: row.name },
    }));
    const uses = await this.calls.addressesSince({ userId: actor.id, tokenId: id, sinceMs: since * 1000 });
    return { token, uses };
  }

  /** Changes the keys of an owner's token together with a log row, and tells all nodes. */
  private async changeKeys(
    actor: Actor,
    id: number,
    plan: (row: TokenRow, nowMs: number) => KeyChange | null,
  ): Promise<TokenView> {
    const isChanged = await this.unitOfWork.run(async manager => {
      const row = await this.tokens.findOwnInUnit(manager, actor.id, id);
      if (!row) throw new AppError('COMMON_RECORD_NOT_FOUND');
      const planned = plan(row, Date.now());
      if (planned === null) return false;
      // With two rotations at the same moment one of the new keys would be lost.
      if (!(await this.tokens.changeKeys(manager, row, planned.change))) throw new AppError('TOKEN_KEY_CHANGED');
      await this.logs.append(manager, {
        userId: actor.id,
        username: actor.username,
        tokenId: row.id,
        tokenName: row.name,
        type: LogType.System,
        clientIp: actor.clientIp,
        ...sentenceFields(planned.said),
      });
      return true;
    });
    if (isChanged) await this.changes.announce(id);
    return this.service.view(actor, id);
  }
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
