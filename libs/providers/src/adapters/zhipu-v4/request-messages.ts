import { type DroppedFields, CallRefusal, type JsonObject, asText, at, isJsonObject } from '@formats';
import {
  type MessageChange,
  changeMessages,
  flattenText,
  renameRole,
  straightenContent,
} from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { type GlmFamily } from './models';

const toSystem = renameRole({ developer: 'system' });

/** Writes messages as version 4 accepts them; parts with videos and documents pass. */
export function adaptZhipuMessages(draft: BodyDraft, family: GlmFamily, dropped: DroppedFields): void {
  changeMessages(draft, toSystem);
  changeMessages(draft, straightenContent);
  changeMessages(draft, withoutName(dropped));
  changeMessages(draft, message => adaptContent(message, family, dropped));
}

/** Participants have no names in this API. The id of the call already identifies the function of a result. */
function withoutName(dropped: DroppedFields): MessageChange {
  return message => {
    if (!Object.hasOwn(message, 'name')) return message;
    if (message.role !== 'tool' && message.role !== 'function') dropped.add('message.name');
    const { name: _name, ...rest } = message;
    return rest;
  };
}

/**
 * Adapts the parts of a message to the model.
 *
 * @throws CallRefusal for audio, which no chat model of this provider reads
 */
function adaptContent(message: JsonObject, family: GlmFamily, dropped: DroppedFields): JsonObject {
  const parts = message.content;
  if (!Array.isArray(parts)) return message;
  const types = (parts as readonly unknown[]).map(part => asText(at(part, 'type')));
  if (types.includes('input_audio')) throw new CallRefusal('audio input is not supported by this model');
  const isText = types.every(type => type === 'text');
  if (message.role === 'system' && !isText) dropped.add('message.image');
  // Other parts than text stay for a text model: the provider refuses them, and the gateway does not change the request
  // silently.
  if (isText || message.role === 'system') return family.isVision && isText ? message : flattenText(message);
  if (!family.isVision) return message;
  const images = (parts as readonly unknown[]).map(part => adaptImage(part, family, dropped));
  return { ...message, content: family.isFirstVision ? textLast(images) : images };
}

function adaptImage(part: unknown, family: GlmFamily, dropped: DroppedFields): unknown {
  const image = at(part, 'image_url');
  if (!isJsonObject(part) || !isJsonObject(image)) return part;
  const { detail, ...rest } = image;
  if (detail !== undefined) dropped.add('message.image_detail');
  const url = asText(rest.url);
  const isBare = family.isFirstVision && url.startsWith('data:') && url.includes(',');
  return { ...part, image_url: isBare ? { ...rest, url: url.slice(url.indexOf(',') + 1) } : rest };
}

/** The first vision models answer better when the text follows the images. */
function textLast(parts: readonly unknown[]): readonly unknown[] {
  const isText = (part: unknown): boolean => at(part, 'type') === 'text';
  return [...parts.filter(part => !isText(part)), ...parts.filter(isText)];
}
