import { type CatalogChannel } from '@channel';
import { type RoutingStrategy } from '@contracts';
import { Injectable } from '@nestjs/common';
import { byChance, shareOf } from './choose-route';

/** A channel that a strategy prefers, and the reason as the log has it. */
export interface Preferred {
  readonly channel: CatalogChannel;
  readonly because: string;
}

/** The kind of a call, as far as it says how soon an answer may begin: a whole answer begins when all of it is here. */
export interface CallKind {
  /** As the caller named it. */
  readonly model: string;
  readonly isStream: boolean;
}

/** The channels to choose from, and a random number, uniform in [0, 1). */
interface Choice {
  readonly channels: readonly CatalogChannel[];
  readonly kind: CallKind;
  readonly random: number;
  readonly nowMs: number;
}

/** What the last attempts on a channel have shown. */
interface Start {
  /** Rolling mean of the milliseconds until an answer began; null while none has. */
  readonly ms: number | null;
  /** Whether the last attempt failed; the channel is then passed over until one serves. */
  readonly hasFailed: boolean;
  readonly measuredAtMs: number;
}

/** The portion of the newest measurement in the rolling mean. */
const NEWEST_PORTION = 0.2;
/** One call in so many goes by weight, so that a channel that was slow once can show that it no longer is. */
const EXPLORED_PORTION = 0.05;
/** A channel that was not asked for so long is measured anew. */
const STALE_MS = 300_000;
/** Most channels with a model and a kind of answer that are remembered; beyond it the oldest are forgotten first. */
const STARTS_MAX = 10_000;

/**
 * How soon the answers of channels began lately, and how many calls run on each, as far as calls of this process under a
 * strategy have shown it.
 */
@Injectable()
export class ChannelPace {
  private readonly starts = new Map<string, Start>();
  private readonly running = new Map<number, number>();

  /** A call begins on a channel; each begin has one end. */
  begin({ id }: CatalogChannel): void {
    this.running.set(id, this.runningOn(id) + 1);
  }

  end({ id }: CatalogChannel): void {
    const left = this.runningOn(id) - 1;
    if (left > 0) this.running.set(id, left);
    else this.running.delete(id);
  }

  /** An answer of a channel began after so many milliseconds. */
  began({ id }: CatalogChannel, kind: CallKind, ms: number, nowMs: number): void {
    const name = nameOf(id, kind);
    const knownMs = this.known(name, nowMs)?.ms ?? ms;
    const mean = knownMs + (ms - knownMs) * NEWEST_PORTION;
    this.keep(name, { ms: mean, hasFailed: false, measuredAtMs: nowMs });
  }

  /** A channel failed, and not for a fault of its caller. */
  failed({ id }: Pick<CatalogChannel, 'id'>, kind: CallKind, nowMs: number): void {
    const name = nameOf(id, kind);
    this.keep(name, { ms: this.known(name, nowMs)?.ms ?? null, hasFailed: true, measuredAtMs: nowMs });
  }

  /**
   * A channel gave no answer, perhaps for a fault of its caller. That says nothing about a channel that is known; any
   * other one counts as failed, because it would else be measured by call after call.
   */
  unanswered(channel: CatalogChannel, kind: CallKind, nowMs: number): void {
    if (this.known(nameOf(channel.id, kind), nowMs) === null) this.failed(channel, kind, nowMs);
  }

  /** A caller left who had waited so many milliseconds: the answer would have begun later than that. */
  left({ id }: CatalogChannel, kind: CallKind, ms: number, nowMs: number): void {
    const name = nameOf(id, kind);
    const known = this.known(name, nowMs);
    const isNews = known === null || (!known.hasFailed && (known.ms ?? 0) < ms);
    if (isNews) this.keep(name, { ms, hasFailed: false, measuredAtMs: nowMs });
  }

  /** @returns null where the weights decide */
  prefer(strategy: RoutingStrategy, choice: Choice): Preferred | null {
    if (choice.channels.length < 2) return null;
    if (strategy === 'least_busy') return this.leastBusy(choice);
    if (strategy === 'cheapest') return cheapest(choice);
    return strategy === 'fastest' ? this.fastest(choice) : null;
  }

  /**
   * One call at a time measures a channel about which nothing is known. The weights decide where the last attempt failed
   * on every channel.
   */
  private fastest({ channels, kind, random, nowMs }: Choice): Preferred | null {
    if (random < EXPLORED_PORTION) return null;
    let best: Preferred | null = null;
    let bestMs = Infinity;
    for (const channel of channels) {
      const start = this.known(nameOf(channel.id, kind), nowMs);
      if (start === null && this.runningOn(channel.id) === 0) return { channel, because: 'fastest: measured' };
      if (start === null || start.hasFailed || start.ms === null || start.ms >= bestMs) continue;
      bestMs = start.ms;
      best = { channel, because: `fastest: ${(start.ms / 1000).toFixed(2)} s` };
    }
    return best;
  }

  /** Calls in flight count by the share of the channel; chance decides among equals. */
  private leastBusy({ channels, random }: Choice): Preferred | null {
    const loadOf = (channel: CatalogChannel) => this.runningOn(channel.id) / shareOf(channel);
    const least = Math.min(...channels.map(loadOf));
    const idle = channels.filter(channel => loadOf(channel) === least);
    const channel = idle[Math.floor(random * idle.length)];
    return channel ? { channel, because: `least busy: ${this.runningOn(channel.id)} running` } : null;
  }

  /** What was found out lately; null for nothing. */
  private known(name: string, nowMs: number): Start | null {
    const start = this.starts.get(name);
    return start !== undefined && nowMs - start.measuredAtMs < STALE_MS ? start : null;
  }

  private keep(name: string, start: Start): void {
    this.starts.delete(name); // re-inserted at the end: entries are ordered by their last measurement
    this.starts.set(name, start);
    if (this.starts.size <= STARTS_MAX) return;
    const [oldest] = this.starts.keys();
    if (oldest !== undefined) this.starts.delete(oldest);
  }

  private runningOn(id: number): number {
    return this.running.get(id) ?? 0;
  }
}

/** The weights decide among channels that cost the same. */
function cheapest({ channels, random }: Choice): Preferred | null {
  const least = Math.min(...channels.map(({ costRatio }) => costRatio));
  const chosen = byChance(
    channels.filter(({ costRatio }) => costRatio === least),
    random,
  );
  return chosen && { channel: chosen, because: `cheapest: ${least}` };
}

function nameOf(channelId: number, { model, isStream }: CallKind): string {
  return `${channelId}/${isStream ? 'stream' : 'whole'}/${model}`;
}
