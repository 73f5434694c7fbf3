import { LogType } from '@contracts';
import { LogStore, sentenceFields } from '@log';
import { Injectable } from '@nestjs/common';
import { Logger, UnitOfWork } from '@platform';
import { type ApiCaller } from './api-caller';

/** At most one row per key and address is written within this time, because refused callers try again. */
const SAMPLE_MS = 600_000;
/** The most pairs that are remembered; beyond this nothing is written until older pairs are forgotten. */
const PAIRS_MAX = 1000;

/** Writes a warning row when a key was used from an address outside its list, though not for every attempt. */
@Injectable()
export class RefusedAddresses {
  /** The time at which a pair was last written, oldest first. */
  private readonly written = new Map<string, number>();

  constructor(
    private readonly logs: LogStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  /** Notes a refused address; the caller does not wait for the row. */
  note(caller: ApiCaller, address: string, nowMs: number): void {
    const pair = `${caller.tokenId} ${address}`;
    for (const [known, writtenAtMs] of this.written) {
      if (nowMs - writtenAtMs < SAMPLE_MS) break;
      this.written.delete(known);
    }
    if (this.written.has(pair) || this.written.size >= PAIRS_MAX) return;
    this.written.set(pair, nowMs);
    const { userId, username, tokenId, tokenName, tokenGroup } = caller;
    const row = { userId, username, tokenId, tokenName, tokenGroup, type: LogType.Warning, clientIp: address };
    this.unitOfWork
      .run(manager => this.logs.append(manager, { ...row, ...sentenceFields({ key: 'address_refused', address }) }))
      .catch((error: unknown) => this.logger.warn({ err: error, tokenId }, 'a refused address has no row in the log'));
  }
}
