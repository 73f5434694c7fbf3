import { packCall, packedPrice } from '@log';
import { priceOfReceipt, type Price } from '@pricing';
import { type ReceivedCall } from '../call/received-call';
import { sessionMarkOf } from '../routing/session-key';
import { type CallFacts, type Finished } from './call-facts';
import { membersText } from './json-text';

const priceTexts = new WeakMap<Price, string>();

function priceText(price: Price): string {
  const known = priceTexts.get(price);
  if (known !== undefined) return known;
  const text = packedPrice(priceOfReceipt(price));
  priceTexts.set(price, text);
  return text;
}

/**
 * What the row of a charged call stores beside its columns. It is put together from texts, because it is written for
 * every call, and most of it is the same for all calls at a price.
 */
export function consumptionText(facts: CallFacts, finished: Finished): string {
  const { firstByteAt, bill } = finished;
  const { received, plan, upstreamModel } = facts;
  return packCall({
    price: priceText(bill.price),
    usage: bill.usage,
    firstByteMs: firstByteAt === null ? null : Math.round(firstByteAt - received.startedAt),
    route: {
      tried: plan?.tried ?? [],
      because: plan?.facts?.because,
      key: plan?.facts?.key ?? undefined,
      upstreamModel: upstreamModel === received.call.model ? undefined : upstreamModel,
    },
    rest: unusualText(received, finished),
  });
}

/** The members that most rows do not have. */
function unusualText(received: ReceivedCall, finished: Finished): string {
  const { askedModel, caller } = received;
  const { format, parsed } = received.call;
  const { bill, problem, dropped, repairs, isConverted, answerLimit } = finished;
  const effort = parsed.reasoning_effort;
  const session = sessionMarkOf(received);
  let text = '';
  const say = (fact: object): void => void (text += `,${membersText(fact)}`);
  if (bill.source !== 'upstream') say({ usage_source: bill.source });
  if (askedModel !== undefined) say({ requested_model: askedModel });
  if (caller.hasPreviousKey) say({ previous_key: true });
  if (problem !== null) say({ problem });
  if (dropped.length > 0) say({ dropped });
  if (repairs?.length) say({ mended: repairs });
  if (format !== 'openai') say({ format });
  if (isConverted) say({ converted: true });
  if (answerLimit !== null) say({ answer_limit: answerLimit });
  if (session !== null) say({ session });
  if (typeof effort === 'string') say({ reasoning_effort: effort.slice(0, 32) });
  return text;
}
