import { type ChannelHealthView, type HealthPoint, type ModelHealthView } from '@contracts';

const START = 1_740_000_000;

/** Twelve steps of five minutes with so many attempts in the last one. */
function pointsOf(served: number, failed: number): readonly HealthPoint[] {
  return Array.from({ length: 12 }, (_, at) => ({
    at: START + at * 300,
    served: at === 11 ? served : 0,
    failed: at === 11 ? failed : 0,
  }));
}

const figures = {
  served: 90,
  failed: 10,
  failures: { refused: 0, busy: 4, broken: 6, model_unavailable: 0, bad_request: 0 },
  success_rate: 0.9,
  latency_p50: 420,
  latency_p95: 1900,
  first_token_p50: 120,
  first_token_p95: 350,
  last_error: { kind: 'broken', status: 502, message: 'our servers are in pain', model: 'gpt-4o', at: START },
  points: pointsOf(90, 10),
} as const;

/** A channel of the health page: enabled, with some failures. */
export function makeHealth(id: number, changes: Partial<ChannelHealthView> = {}): ChannelHealthView {
  return {
    id,
    name: `channel ${id}`,
    type: 1,
    status: 1,
    state: 'enabled',
    status_reason: '',
    status_time: 0,
    total_keys: 1,
    usable_keys: 1,
    rests: [],
    ...figures,
    ...changes,
  };
}

export function makeModelHealth(model: string, changes: Partial<ModelHealthView> = {}): ModelHealthView {
  return { model, ...figures, ...changes };
}
