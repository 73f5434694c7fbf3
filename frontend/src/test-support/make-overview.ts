import { type Overview, type SiteOverview } from '@contracts';

const HOUR = 3600;
const START = 1_790_000_000 - (1_790_000_000 % HOUR);

const none = { latency_p50: null, latency_p95: null, first_token_p50: null, first_token_p95: null } as const;

/** An overview of three hours, with the given fields. */
export function makeOverview(fields: Partial<Overview> = {}): Overview {
  const quotas = [500_000, 0, 1_000_000];
  return {
    start: START,
    end: START + 3 * HOUR,
    step: 'hour',
    totals: { requests: 38, errors: 2, quota: 1_500_000, tokens: 41_000 },
    previous: { requests: 40, errors: 1, quota: 1_000_000, tokens: 40_000 },
    periods: quotas.map((quota, hour) => ({
      at: START + hour * HOUR,
      requests: quota / 50_000,
      errors: hour,
      quota,
      tokens: quota / 40,
    })),
    models: [
      { name: 'gpt-4o-mini', quota: [400_000, 0, 900_000], requests: [8, 0, 18] },
      { name: '', quota: [100_000, 0, 100_000], requests: [2, 0, 2] },
    ],
    keys: [{ id: 0, name: 'Laptop', username: '', token_used: 41_000, count: 38, quota: 1_500_000 }],
    ...fields,
  };
}

/** The overview of a site in which nothing is wrong, with the given fields. */
export function makeSiteOverview(fields: Partial<SiteOverview> = {}): SiteOverview {
  return {
    ...makeOverview(),
    users: [
      { id: 2, name: 'ann', username: '', token_used: 30_000, count: 30, quota: 1_200_000 },
      { id: 3, name: 'ben', username: '', token_used: 11_000, count: 8, quota: 300_000 },
    ],
    times: { latency_p50: 900, latency_p95: 2_400, first_token_p50: 300, first_token_p95: 800 },
    previous_times: { ...none, latency_p95: 1_200 },
    period_times: [{ at: START, ...none, latency_p95: 2_400 }],
    last_minute: { requests: 30, errors: 0 },
    channels: [],
    channels_troubled: 0,
    channels_total: 3,
    alerts: [],
    alerts_firing: 0,
    first_steps: { channel: true, price: true, key: true, call: true },
    ...fields,
  };
}
