import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@platform';
import { TokenStore, type LastUse } from './token.store';

/** The most tokens remembered between two writings; further tokens keep their older use. */
const NOTED_MAX = 50_000;

/**
 * Notes when, from where and with what each token was last used: in memory during a call, and written for many tokens
 * together by a job.
 */
@Injectable()
export class TokenUses implements BeforeApplicationShutdown {
  private noted = new Map<number, LastUse>();

  constructor(
    private readonly tokens: TokenStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  note(tokenId: number, atMs: number, address: string, client: string | null): void {
    const known = this.noted.get(tokenId);
    // Every call passes here, so that a known use is written over instead of made anew.
    if (known !== undefined) {
      known.atMs = atMs;
      known.address = address;
      known.client = client;
    } else if (this.noted.size < NOTED_MAX) this.noted.set(tokenId, { atMs, address, client });
  }

  /** Writes the uses that were noted since the last run of the job; those that cannot be written are noted again. */
  async flush(): Promise<void> {
    if (this.noted.size === 0) return;
    const uses = this.noted;
    this.noted = new Map();
    try {
      await this.unitOfWork.run(manager => this.tokens.touch(manager, uses));
    } catch (error) {
      for (const [tokenId, use] of uses) if (!this.noted.has(tokenId)) this.noted.set(tokenId, use);
      throw error;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush().catch(() => undefined); // a last use is not worth a delay at the end
  }
}
