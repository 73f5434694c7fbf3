import {
  type ChatBlock,
  type FinishReason,
  type UrlCitation,
  type ChatAnswer,
  type UsageReading,
  readOpenAiUsage,
  type JsonObject,
  asList,
  asRecord,
  asText,
  at,
  isJsonObject,
} from '@formats';
import { objectText } from './request';

const FINISHES: Readonly<Record<string, FinishReason>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'toolCalls',
  ERROR_TOXIC: 'contentFilter',
};

/** Finish reasons that mean a failure: the model failed or ran out of time. */
const BROKEN_ENDS: ReadonlySet<string> = new Set(['ERROR', 'TIMEOUT', 'ERROR_LIMIT']);

export function isBrokenEnd(reason: unknown): boolean {
  return BROKEN_ENDS.has(asText(reason));
}

export function finishOf(reason: unknown): FinishReason {
  const word = asText(reason);
  return Object.hasOwn(FINISHES, word) ? (FINISHES[word] ?? 'unknown') : 'unknown';
}

/** Reads a whole answer of `POST /v2/chat`. */
export function readCohereAnswer(body: unknown): ChatAnswer {
  const message = at(body, 'message');
  const logprobs = logprobsOf(at(body, 'logprobs'));
  return {
    id: asText(at(body, 'id')),
    model: '',
    choices: [
      {
        index: 0,
        blocks: blocksOf(message),
        finish: finishOf(at(body, 'finish_reason')),
        ...(logprobs && { logprobs }),
      },
    ],
    usage: cohereUsage(at(body, 'usage')),
  };
}

/** True for an error object, and for a whole answer that ended because the model failed and that holds nothing. */
export function isCohereError(body: unknown): boolean {
  if (!isJsonObject(body) || body.error) return true;
  return isBrokenEnd(body.finish_reason) && blocksOf(body.message).length === 0;
}

function blocksOf(message: unknown): readonly ChatBlock[] {
  const content = at(message, 'content');
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content);
  const citations = asList(at(message, 'citations')).flatMap(citation => citationOf(citation));
  const blocks: ChatBlock[] = [];
  for (const part of parts) {
    const thinking = asText(at(part, 'thinking'));
    const text = asText(at(part, 'text'));
    if (thinking !== '') blocks.push({ type: 'reasoning', text: thinking });
    if (text === '') continue;
    const isFirst = !blocks.some(block => block.type === 'text');
    blocks.push({ type: 'text', text, ...(isFirst && citations.length > 0 && { citations }) });
  }
  const plan = asText(at(message, 'tool_plan'));
  if (plan !== '' && !blocks.some(block => block.type === 'text')) blocks.push({ type: 'text', text: plan });
  for (const call of asList(at(message, 'tool_calls'))) {
    const name = asText(at(call, 'function', 'name'));
    const text = objectText(asText(at(call, 'function', 'arguments')));
    blocks.push({ type: 'toolCall', id: asText(at(call, 'id')), name, arguments: text, kind: 'function' });
  }
  return blocks;
}

/** Only sources with an address become citations. */
export function citationOf(citation: unknown): readonly UrlCitation[] {
  const start = at(citation, 'start');
  const end = at(citation, 'end');
  const place = typeof start === 'number' && typeof end === 'number' ? { start, end } : {};
  return asList(at(citation, 'sources')).flatMap(source => {
    const document = asRecord(at(source, 'document'));
    const url = asText(document?.url);
    return url === '' ? [] : [{ url, title: asText(document?.title) || url, ...place }];
  });
}

/**
 * The billed tokens, or without them the tokens that the model saw. Cached tokens are part of the tokens that the model
 * saw, including the template, so they have no meaning beside the billed tokens.
 */
export function cohereUsage(usage: unknown): UsageReading {
  const billed = asRecord(at(usage, 'billed_units'));
  const seen = asRecord(at(usage, 'tokens'));
  if (billed && (billed.input_tokens !== undefined || billed.output_tokens !== undefined)) {
    return readOpenAiUsage(wholeCounts(billed));
  }
  return seen
    ? readOpenAiUsage({ ...wholeCounts(seen), cached_tokens: at(usage, 'cached_tokens') })
    : { kind: 'missing' };
}

/** The provider writes counts with a fraction, e.g. `12.0`, which JSON reads as whole numbers. */
function wholeCounts(counts: JsonObject): JsonObject {
  return {
    prompt_tokens: counts.input_tokens ?? 0,
    completion_tokens: counts.output_tokens ?? 0,
  };
}

/** Converts `[{text, token_ids, logprobs}]` to the OpenAI form; one entry may represent several tokens. */
export function logprobsOf(list: unknown): Readonly<Record<string, unknown>> | null {
  const entries = Array.isArray(list) ? asList(list) : isJsonObject(list) ? [list] : [];
  if (entries.length === 0) return null;
  const content = entries.map(entry => ({
    token: asText(at(entry, 'text')),
    logprob: asList(at(entry, 'logprobs')).reduce<number>((sum, value) => sum + (Number(value) || 0), 0),
    bytes: null,
    top_logprobs: [],
  }));
  return { content };
}
