import type { UsageReading } from '@providers';
import type { TokenCounter } from '../count/token-counter';
import type { Delivery } from '../deliver/delivery';

/**
 * What a stream used that we ended at a word: the upstream was cut off before its last word about usage. A vendor that
 * tells the prompt first and the answer last is believed about the prompt; what was generated until then is counted.
 */
export async function usageOfStopped(delivery: Delivery, counter: TokenCounter, model: string): Promise<UsageReading> {
  const { usage } = delivery;
  if (usage.kind !== 'reported') return usage;
  const counted = await counter.generated(delivery.generated(), model);
  if (usage.usage.completionTokens >= counted) return usage;
  return { kind: 'reported', isZero: false, usage: { ...usage.usage, completionTokens: counted } };
}
