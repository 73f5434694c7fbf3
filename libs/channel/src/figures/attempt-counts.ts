import { OTHER_MODELS, type HealthFailureKind } from '@contracts';
import { COUNTS, FIRST_TOKEN, LATENCY, placeOf, SERVED } from './figure-columns';
import { STEP_MS, storedModel, type ErrorRow, type FigureRow } from './figure-rows';
import { bucketOf } from './histogram';

/** Channels with a model that are counted by name in one step; models of further pairs are counted together. */
export const PAIRS_MAX = 2000;

/** A failure as far as it is shown. */
export interface CountedFailure {
  readonly kind: HealthFailureKind;
  readonly status: number;
  readonly message: string;
}

/** The counts of a channel and model since they were last taken. */
class PairCounts {
  readonly counts = new Uint32Array(COUNTS);
  isTouched = false;
  failure: CountedFailure | null = null;
  failedAtMs = 0;
}

/** Figures that were taken out of the memory to be stored. */
export interface TakenFigures {
  readonly rows: readonly FigureRow[];
  readonly errors: readonly ErrorRow[];
}

/**
 * Counts in memory what becomes of attempts. An attempt costs two look-ups and some increments; memory is taken only for
 * a pair's first attempt in a step.
 */
export class AttemptCounts {
  private stepAtMs = 0;
  private pairs = new Map<number, Map<string, PairCounts>>();
  private pairCount = 0;
  /** Pairs of earlier steps that are not stored yet. */
  private earlier: FigureRow[] = [];
  private earlierErrors: ErrorRow[] = [];

  /** @param firstTokenMs null for an answer that is no stream */
  served(channelId: number, model: string, latencyMs: number | null, firstTokenMs: number | null, nowMs: number): void {
    const { counts } = this.pairOf(channelId, model, nowMs);
    counts[SERVED]! += 1;
    if (latencyMs !== null) counts[LATENCY + bucketOf(latencyMs)]! += 1;
    if (firstTokenMs !== null) counts[FIRST_TOKEN + bucketOf(firstTokenMs)]! += 1;
  }

  failed(channelId: number, model: string, failure: CountedFailure, nowMs: number): void {
    const pair = this.pairOf(channelId, model, nowMs);
    pair.counts[placeOf(failure.kind)]! += 1;
    pair.failure = failure;
    pair.failedAtMs = nowMs;
  }

  /** What was counted since the last time. */
  take(): TakenFigures {
    const rows = this.earlier;
    const errors = this.earlierErrors;
    this.earlier = [];
    this.earlierErrors = [];
    this.moveTo(rows, errors);
    return { rows, errors };
  }

  private pairOf(channelId: number, model: string, nowMs: number): PairCounts {
    if (nowMs - this.stepAtMs >= STEP_MS || nowMs < this.stepAtMs) this.beginStep(nowMs);
    const pair = this.pairs.get(channelId)?.get(model) ?? this.newPair(channelId, model);
    pair.isTouched = true;
    return pair;
  }

  private newPair(channelId: number, wanted: string): PairCounts {
    const models = this.pairs.get(channelId) ?? new Map<string, PairCounts>();
    this.pairs.set(channelId, models);
    const model = this.pairCount < PAIRS_MAX ? wanted : OTHER_MODELS;
    const known = models.get(model);
    if (known) return known;
    const pair = new PairCounts();
    models.set(model, pair);
    this.pairCount += 1;
    return pair;
  }

  private beginStep(nowMs: number): void {
    this.moveTo(this.earlier, this.earlierErrors);
    this.stepAtMs = nowMs - (nowMs % STEP_MS);
    this.pairs = new Map();
    this.pairCount = 0;
  }

  private moveTo(rows: FigureRow[], errors: ErrorRow[]): void {
    const { stepAtMs } = this;
    for (const [channelId, models] of this.pairs) {
      for (const [name, pair] of models) {
        if (!pair.isTouched) continue;
        const model = storedModel(name);
        rows.push({ stepAtMs, channelId, model, counts: [...pair.counts] });
        if (pair.failure) errors.push({ channelId, model, ...pair.failure, atMs: pair.failedAtMs });
        pair.counts.fill(0);
        pair.isTouched = false;
        pair.failure = null;
      }
    }
  }
}
