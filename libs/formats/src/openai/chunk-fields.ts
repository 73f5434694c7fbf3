import { type JsonObject, asList, asText, at, isJsonObject } from '../json/read-value';

/** One piece of a message's content; images and everything else that is not text stay as the provider sent them. */
type ContentPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'part'; readonly part: unknown };

/**
 * The pieces of a message's content in order; the content may be a text, a list of parts, or a single part. Mistral
 * sends reasoning inside the content, as parts of type `thinking` that hold a text or parts of their own. Empty when
 * there is no content at all.
 */
export function contentPieces(content: unknown): readonly ContentPiece[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  if (isJsonObject(content)) return [readPart(content)];
  return asList(content).map(readPart);
}

function readPart(part: unknown): ContentPiece {
  if (typeof part === 'string') return { kind: 'text', text: part };
  const type = at(part, 'type');
  const thinking = at(part, 'thinking');
  if (type === 'thinking' && thinking !== undefined) return { kind: 'reasoning', text: thinkingText(thinking) };
  const text = at(part, 'text');
  const isText = typeof text === 'string' && (type === 'text' || type === undefined);
  return isText ? { kind: 'text', text } : { kind: 'part', part };
}

function thinkingText(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking;
  return asList(thinking)
    .map(inner => asText(at(inner, 'text')))
    .join('');
}

/** The reasoning next to the content. Some providers send the same text under both names, so only one is taken. */
export function reasoningOf(message: JsonObject): string {
  return asText(message.reasoning_content) || asText(message.reasoning);
}

/** A finish reason, or null for none and for the empty text that some providers send on every chunk. */
export function finishReasonOf(choice: JsonObject): string | null {
  return asText(choice.finish_reason) || null;
}

/** The arguments of a call as JSON text; a few providers send the object itself. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** The place of a choice or call: the number that it carries, otherwise its position. */
export function placeOf(record: JsonObject, position: number): number {
  return typeof record.index === 'number' ? record.index : position;
}

/** Unix seconds from a number, which may have a fraction, or from a text; 0 when the provider named no time. */
export function createdOf(value: unknown): number {
  const seconds = typeof value === 'string' ? Number(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.trunc(seconds) : 0;
}

/**
 * An id for a call that came without one; it is unique within its answer, which is all that a follow-up message needs.
 */
export function callIdFor(choiceIndex: number, position: number): string {
  return `call_${choiceIndex}_${position}`;
}

/** Every field except the named ones. */
export function fieldsBesides(record: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
}

/** Tells whether an answer or chunk belongs to the legacy completions protocol, whose choices hold a plain `text`. */
export function isTextCompletion(answer: JsonObject): boolean {
  if (answer.object === 'text_completion') return true;
  return asList(answer.choices).some(
    choice => typeof at(choice, 'text') === 'string' && !at(choice, 'delta') && !at(choice, 'message'),
  );
}
