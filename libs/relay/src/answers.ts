import { Injectable } from '@nestjs/common';
import { Allowances } from './admission/allowances';
import { type AdmittedCall } from './admission/admit';
import { type ReservedCall } from './admission/reservations';
import { type BegunAnswer } from './answer/read-answer';
import { type ReceivedCall } from './call/received-call';
import { type RelayCall } from './call/relay-call';
import { CallContext } from './delivery/call-context';
import { type ClientConnection } from './delivery/client-connection';
import { deliverAnswer, deliverBody } from './delivery/deliver-body';
import { deliverStream } from './delivery/deliver-stream';
import { withCountedUsage } from './delivery/report-usage';
import { FilteredDelivery, isFilterable } from './moderation/filtered-delivery';
import { SensitiveWords } from './moderation/sensitive-words';
import { AudioFlow } from './stream/media-flow';
import { openFlow } from './stream/open-flow';
import { type Delivery } from './usage/delivery';
import { Billing } from './charge/bill';

/** A call whose answer has begun. */
interface AnsweredCall {
  readonly received: ReceivedCall;
  readonly client: ClientConnection;
  readonly admitted: AdmittedCall;
  readonly reserved: ReservedCall;
}

/** Delivers answers to their callers, each kind in its way; whole ones are delivered at once. */
@Injectable()
export class Answers {
  constructor(
    private readonly words: SensitiveWords,
    private readonly filtered: FilteredDelivery,
    private readonly allowances: Allowances,
    private readonly billing: Billing,
  ) {}

  /** Counts the usage of a whole answer whose upstream reported none, and writes it into the answer. */
  withCountedUsage(call: RelayCall, result: BegunAnswer): ReturnType<typeof withCountedUsage> {
    return withCountedUsage(result, this.billing.counterFor(call, result.upstreamModel));
  }

  deliver(answered: AnsweredCall, result: BegunAnswer): Delivery | Promise<Delivery> {
    const { received, client, admitted } = answered;
    const { call } = received;
    const context = new CallContext(call, admitted.prompt);
    const settings = isFilterable(call) ? this.words.forAnswers : null;
    if (settings && result.kind !== 'audio') {
      const { count, allowance } = this.aidsFor(answered, result);
      return this.filtered.deliver({ call, client, context, settings, count, allowance }, result);
    }
    switch (result.kind) {
      case 'body': {
        const { body, contentType, json } = result;
        return deliverBody({ call, client, context, body, contentType, json });
      }
      case 'answer':
        return deliverAnswer({ call, client, context, answer: result.chat });
      case 'audio': {
        const { answer, contentType } = result;
        return deliverStream({ client, answer, contentType, flow: new AudioFlow() });
      }
      case 'stream': {
        const { answer, reading, hidesUsage } = result;
        const { requestId } = client;
        const { count, allowance } = this.aidsFor(answered, result);
        const isBounded = allowance !== null;
        const flow = openFlow({ call, reading, hidesUsage, context, requestId, filter: null, isBounded });
        return deliverStream({ client, answer, flow, count, allowance });
      }
    }
  }

  /** What accompanies a stream: the count of usage that its upstream does not report, and what it may spend. */
  private aidsFor({ received: { call }, reserved }: AnsweredCall, { upstreamModel }: BegunAnswer) {
    return {
      count: this.billing.counterFor(call, upstreamModel),
      allowance: this.allowances.forStream(call, reserved, upstreamModel),
    };
  }
}
