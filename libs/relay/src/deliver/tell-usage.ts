import { type AttemptResult } from '../read-answer';
import { isTold, type Delivery, type UsageCount } from './delivery';
import { generatedIn } from './generated-events';

type Begun = Exclude<AttemptResult, { readonly kind: 'failure' }>;

/** An answer as its caller gets it, and what its delivery does not know: what the upstream itself told, and our own count. */
export interface ToldAnswer {
  readonly result: Begun;
  readonly facts: Partial<Pick<Delivery, 'usage' | 'counted'>>;
}

/**
 * Puts our own count into a whole answer whose upstream told nothing, so that its caller hears what is billed. Streams come
 * back as they are: theirs is counted when they end.
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
