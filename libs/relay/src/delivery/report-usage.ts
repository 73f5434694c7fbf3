import { type BegunAnswer } from '../answer/read-answer';
import { isReported, type Delivery, type UsageCount } from '../usage/delivery';
import { generatedIn } from '@formats';

/**
 * A response as its caller gets it, and two facts that its delivery does not know: the usage that the upstream itself
 * reported, and the gateway's own count.
 */
interface ReportedAnswer {
  readonly result: BegunAnswer;
  readonly facts: Partial<Pick<Delivery, 'usage' | 'counted'>>;
}

/**
 * Whether a whole response lacks a usage that its caller should see: its upstream reported none. Streams never do,
 * because their usage is counted when they end.
 */
export function lacksUsage(result: BegunAnswer): boolean {
  if (result.kind === 'answer') return !isReported(result.chat.usage, () => generatedIn(result.chat));
  return result.kind === 'body' && !!result.withUsage && !isReported(result.json.usage, result.json.generated);
}

/** Writes the gateway's own count into a response that lacks the usage, so that its caller sees what is billed. */
export async function withCountedUsage(result: BegunAnswer, count: UsageCount): Promise<ReportedAnswer> {
  if (result.kind === 'answer') {
    const { chat } = result;
    const counted = await count({ generated: () => generatedIn(chat) });
    return {
      result: { ...result, chat: { ...chat, usage: { kind: 'reported', usage: counted, isZero: false } } },
      facts: { counted, usage: chat.usage },
    };
  }
  if (result.kind !== 'body' || !result.withUsage) return { result, facts: {} };
  const counted = await count(result.json);
  return { result: { ...result, body: result.withUsage(counted) }, facts: { counted } };
}
