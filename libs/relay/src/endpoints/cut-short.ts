import { type UsageBuckets } from '@contracts';
import { type TokenCounter } from '../count/token-counter';
import { type Delivery } from '../deliver/delivery';

/**
 * What a stream used that was cut short: the upstream never came to its last word about usage. A provider that tells the
 * prompt first and the answer last is believed about the prompt; what was generated until then is counted.
 */
export async function usageOfCutShort(
  reported: UsageBuckets,
  delivery: Delivery,
  counter: TokenCounter,
  model: string,
): Promise<UsageBuckets> {
  const counted = await counter.generated(delivery.generated(), model);
  return counted <= reported.completionTokens ? reported : { ...reported, completionTokens: counted };
}
