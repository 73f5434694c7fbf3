import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { TokenStatus } from '@contracts';
import { Logger, UnitOfWork } from '@platform';
import { type EntityManager } from 'typeorm';
import { TokenChanges } from './token-changes';
import { isPast } from './token-rules';
import { TokenStore } from './token.store';

/**
 * Stores statuses 3 and 4 once the gate or the ledger has seen their reason. Callers never wait for it, and a token is
 * never stored twice at a time.
 */
@Injectable()
export class TokenRetirement {
  private readonly running = new Set<number>();

  constructor(
    private readonly tokens: TokenStore,
    private readonly ledger: Ledger,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: TokenChanges,
    private readonly logger: Logger,
  ) {}

  expire(tokenId: number): void {
    this.begin(tokenId, manager => this.expireInUnit(manager, tokenId));
  }

  exhaust(tokenId: number): void {
    this.begin(tokenId, manager => this.exhaustInUnit(manager, tokenId));
  }

  private begin(tokenId: number, work: (manager: EntityManager) => Promise<boolean>): void {
    if (this.running.has(tokenId)) return;
    this.running.add(tokenId);
    this.unitOfWork
      .run(work)
      .then(isChanged => (isChanged ? this.changes.announce(tokenId) : undefined))
      .catch((error: unknown) => this.logger.warn({ err: error, tokenId }, 'the status of a token was not stored'))
      .finally(() => this.running.delete(tokenId));
  }

  /** Stores status 3, unless the owner has moved the expiry meanwhile. */
  private async expireInUnit(manager: EntityManager, tokenId: number): Promise<boolean> {
    const row = await this.tokens.findInUnit(manager, tokenId);
    if (!row || !isPast(row.expiresAtMs, Date.now())) return false;
    return this.tokens.retire(manager, tokenId, TokenStatus.Expired);
  }

  /**
   * Stores status 4, unless the owner has raised the quota meanwhile, or running calls may still give reserved units
   * back.
   */
  private async exhaustInUnit(manager: EntityManager, tokenId: number): Promise<boolean> {
    await this.ledger.lockedBalance(manager, AccountKind.Token, tokenId);
    const account = await this.ledger.balanceOf(AccountKind.Token, tokenId);
    if (account.isUnlimited || account.balance + account.held > 0) return false;
    return this.tokens.retire(manager, tokenId, TokenStatus.Exhausted);
  }
}
