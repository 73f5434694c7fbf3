import { randomUUID } from 'node:crypto';
import { Injectable, Optional } from '@nestjs/common';
import { ChangeNotices, InProcessChangeNotices } from '@platform';
import { type FailureKind } from '@providers';
import { type CatalogChannel } from '../catalog/catalog-channel';
import { type CatalogKey } from '../catalog/catalog-key';
import { KEY_EFFECTS, KeyRest, MODEL_EFFECTS, type KeyTicket, type KeyOutcome } from './key-rest';
import { rendezvous } from './rendezvous';

/** A channel together with the key chosen for a request. */
export interface ChosenKey {
  /** `key` and `keyHash` are those of the chosen key. */
  readonly channel: CatalogChannel;
  /** Null when the channel has only one key. */
  readonly key: CatalogKey | null;
  readonly ticket: RouteTicket;
}

/** A running request that uses a key for a model. */
interface RouteTicket extends KeyTicket {
  readonly model: string;
  /** Whether this is the one request that tests whether the channel has the model again. */
  readonly isModelProbe: boolean;
}

/** The keys of a channel, grouped by whether they may be used. */
export interface KeyCounts {
  readonly total: number;
  readonly out: number;
  readonly resting: number;
}

export interface KeyOptions {
  /** The model as the caller named it. */
  readonly model: string;
  /** The call's conversation; its calls stay on one key. Null takes the keys in turn. */
  readonly session: string | null;
  /** Hashes of keys that failed in this request. */
  readonly failed: ReadonlySet<string>;
}

/** Most keys with remembered failures; beyond it the oldest entries are forgotten first. */
const RESTS_MAX = 20_000;

const TOPIC = 'channel-rest';

/** A rest that began or ended on another node. */
interface RestNotice {
  readonly from: string;
  readonly name: string;
  /** 0 for the end of a rest. */
  readonly restMs: number;
  /** Absent from nodes of an older version. */
  readonly cause?: FailureKind | null;
}

/** A key, or a model of a channel, that rests. */
export interface Resting {
  readonly channelId: number;
  /** Null where a model rests. */
  readonly keyHash: string | null;
  /** Null where a key does. */
  readonly model: string | null;
  /** Null when another node has not said why. */
  readonly cause: FailureKind | null;
  /** Until the next trial; 0 when the next call is the trial. */
  readonly waitMs: number;
}

/**
 * Chooses among the keys of a channel that holds several, and remembers which keys, and which models of a channel, should
 * rest. What one node finds out, the others are told; a notice that is lost costs one more attempt.
 */
@Injectable()
export class ChannelKeys {
  private readonly rests = new Map<string, KeyRest>();
  private readonly turns = new Map<number, number>();
  private readonly id = randomUUID();

  constructor(@Optional() private readonly notices: ChangeNotices = new InProcessChangeNotices()) {
    notices.subscribe(TOPIC, detail => this.adopt(detail));
  }

  /** Chooses the key for a request; when all keys rest, the one whose rest ends first. */
  choose(channel: CatalogChannel, wanted: KeyOptions, atMs?: number): ChosenKey {
    const nowMs = atMs ?? performance.now();
    const key = channel.hasSeveralKeys ? this.pick(channel, wanted, nowMs) : null;
    const chosen = key ? { ...channel, key: key.key, keyHash: key.keyHash } : channel;
    return { channel: chosen, key, ticket: this.begin(chosen, wanted.model, nowMs) };
  }

  /** Records the outcome of a request; call it once for each choice. */
  report({ channel, ticket }: ChosenKey, outcome: KeyOutcome, atMs?: number): void {
    if (this.rests.size === 0 && isNoFailure(outcome)) return;
    const nowMs = atMs ?? performance.now();
    const { beganAtMs, isProbe, isModelProbe, model } = ticket;
    this.end(nameOf(channel.id, channel.keyHash), { beganAtMs, isProbe }, outcome, nowMs);
    this.end(nameOfModel(channel.id, model), { beganAtMs, isProbe: isModelProbe }, outcome, nowMs);
  }

  /** Whether any failure is remembered, without which nothing rests. */
  get isAnyResting(): boolean {
    return this.rests.size > 0;
  }

  /** Whether every usable key of the channel rests, or the model on it, so that another channel is the better choice. */
  isResting(channel: CatalogChannel, model: string, atMs?: number): boolean {
    if (this.rests.size === 0) return false;
    const nowMs = atMs ?? performance.now();
    if (this.waitOf(nameOfModel(channel.id, model), nowMs) > 0) return true;
    if (!channel.hasSeveralKeys) return this.waitMs(channel.id, channel.keyHash, nowMs) > 0;
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
    return this.waitOf(nameOf(channelId, keyHash), nowMs);
  }

  /** Everything that rests, on this node and as far as the others have told. */
  resting(nowMs = performance.now()): readonly Resting[] {
    return [...this.rests].flatMap(([name, rest]) => {
      if (!rest.isResting) return [];
      const at = name.search(/[:/]/);
      const channelId = Number(name.slice(0, at));
      const what = name.slice(at + 1);
      const isModel = isNameOfModel(name);
      const place = { channelId, keyHash: isModel ? null : what, model: isModel ? what : null };
      return [{ ...place, cause: rest.cause, waitMs: rest.waitMs(nowMs) }];
    });
  }

  /** Forgets the failures of a key, after an administrator has reset it. */
  forgive(channelId: number, keyHash: string): void {
    const name = nameOf(channelId, keyHash);
    if (this.rests.delete(name)) this.tell(name, 0);
  }

  /** Forgets the failures of channels, with all their keys and models. */
  forgiveChannels(channelIds: readonly number[]): void {
    const ids = new Set(channelIds.map(String));
    for (const name of this.rests.keys()) {
      if (!ids.has(name.slice(0, name.search(/[:/]/)))) continue;
      this.rests.delete(name);
      this.tell(name, 0);
    }
  }

  private waitOf(name: string, nowMs: number): number {
    return this.rests.get(name)?.waitMs(nowMs) ?? 0;
  }

  private begin({ id, keyHash }: CatalogChannel, model: string, nowMs: number): RouteTicket {
    if (this.rests.size === 0) return { beganAtMs: nowMs, model, isProbe: false, isModelProbe: false };
    const isProbe = this.rests.get(nameOf(id, keyHash))?.begin(nowMs).isProbe === true;
    const isModelProbe = this.rests.get(nameOfModel(id, model))?.begin(nowMs).isProbe === true;
    return { beganAtMs: nowMs, model, isProbe, isModelProbe };
  }

  private end(name: string, ticket: KeyTicket, outcome: KeyOutcome, nowMs: number): void {
    if (isNoFailure(outcome) && !this.rests.has(name)) return;
    const rest = this.restOf(name);
    const wasResting = rest.isResting;
    const before = rest.waitMs(nowMs);
    rest.end(ticket, outcome, nowMs);
    this.keep(name, rest);
    const after = rest.waitMs(nowMs);
    if (after > before) this.tell(name, after);
    else if (wasResting && !rest.isResting) this.tell(name, 0);
  }

  private tell(name: string, restMs: number): void {
    const notice: RestNotice = { from: this.id, name, restMs, cause: this.rests.get(name)?.cause ?? null };
    void this.notices.publish(TOPIC, JSON.stringify(notice)).catch(() => undefined); // the others find out by themselves
  }

  private adopt(detail: string | null): void {
    if (detail === null) return; // notices were lost; what rests here goes on resting
    const { from, name, restMs, cause } = JSON.parse(detail) as RestNotice; // written by tell
    if (from === this.id) return;
    const rest = this.restOf(name);
    rest.adopt(restMs, performance.now(), cause);
    this.keep(name, rest);
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

  /** What is remembered under a name; a new one is not kept until something is worth it. */
  private restOf(name: string): KeyRest {
    return this.rests.get(name) ?? new KeyRest(isNameOfModel(name) ? MODEL_EFFECTS : KEY_EFFECTS);
  }

  private keep(name: string, rest: KeyRest): void {
    this.rests.delete(name); // re-inserted at the end: entries are ordered by their last report
    if (rest.isClean) return;
    this.rests.set(name, rest);
    if (this.rests.size <= RESTS_MAX) return;
    const [oldest] = this.rests.keys();
    if (oldest !== undefined) this.rests.delete(oldest);
  }
}

function isNoFailure({ kind }: KeyOutcome): boolean {
  return kind === 'served' || kind === 'none';
}

function nameOf(channelId: number, keyHash: string): string {
  return `${channelId}:${keyHash}`;
}

function nameOfModel(channelId: number, model: string): string {
  return `${channelId}/${model}`;
}

function isNameOfModel(name: string): boolean {
  return /^\d+\//.test(name);
}

/** The keys without the disabled ones; all keys when none is left, since the operator keeps the channel enabled. */
function usableKeys(channel: CatalogChannel): readonly CatalogKey[] {
  const usable = channel.keys.filter(key => key.fault === null);
  return usable.length > 0 ? usable : channel.keys;
}
