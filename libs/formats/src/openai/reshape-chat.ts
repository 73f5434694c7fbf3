import { findUsage } from './openai-usage';
import { asList, asText, isRecord, parseJson, type UnknownRecord } from '../json/read-value';
import { ChoiceCollector } from './reshape-chat-choice';
import { createdOf, fieldsBesides, isTextCompletion, placeOf } from './reshape-chat-fields';

export { chunksFromAnswer } from './reshape-chat-chunks';

/** Fields that are rebuilt, and `obfuscation`, which is random padding of single chunks. */
const CHUNK_FIELDS = new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'obfuscation']);

/**
 * Collects the chunks of a chat or completion stream into the one answer that the upstream should have sent. Accepts
 * the variants of compatible providers: nulls, missing deltas, calls without index, repeated usage, unreadable lines.
 *
 * @param payloads the data of each event, in order; `[DONE]` and texts that are not a JSON object are skipped
 * @returns the answer, or null when no payload had a choice, as in a stream that only holds an error
 */
export function answerFromChunks(payloads: readonly string[]): Record<string, unknown> | null {
  const choices = new Map<number, ChoiceCollector>();
  const others = new Map<string, unknown>();
  const head = { id: '', created: 0, model: '' };
  let usage: UnknownRecord | undefined;
  let isText = false;
  for (const payload of payloads) {
    const chunk = parseJson(payload);
    if (!isRecord(chunk)) continue;
    head.id ||= asText(chunk.id);
    head.created ||= createdOf(chunk.created);
    head.model ||= asText(chunk.model);
    usage = findUsage(chunk) ?? usage;
    isText ||= isTextCompletion(chunk);
    for (const [name, value] of Object.entries(fieldsBesides(chunk, CHUNK_FIELDS))) {
      if (value !== null || !others.has(name)) others.set(name, value);
    }
    addChoices(choices, asList(chunk.choices));
  }
  if (choices.size === 0) return null;
  const inOrder = [...choices].sort(([left], [right]) => left - right);
  return {
    ...Object.fromEntries(others),
    id: head.id,
    object: isText ? 'text_completion' : 'chat.completion',
    created: head.created,
    model: head.model,
    choices: inOrder.map(([, choice]) => choice.result(isText)),
    ...(usage && { usage }),
  };
}

function addChoices(choices: Map<number, ChoiceCollector>, list: readonly unknown[]): void {
  list.forEach((choice, position) => {
    if (!isRecord(choice)) return;
    const index = placeOf(choice, position);
    const known = choices.get(index) ?? new ChoiceCollector(index);
    choices.set(index, known);
    known.add(choice);
  });
}
