import { type JsonObject, asRecord, asText, isJsonObject } from '@formats';
import { type BodyDraft } from './body-draft';

/** Changes one message, or returns the same object when nothing has to change; null leaves the message out. */
export type MessageChange = (message: JsonObject) => JsonObject | null;

/** Applies a change to each message; the list is replaced only if a message became another object. */
export function changeMessages(draft: BodyDraft, change: MessageChange): void {
  const messages = draft.fields.messages;
  if (!Array.isArray(messages)) return;
  let changed: unknown[] | null = null;
  for (const [index, message] of (messages as readonly unknown[]).entries()) {
    const result = isJsonObject(message) ? change(message) : message;
    if (result !== message) changed ??= (messages as readonly unknown[]).slice(0, index);
    if (result !== null) changed?.push(result);
  }
  if (changed) draft.set('messages', changed);
}

/** Renames roles, e.g. `developer` for providers that only know `system`. */
export function renameRole(names: Readonly<Record<string, string>>): MessageChange {
  return message => {
    const role = asText(message.role);
    const name = Object.hasOwn(names, role) ? names[role] : undefined;
    return name === undefined ? message : { ...message, role: name };
  };
}

/** Joins the text parts of a message for models that read text only; a message with other parts keeps only its text. */
export function flattenText(message: JsonObject): JsonObject {
  const content = message.content;
  if (!Array.isArray(content)) return message;
  const texts = (content as readonly unknown[]).map(part => asText(asRecord(part)?.text ?? part));
  return { ...message, content: texts.filter(text => text !== '').join('\n') };
}

/**
 * Accepts deviations that some clients send: content as one part instead of a list, an image as plain text, and the
 * part type `image`.
 */
export function straightenContent(message: JsonObject): JsonObject {
  const content = message.content;
  if (isJsonObject(content)) return { ...message, content: [straightenPart(content)] };
  if (!Array.isArray(content)) return message;
  const parts = (content as readonly unknown[]).map(straightenPart);
  return parts.some((part, index) => part !== (content as readonly unknown[])[index])
    ? { ...message, content: parts }
    : message;
}

function straightenPart(part: unknown): unknown {
  if (!isJsonObject(part)) return part;
  if (part.type !== 'image_url' && part.type !== 'image') return part;
  const image = part.image_url ?? part.image;
  if (typeof image === 'string') return { type: 'image_url', image_url: { url: image } };
  return part.type === 'image' && isJsonObject(image) ? { type: 'image_url', image_url: image } : part;
}
