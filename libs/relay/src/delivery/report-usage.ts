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
 * Writes the gateway's own count into a whole response whose upstream reported none, so that its caller sees what is
 * billed. Streams are returned unchanged: their usage is counted when they end.
 */
export async function withReportedUsage(result: BegunAnswer, count: UsageCount): Promise<ReportedAnswer> {
  if (result.kind === 'answer') {
    const { chat } = result;
    const generated = () => generatedIn(chat);
    if (isReported(chat.usage, generated)) return { result, facts: {} };
    const counted = await count({ generated });
    return {
      result: { ...result, chat: { ...chat, usage: { kind: 'reported', usage: counted, isZero: false } } },
      facts: { counted, usage: chat.usage },
    };
  }
  if (result.kind !== 'body' || !result.withUsage || isReported(result.json.usage, result.json.generated)) {
    return { result, facts: {} };
  }
  const counted = await count(result.json);
  return { result: { ...result, body: result.withUsage(counted) }, facts: { counted } };
}
