import { type DroppedFields, CallRefusal, type UnknownRecord, asText, at, isRecord } from '@formats';
import {
  type MessageChange,
  changeMessages,
  flattenText,
  renameRole,
  straightenContent,
} from '../toolkit/adapt-messages';
import { type BodyDraft } from '../toolkit/body-draft';
import { type GlmFamily } from './model-family';

const toSystem = renameRole({ developer: 'system' });

/** Messages as version 4 takes them; parts of videos and documents pass. */
export function adaptZhipuMessages(draft: BodyDraft, family: GlmFamily, dropped: DroppedFields): void {
  changeMessages(draft, toSystem);
  changeMessages(draft, straightenContent);
  changeMessages(draft, withoutName(dropped));
  changeMessages(draft, message => adaptContent(message, family, dropped));
}

/** Participants have no names here. The name of a function that answered is told by the id of its call. */
function withoutName(dropped: DroppedFields): MessageChange {
  return message => {
    if (!Object.hasOwn(message, 'name')) return message;
    if (message.role !== 'tool' && message.role !== 'function') dropped.add('message.name');
    const { name: _name, ...rest } = message;
    return rest;
  };
}

/** @throws CallRefusal for audio, which no model of this provider's chat reads */
function adaptContent(message: UnknownRecord, family: GlmFamily, dropped: DroppedFields): UnknownRecord {
  const parts = message.content;
  if (!Array.isArray(parts)) return message;
  const types = (parts as readonly unknown[]).map(part => asText(at(part, 'type')));
  if (types.includes('input_audio')) throw new CallRefusal('audio input is not supported by this model');
  const isText = types.every(type => type === 'text');
  if (message.role === 'system' && !isText) dropped.add('message.image');
  // What a text model is sent besides text stays: the provider refuses it, rather than us changing the question.
  if (isText || message.role === 'system') return family.isVision && isText ? message : flattenText(message);
  if (!family.isVision) return message;
  const images = (parts as readonly unknown[]).map(part => adaptImage(part, family, dropped));
  return { ...message, content: family.isFirstVision ? textLast(images) : images };
}

function adaptImage(part: unknown, family: GlmFamily, dropped: DroppedFields): unknown {
  const image = at(part, 'image_url');
  if (!isRecord(part) || !isRecord(image)) return part;
  const { detail, ...rest } = image;
  if (detail !== undefined) dropped.add('message.image_detail');
  const url = asText(rest.url);
  const isBare = family.isFirstVision && url.startsWith('data:') && url.includes(',');
  return { ...part, image_url: isBare ? { ...rest, url: url.slice(url.indexOf(',') + 1) } : rest };
}

/** The first vision models answer better when the question stands behind the images. */
function textLast(parts: readonly unknown[]): readonly unknown[] {
  const isText = (part: unknown): boolean => at(part, 'type') === 'text';
  return [...parts.filter(part => !isText(part)), ...parts.filter(isText)];
}
