import { healthFailureKinds, type HealthFailureKind, type HealthFigures } from '@contracts';
import { type FailureKind } from '@providers';
import { BUCKET_COUNT, percentile } from './histogram';

/** The figures as the wire calls the kinds of failures. */
export const KIND_NAMES: Readonly<Record<FailureKind, HealthFailureKind>> = {
  refused: 'refused',
  busy: 'busy',
  broken: 'broken',
  modelUnavailable: 'model_unavailable',
  badRequest: 'bad_request',
};

/** Places in the counts of a channel and model: what became of attempts, then the two histograms. */
export const SERVED = 0;
const FAILED = 1;
export const LATENCY = FAILED + healthFailureKinds.length;
export const FIRST_TOKEN = LATENCY + BUCKET_COUNT;
export const COUNTS = FIRST_TOKEN + BUCKET_COUNT;

const PLACES = new Map<HealthFailureKind, number>(healthFailureKinds.map((kind, at) => [kind, FAILED + at]));

export function placeOf(kind: HealthFailureKind): number {
  return PLACES.get(kind) ?? FAILED;
}

function bucketNames(histogram: string): readonly string[] {
  return Array.from({ length: BUCKET_COUNT }, (_, at) => `${histogram}_${String(at).padStart(2, '0')}`);
}

/** The columns of the counts, in the order of their places. */
export const COUNT_COLUMNS: readonly string[] = [
  'served',
  ...healthFailureKinds,
  ...bucketNames('latency'),
  ...bucketNames('first_token'),
];

/** The attempts that failed by no fault of the caller. */
export function failuresIn(counts: readonly number[]): number {
  return failedIn(counts) - (counts[placeOf('bad_request')] ?? 0);
}

function failedIn(counts: readonly number[]): number {
  return counts.slice(FAILED, LATENCY).reduce((sum, count) => sum + count, 0);
}

/** @returns null when nothing counts */
export function successRate(counts: readonly number[]): number | null {
  const served = counts[SERVED] ?? 0;
  const total = served + failuresIn(counts);
  return total === 0 ? null : served / total;
}

export function figuresOf(counts: readonly number[]): HealthFigures {
  const latency = counts.slice(LATENCY, FIRST_TOKEN);
  const firstToken = counts.slice(FIRST_TOKEN, COUNTS);
  return {
    served: counts[SERVED] ?? 0,
    failed: failedIn(counts),
    failures: {
      refused: counts[placeOf('refused')] ?? 0,
      busy: counts[placeOf('busy')] ?? 0,
      broken: counts[placeOf('broken')] ?? 0,
      model_unavailable: counts[placeOf('model_unavailable')] ?? 0,
      bad_request: counts[placeOf('bad_request')] ?? 0,
    },
    success_rate: successRate(counts),
    latency_p50: percentile(latency, 0.5),
    latency_p95: percentile(latency, 0.95),
    first_token_p50: percentile(firstToken, 0.5),
    first_token_p95: percentile(firstToken, 0.95),
  };
}
