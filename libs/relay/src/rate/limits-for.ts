import { type OptionValues } from '@contracts';
import { type ApiCaller } from '@token';
import { standingLimits, type StandingLimit } from './standing-limits';

/** Where a call is served. */
interface LimitPlace {
  readonly group: string;
  readonly model: string;
}

/** The limits of all calls of a key to a model, in the order in which refusals name them; null where there are none. */
export function limitsFor(
  { tokenId, keyLimits, userId, userLimits }: ApiCaller,
  { group, model }: LimitPlace,
  { GroupRateLimits, ModelRateLimits }: Pick<OptionValues, 'GroupRateLimits' | 'ModelRateLimits'>,
): readonly StandingLimit[] | null {
  const ofGroup = Object.hasOwn(GroupRateLimits, group) ? GroupRateLimits[group] : undefined;
  const ofModel = Object.hasOwn(ModelRateLimits, model) ? ModelRateLimits[model] : undefined;
  if (!keyLimits && !userLimits && !ofGroup && !ofModel) return null;
  const limits = [
    ...standingLimits(keyLimits ?? {}, { scope: 'key', name: '', bucket: `key:${tokenId}` }),
    ...standingLimits(userLimits ?? {}, { scope: 'user', name: '', bucket: `user:${userId}` }),
    ...standingLimits(ofGroup ?? {}, { scope: 'group', name: group, bucket: `group:${group}` }),
    ...standingLimits(ofModel ?? {}, { scope: 'model', name: model, bucket: `model:${model}` }),
  ];
  return limits.length > 0 ? limits : null;
}
