import { type HourlyUsage } from '@contracts';

/** The usage of a model in one hour. */
export function makeUsage(model: string, at: number, changes: Partial<HourlyUsage> = {}): HourlyUsage {
  return {
    id: 0,
    user_id: 0,
    username: '',
    model_name: model,
    created_at: at,
    quota: 0,
    count: 1,
    token_used: 0,
    ...changes,
  };
}
