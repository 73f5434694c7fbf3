import { sealedCallId } from '../canonical/seal';
import { type AudioBlock, type ImageBlock, type Seal, type UrlCitation } from '../canonical/chat';
import { type JsonObject, asRecord, parseJson } from '../json/read-value';
import { inputOfFreeText } from './custom-tools';

/** Functions that the writers of whole answers and of streams share. */

interface ShownCall {
  readonly id: string;
  readonly kind: 'function' | 'custom';
  readonly seal?: Seal;
}

/** The id to show for a call; it holds the seal of the call, because a call has no opaque field in this format. */
export function shownCallId({ id, seal }: ShownCall, newId: (prefix: string) => string): string {
  return sealedCallId(id || newId('toolu_'), seal ? { seal, text: '' } : null);
}

/** The input of a call; arguments that are not a JSON object are put unchanged under `_raw`. */
export function inputOf(written: string, kind: ShownCall['kind']): JsonObject {
  if (kind === 'custom') return inputOfFreeText(written);
  if (written.trim() === '') return {};
  return asRecord(parseJson(written)) ?? { _raw: written };
}

/** An image as a Markdown text, because answers of this format hold no images; clients that render Markdown show it. */
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

/** The transcript of spoken output; the format cannot carry the audio itself. */
export function spokenText({ transcript }: Pick<AudioBlock, 'transcript'>): string {
  return transcript ?? '';
}

/** A citation of a page, without the provider's own proof, which the gateway cannot produce. */
export function pageCitation({ url, title }: UrlCitation): JsonObject {
  return { type: 'web_search_result_location', url, title, encrypted_index: '', cited_text: '' };
}

/** The provider's own id if it is an id of this format, otherwise a new one. */
export function messageId(id: string, newId: (prefix: string) => string): string {
  return id.startsWith('msg_') ? id : newId('msg_');
}
