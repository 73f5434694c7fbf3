import { writeSse } from '@kernel';
import { findUsage } from './openai-usage';
import { END_MARK } from './stream-reader';
import { type JsonObject, asList, asRecord, asText, isJsonObject } from '../json/read-value';
import {
  argumentsText,
  callIdFor,
  contentPieces,
  createdOf,
  fieldsBesides,
  finishReasonOf,
  isTextCompletion,
  placeOf,
  reasoningOf,
} from './chunk-fields';

/** Fields of an answer that are rebuilt for chunks, or that every chunk carries; all others are sent once. */
const ANSWER_FIELDS = new Set([
  'id',
  'object',
  'created',
  'model',
  'system_fingerprint',
  'service_tier',
  'choices',
  'usage',
]);
const CHOICE_FIELDS = new Set(['index', 'message', 'delta', 'text', 'logprobs', 'finish_reason']);
const MESSAGE_FIELDS = new Set([
  'role',
  'content',
  'reasoning_content',
  'reasoning',
  'refusal',
  'tool_calls',
  'function_call',
]);
const CALL_FIELDS = new Set(['index', 'id', 'type', 'function', 'custom']);

/** The content of one chunk's choice. */
type ChoicePart = Record<string, unknown>;

/**
 * Makes a stream from a whole answer: chunks of a chat or legacy completion with the end mark. Nothing of the answer is
 * lost; values that providers write in their own way (reasoning, arguments as an object) come in the common form, and a
 * missing finish reason is filled in.
 *
 * @param answer the answer as parsed; an answer without choices gives no chunks
 * @param options.wantsUsage the caller asked for a last chunk with the usage
 */
export function splitAnswer(answer: unknown, options: { readonly wantsUsage: boolean }): string {
  const chunks = isJsonObject(answer) ? chunksOf(answer, options.wantsUsage) : [];
  return chunks.map(chunk => writeSse(JSON.stringify(chunk))).join('') + writeSse(END_MARK);
}

function chunksOf(answer: JsonObject, wantsUsage: boolean): readonly JsonObject[] {
  const usage = wantsUsage ? findUsage(answer) : undefined;
  const isText = isTextCompletion(answer);
  const head = {
    id: asText(answer.id),
    object: isText ? 'text_completion' : 'chat.completion.chunk',
    created: createdOf(answer.created),
    model: asText(answer.model),
    ...('system_fingerprint' in answer && { system_fingerprint: answer.system_fingerprint }),
    ...('service_tier' in answer && { service_tier: answer.service_tier }),
  };
  const parts = asList(answer.choices).flatMap((choice, position) => {
    if (!isJsonObject(choice)) return [];
    return isText ? textParts(choice, position) : chatParts(choice, position);
  });
  const chunks = parts.map((part, position) => ({
    ...head,
    ...(position === 0 && fieldsBesides(answer, ANSWER_FIELDS)),
    choices: [part],
    ...(usage && { usage: null }),
  }));
  return usage ? [...chunks, { ...head, choices: [], usage }] : chunks;
}

function textParts(choice: JsonObject, position: number): ChoicePart[] {
  const index = placeOf(choice, position);
  const logprobs = 'logprobs' in choice ? { logprobs: choice.logprobs } : {};
  const finishReason = finishReasonOf(choice) ?? 'stop';
  return [
    { index, text: asText(choice.text), ...logprobs, finish_reason: null },
    { ...fieldsBesides(choice, CHOICE_FIELDS), index, text: '', logprobs: null, finish_reason: finishReason },
  ];
}

function chatParts(choice: JsonObject, position: number): ChoicePart[] {
  const index = placeOf(choice, position);
  const message = asRecord(choice.message) ?? asRecord(choice.delta) ?? {};
  const deltas = [...openingDeltas(message), ...callDeltas(message, index)];
  const others = fieldsBesides(message, MESSAGE_FIELDS);
  if (Object.keys(others).length > 0) deltas.push(others);
  const parts: ChoicePart[] = deltas.map(delta => ({ index, delta, finish_reason: null }));
  if ('logprobs' in choice) addLogprobs(parts, choice.logprobs);
  const hasCalls = asList(message.tool_calls).length > 0;
  const finishReason = finishReasonOf(choice) ?? (hasCalls ? 'tool_calls' : 'stop');
  return [...parts, { ...fieldsBesides(choice, CHOICE_FIELDS), index, delta: {}, finish_reason: finishReason }];
}

/** The role comes first, then reasoning, content and refusal, in the order in which a model makes them. */
function openingDeltas(message: JsonObject): JsonObject[] {
  const pieces = contentPieces(message.content);
  const reasoning = reasoningOf(message);
  const refusal = asText(message.refusal);
  const deltas: JsonObject[] = [
    {
      role: asText(message.role) || 'assistant',
      content: pieces.length > 0 ? '' : null,
      ...('refusal' in message && { refusal: null }),
    },
  ];
  if (reasoning !== '') deltas.push({ reasoning_content: reasoning });
  for (const piece of pieces) {
    if (piece.kind === 'part') deltas.push({ content: [piece.part] });
    else if (piece.text !== '') deltas.push({ [piece.kind === 'text' ? 'content' : 'reasoning_content']: piece.text });
  }
  if (refusal !== '') deltas.push({ refusal });
  return deltas;
}

function callDeltas(message: JsonObject, choiceIndex: number): JsonObject[] {
  const deltas = asList(message.tool_calls)
    .filter(isJsonObject)
    .flatMap((call, index) => toolCallDeltas(call, { choiceIndex, index }));
  const legacy = asRecord(message.function_call);
  if (!legacy) return deltas;
  const functionCall = { ...legacy, name: asText(legacy.name), arguments: argumentsText(legacy.arguments) };
  return [...deltas, { function_call: functionCall }];
}

/** A call is split into its start, with id and name, and its arguments: clients that follow the stream expect both. */
function toolCallDeltas(
  call: JsonObject,
  place: { readonly choiceIndex: number; readonly index: number },
): JsonObject[] {
  const { choiceIndex, index } = place;
  const custom = asRecord(call.custom);
  const kind = custom ? 'custom' : 'function';
  const argument = custom ? 'input' : 'arguments';
  const body = custom ?? asRecord(call.function) ?? {};
  const text = argumentsText(body[argument]);
  const start = {
    ...fieldsBesides(call, CALL_FIELDS),
    index,
    id: asText(call.id) || callIdFor(choiceIndex, index),
    type: asText(call.type) || kind,
    [kind]: { ...body, name: asText(body.name), [argument]: '' },
  };
  const deltas: JsonObject[] = [{ tool_calls: [start] }];
  if (text !== '') deltas.push({ tool_calls: [{ index, [kind]: { [argument]: text } }] });
  return deltas;
}

/** Logprobs go with the text that they belong to; the other chunks have null. */
function addLogprobs(parts: readonly ChoicePart[], logprobs: unknown): void {
  const holdsText = (part: ChoicePart): boolean => {
    const delta = asRecord(part.delta);
    return Boolean(delta?.content) || Boolean(delta?.refusal);
  };
  const holder = parts.find(holdsText) ?? parts[0];
  for (const part of parts) part.logprobs = part === holder ? logprobs : null;
}
