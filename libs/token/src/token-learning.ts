import { Injectable } from '@nestjs/common';
import { Logger, UnitOfWork } from '@platform';
import { TokenStore } from './token.store';

/**
 * Stores keys at their first use that an import brought as digests alone. The caller never waits for it, and what fails
 * is tried again when the key is read next.
 */
@Injectable()
export class TokenLearning {
  constructor(
    private readonly tokens: TokenStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  learn(tokenId: number, key: string): void {
    this.unitOfWork
      .run(manager => this.tokens.learnKey(manager, tokenId, key))
      .catch((error: unknown) => this.logger.warn({ err: error, tokenId }, 'the key of a token was not stored'));
  }
}
