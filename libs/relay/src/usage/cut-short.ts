import { type UsageBuckets } from '@contracts';
import { type TokenCounter } from './token-counter';
import { type Delivery } from './delivery';

/**
 * The usage of a stream that was cut short before the upstream reported its final usage. A provider that reports the
 * prompt first and the answer last is believed about the prompt; the tokens generated until then are counted here.
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
