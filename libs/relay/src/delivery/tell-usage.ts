import { type AttemptResult } from '../answer/read-answer';
import { isTold, type Delivery, type UsageCount } from '../usage/delivery';
import { generatedIn } from '@formats';

type Begun = Exclude<AttemptResult, { readonly kind: 'failure' }>;

/**
 * A response as its caller gets it, and two facts that its delivery does not know: the usage that the upstream itself
 * reported, and the gateway's own count.
 */
export interface ToldAnswer {
  readonly result: Begun;
  readonly facts: Partial<Pick<Delivery, 'usage' | 'counted'>>;
}

/**
 * Writes the gateway's own count into a whole response whose upstream reported none, so that its caller sees what is
 * billed. Streams are returned unchanged: their usage is counted when they end.
 */
export async function withToldUsage(result: Begun, count: UsageCount): Promise<ToldAnswer> {
  if (result.kind === 'answer') {
    const { chat } = result;
    const generated = () => generatedIn(chat);
    if (isTold(chat.usage, generated)) return { result, facts: {} };
    const counted = await count({ generated });
    return {
      result: { ...result, chat: { ...chat, usage: { kind: 'reported', usage: counted, isZero: false } } },
      facts: { counted, usage: chat.usage },
    };
  }
  if (result.kind !== 'body' || !result.withUsage || isTold(result.json.usage, result.json.generated)) {
    return { result, facts: {} };
  }
  const counted = await count(result.json);
  return { result: { ...result, body: result.withUsage(counted) }, facts: { counted } };
}
