import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@platform';
import { TokenStore } from './token.store';

/** The most tokens remembered between two writings; further tokens keep their older time. */
const NOTED_MAX = 50_000;

/** Notes when each token was last used: in memory during a call, and written for many tokens together by a job. */
@Injectable()
export class TokenUses implements BeforeApplicationShutdown {
  private noted = new Map<number, number>();

  constructor(
    private readonly tokens: TokenStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  note(tokenId: number, nowMs: number): void {
    if (this.noted.size < NOTED_MAX || this.noted.has(tokenId)) this.noted.set(tokenId, nowMs);
  }

  /** Writes the times that were noted since the last run of the job; times that cannot be written are noted again. */
  async flush(): Promise<void> {
    if (this.noted.size === 0) return;
    const times = this.noted;
    this.noted = new Map();
    try {
      await this.unitOfWork.run(manager => this.tokens.touch(manager, times));
    } catch (error) {
      for (const [tokenId, timeMs] of times) if (!this.noted.has(tokenId)) this.noted.set(tokenId, timeMs);
      throw error;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush().catch(() => undefined); // a time of last use is not worth a delay at the end
  }
}
