import { Injectable } from '@nestjs/common';
import { type CatalogChannel } from '../catalog/catalog-channel';
import { type CatalogKey } from '../catalog/catalog-key';
import { KeyRest, type KeyTicket, type KeyOutcome } from './key-rest';
import { rendezvous } from './rendezvous';

/** A channel together with the key chosen for a request. */
export interface ChosenKey {
  /** `key` and `keyHash` are those of the chosen key. */
  readonly channel: CatalogChannel;
  /** Null when the channel has only one key. */
  readonly key: CatalogKey | null;
  readonly ticket: KeyTicket | null;
}

/** The keys of a channel, grouped by whether they may be used. */
export interface KeyCounts {
  readonly total: number;
  readonly out: number;
  readonly resting: number;
}

export interface KeyOptions {
  /** The call's conversation; its calls stay on one key. Null takes the keys in turn. */
  readonly session: string | null;
  /** Hashes of keys that failed in this request. */
  readonly failed: ReadonlySet<string>;
}

/** Most keys with remembered failures; beyond it the oldest entries are forgotten first. */
const RESTS_MAX = 20_000;

/**
 * Chooses among the keys of a channel that holds several, and remembers which of them should rest. This memory belongs
 * to one process: another node learns by its own calls, and the cost of not knowing is only one more attempt.
 */
@Injectable()
export class ChannelKeys {
  private readonly rests = new Map<string, KeyRest>();
  private readonly turns = new Map<number, number>();

  /** Chooses the key for a request; when all keys rest, the one whose rest ends first. */
  choose(channel: CatalogChannel, wanted: KeyOptions, atMs?: number): ChosenKey {
    if (!channel.hasSeveralKeys) return { channel, key: null, ticket: null };
    const nowMs = atMs ?? performance.now();
    const key = this.pick(channel, wanted, nowMs);
    if (!key) return { channel, key: null, ticket: null };
    const ticket = this.rests.get(nameOf(channel.id, key.keyHash))?.begin(nowMs) ?? {
      beganAtMs: nowMs,
      isProbe: false,
    };
    return { channel: { ...channel, key: key.key, keyHash: key.keyHash }, key, ticket };
  }

  /** Records the outcome of a request; call it once for each choice. */
  report({ channel, ticket }: ChosenKey, outcome: KeyOutcome, atMs?: number): void {
    if (!ticket) return;
    const nowMs = atMs ?? performance.now();
    const name = nameOf(channel.id, channel.keyHash);
    const rest = this.rests.get(name) ?? new KeyRest();
    rest.end(ticket, outcome, nowMs);
    if (rest.isClean) this.rests.delete(name);
    else this.remember(name, rest);
  }

  /** Whether every usable key of the channel rests, so that another channel is the better choice. */
  isResting(channel: CatalogChannel, atMs?: number): boolean {
    if (!channel.hasSeveralKeys) return false;
    const nowMs = atMs ?? performance.now();
    return usableKeys(channel).every(key => this.waitMs(channel.id, key.keyHash, nowMs) > 0);
  }

  /** The number of keys of a channel, how many of them are disabled, and how many of the others rest. */
  countsOf(channel: CatalogChannel, nowMs = performance.now()): KeyCounts {
    const { keys, hasSeveralKeys, id } = channel;
    const usable = keys.filter(key => key.fault === null);
    const resting = hasSeveralKeys ? usable.filter(key => this.waitMs(id, key.keyHash, nowMs) > 0) : [];
    return { total: keys.length, out: keys.length - usable.length, resting: resting.length };
  }

  /** Milliseconds until the key may be tried again; 0 when it may. */
  waitMs(channelId: number, keyHash: string, nowMs = performance.now()): number {
    return this.rests.get(nameOf(channelId, keyHash))?.waitMs(nowMs) ?? 0;
  }

  /** Forgets the failures of a key, after an administrator has reset it. */
  forgive(channelId: number, keyHash: string): void {
    this.rests.delete(nameOf(channelId, keyHash));
  }

  private pick(channel: CatalogChannel, { session, failed }: KeyOptions, nowMs: number): CatalogKey | null {
    // A single key takes no turn, because the call was bound to it.
    if (channel.keys.length === 1) return channel.keys[0] ?? null;
    const usable = usableKeys(channel);
    const fresh = usable.filter(key => !failed.has(key.keyHash));
    const candidates = fresh.length > 0 ? fresh : usable;
    const awake = candidates.filter(key => this.waitMs(channel.id, key.keyHash, nowMs) === 0);
    if (awake.length === 0) return this.firstToWake(channel.id, candidates, nowMs);
    if (session === null) return this.inTurn(channel, awake);
    return rendezvous(
      session,
      awake.map(key => ({ item: key, id: key.keyHash, share: 1 })),
    );
  }

  private firstToWake(channelId: number, keys: readonly CatalogKey[], nowMs: number): CatalogKey | null {
    const waits = keys.map(key => ({ key, waitMs: this.waitMs(channelId, key.keyHash, nowMs) }));
    return waits.sort((left, right) => left.waitMs - right.waitMs)[0]?.key ?? null;
  }

  /**
   * The first key from the current turn that does not rest, so that a resting key does not permanently double the share
   * of the next one.
   */
  private inTurn(channel: CatalogChannel, awake: readonly CatalogKey[]): CatalogKey | null {
    const turn = this.turns.get(channel.id) ?? 0;
    this.turns.set(channel.id, (turn + 1) % channel.keys.length);
    return awake.find(key => key.position > turn) ?? awake[0] ?? null;
  }

  private remember(name: string, rest: KeyRest): void {
    this.rests.delete(name); // re-inserted at the end: entries are ordered by their last report
    this.rests.set(name, rest);
    if (this.rests.size <= RESTS_MAX) return;
    const [oldest] = this.rests.keys();
    if (oldest !== undefined) this.rests.delete(oldest);
  }
}

function nameOf(channelId: number, keyHash: string): string {
  return `${channelId}:${keyHash}`;
}

/** The keys without the disabled ones; all keys when none is left, since the operator keeps the channel enabled. */
function usableKeys(channel: CatalogChannel): readonly CatalogKey[] {
  const usable = channel.keys.filter(key => key.fault === null);
  return usable.length > 0 ? usable : channel.keys;
}
