import { chatFormats, generatedIn, type AnswerContext } from '@formats';
import { Injectable } from '@nestjs/common';
import { type StreamAllowance } from '../limits/stream-allowance';
import { type ClientConnection } from '../delivery/client-connection';
import { deliverAnswer, deliverBody } from '../delivery/deliver-body';
import { deliverStream } from '../delivery/deliver-stream';
import { type Delivery, type UsageCount } from '../usage/delivery';
import { openFlow } from '../stream/open-flow';
import { type AttemptResult } from '../answer/read-answer';
import { type RelayCall } from '../call/relay-call';
import { type FilterSettings } from './choice-filter';
import { FilteredCompletions, filterCompletionBody } from './completion-chunks';
import { CompletionFilter, filterAnswer } from './completion-filter';

type Result<Kind extends AttemptResult['kind']> = Extract<AttemptResult, { readonly kind: Kind }>;

/** A result that holds readable text. */
type ReadableResult = Result<'stream' | 'body' | 'answer'>;

interface FilteredOptions {
  readonly call: RelayCall;
  readonly client: ClientConnection;
  readonly context: AnswerContext;
  readonly settings: FilterSettings;
  /** Counts the usage that the upstream of a stream does not report. */
  readonly count: UsageCount;
  /** What a stream without a limit may spend; null where it is bounded otherwise. */
  readonly allowance: StreamAllowance | null;
}

/** Whether the word filter checks the answers of this endpoint. */
export function isFilterable({ endpoint }: RelayCall): boolean {
  return endpoint === 'chat' || endpoint === 'completions';
}

/** Delivers answers through the word filter. All generated text is billed, whether it was shown or not. */
@Injectable()
export class FilteredDelivery {
  deliver(options: FilteredOptions, result: ReadableResult): Delivery | Promise<Delivery> {
    switch (result.kind) {
      case 'body':
        return filteredBody(options, result);
      case 'answer':
        return {
          ...deliverAnswer({ ...options, answer: filterAnswer(result.chat, options.settings) }),
          ...billed(result),
        };
      case 'stream':
        return this.stream(options, result);
    }
  }

  private async stream(
    { call, client, context, settings, count, allowance }: FilteredOptions,
    result: Result<'stream'>,
  ): Promise<Delivery> {
    const { answer, reading, hidesUsage } = result;
    const isChat = call.endpoint === 'chat';
    const filter = isChat ? new CompletionFilter(settings, call.chat().settings.n ?? 1) : null;
    const { requestId } = client;
    const isBounded = allowance !== null;
    const inner = openFlow({ call, reading, hidesUsage, context, requestId, filter, isBounded });
    const flow = isChat ? inner : new FilteredCompletions(inner, settings, choicesOf(call));
    const delivery = await deliverStream({ client, answer, flow, count, allowance });
    const isStopped = filter?.isOver ?? (flow instanceof FilteredCompletions && flow.isOver);
    if (!isStopped || delivery.endedEarly) return delivery;
    return { ...delivery, isCutShort: true };
  }
}

function choicesOf({ parsed }: RelayCall): number {
  const { n } = parsed;
  return typeof n === 'number' && n > 1 ? n : 1;
}

function billed({ chat }: Result<'answer'>): Pick<Delivery, 'generated'> {
  return { generated: () => generatedIn(chat) };
}

/** Filters a body in the caller's own format; its bytes stay the same unless it holds a word. */
function filteredBody(options: FilteredOptions, result: Result<'body'>): Delivery {
  const { call, context, settings } = options;
  if (call.endpoint === 'completions') {
    return deliverBody({ ...options, ...result, body: filterCompletionBody(result.body, settings) });
  }
  const format = chatFormats[call.format];
  const answer = format.readAnswer(JSON.parse(result.body.toString('utf8')) as unknown);
  const shown = filterAnswer(answer, settings);
  if (shown === answer) return deliverBody({ ...options, ...result });
  const { usage, generated } = result.json;
  if (call.isStream) return { ...deliverAnswer({ ...options, answer: shown }), usage, generated };
  const body = Buffer.from(JSON.stringify(format.writeAnswer(shown, context)));
  return deliverBody({ ...options, ...result, body });
}
