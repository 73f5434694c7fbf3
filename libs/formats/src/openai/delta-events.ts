import { type ChatEvent } from '../canonical/chat-answer';
import { type JsonObject, asList, asText, at, isJsonObject } from '../json/read-value';
import { readCitations } from './citations';
import { sourceOfUrl } from './media';

/** One thing that a message or delta holds, besides tool calls. */
export type Said =
  | { readonly type: 'reasoning' | 'text' | 'refusal'; readonly text: string }
  | Extract<ChatEvent, { type: 'image' | 'audio' | 'citation' }>;

/**
 * Everything that a message or a delta of a stream holds besides tool calls, in the order in which models make it:
 * reasoning under any of its names, content as a text or as parts, refusal, images, speech, sources.
 */
export function saidIn(message: JsonObject, choice: number): readonly Said[] {
  const said: Said[] = [];
  const add = (type: 'reasoning' | 'text' | 'refusal', text: string): void => {
    if (text !== '') said.push({ type, text });
  };
  add('reasoning', reasoningIn(message));
  const content = message.content;
  if (Array.isArray(content)) for (const part of content as readonly unknown[]) addPart(part, choice, said);
  else if (typeof content === 'string' || isJsonObject(content)) addPart(content, choice, said);
  add('refusal', asText(message.refusal));
  for (const image of asList(message.images)) addImage(image, choice, said);
  const audio = audioIn(message.audio, choice);
  if (audio) said.push(audio);
  // Hardly any piece of a stream has annotations, and this runs for every piece.
  if (!('annotations' in message)) return said;
  for (const citation of readCitations(message.annotations)) said.push({ type: 'citation', choice, citation });
  return said;
}

/** Several providers send the same text under two names, so only the first is taken. */
function reasoningIn(message: JsonObject): string {
  const plain = asText(message.reasoning_content) || asText(message.reasoning);
  if (plain !== '' || !('reasoning_details' in message)) return plain;
  return asList(message.reasoning_details)
    .map(detail => asText(at(detail, 'text')) || asText(at(detail, 'summary')))
    .join('');
}

function addPart(part: unknown, choice: number, said: Said[]): void {
  if (typeof part === 'string') {
    if (part !== '') said.push({ type: 'text', text: part });
    return;
  }
  const type = asText(at(part, 'type'));
  if (type === 'thinking') {
    const thinking = at(part, 'thinking');
    const inner = asList(thinking).map(piece => asText(at(piece, 'text')));
    const text = typeof thinking === 'string' ? thinking : inner.join('');
    if (text !== '') said.push({ type: 'reasoning', text });
  } else if (type === 'image_url' || type === 'image') addImage(part, choice, said);
  else if (type === 'refusal') said.push({ type: 'refusal', text: asText(at(part, 'refusal')) });
  else {
    const text = asText(at(part, 'text'));
    if (text !== '') said.push({ type: 'text', text });
  }
}

/** Adds an image with its bytes, or a Markdown text with its address when only that is given. */
function addImage(image: unknown, choice: number, said: Said[]): void {
  const place = at(image, 'image_url') ?? at(image, 'image') ?? image;
  const url = typeof place === 'string' ? place : asText(at(place, 'url'));
  if (url === '') return;
  const source = sourceOfUrl(url);
  if (source.kind === 'data') said.push({ type: 'image', choice, mime: source.mime, data: source.data });
  else said.push({ type: 'text', text: `![image](${url})` });
}

function audioIn(audio: unknown, choice: number): Said | null {
  if (!isJsonObject(audio)) return null;
  const data = asText(audio.data);
  const transcript = asText(audio.transcript);
  const id = asText(audio.id);
  if (data === '' && transcript === '' && id === '') return null;
  const format = asText(audio.format) || 'pcm16';
  return { type: 'audio', choice, data, format, transcript, ...(id !== '' && { id }) };
}
