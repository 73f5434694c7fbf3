import { sealedCallId } from '../canonical/seal';
import { type AudioBlock, type ImageBlock, type Seal, type UrlCitation } from '../canonical/chat';
import { type UnknownRecord, asRecord, parseJson } from '../json/read-value';
import { inputOfFreeText } from './custom-tools';

/** Pieces that whole answers and streams share. */

export interface ShownCall {
  readonly id: string;
  readonly kind: 'function' | 'custom';
  readonly seal?: Seal;
}

/** A call has no opaque field in this format, so what seals it rides in its id. */
export function shownCallId({ id, seal }: ShownCall, newId: (prefix: string) => string): string {
  return sealedCallId(id || newId('toolu_'), seal ? { seal, text: '' } : null);
}

/** The input of a call; arguments that are no JSON object are shown as they are under `_raw`. */
export function inputOf(written: string, kind: ShownCall['kind']): UnknownRecord {
  if (kind === 'custom') return inputOfFreeText(written);
  if (written.trim() === '') return {};
  return asRecord(parseJson(written)) ?? { _raw: written };
}

/** Answers of this format hold no images; clients that show Markdown show this. */
export function imageText(source: ImageBlock['source']): string {
  switch (source.kind) {
    case 'data':
      return `![image](data:${source.mime};base64,${source.data})`;
    case 'url':
      return `![image](${source.url})`;
    case 'stored':
      return '';
  }
}

/** What was said; the audio itself cannot be carried. */
export function spokenText({ transcript }: Pick<AudioBlock, 'transcript'>): string {
  return transcript ?? '';
}

/** A page that the answer cites; the provider's own proof of it is not ours to give. */
export function pageCitation({ url, title }: UrlCitation): UnknownRecord {
  return { type: 'web_search_result_location', url, title, encrypted_index: '', cited_text: '' };
}

/** The provider's own id, or a new one in its manner. */
export function messageId(id: string, newId: (prefix: string) => string): string {
  return id.startsWith('msg_') ? id : newId('msg_');
}
