import { type InspectedBody } from '@contracts';
import { type CapturedBytes } from '../capture/captured-bytes';
import { textOfEvents } from '../masking/event-text';
import { leaveOutMedia } from '../masking/leave-out-media';
import { maskText, type MaskRules } from '../masking/mask-text';

export interface KeepRules extends MaskRules {
  /** Bytes that are kept of one body. */
  readonly bytesMax: number;
}

/** A secret may stand at the place where a body is cut, without enough of it to be recognised; its word goes, too. */
const CUT_WORD_MAX = 4096;

/** A captured body as it is kept: as text, masked and bounded. */
export function keptBody(captured: CapturedBytes, contentType: string, rules: KeepRules): InspectedBody {
  const base = { text: '', content_type: contentType, bytes: captured.bytes, is_cut: captured.isCut };
  if (captured.bytes === 0) return base;
  if (!isText(contentType)) return { ...base, is_cut: true, left_out: 'binary' };
  const whole = leaveOutMedia(captured.text());
  const cut = captured.isCut || Buffer.byteLength(whole) > rules.bytesMax;
  const text = cut ? withoutLastWord(beginning(whole, rules.bytesMax)) : whole;
  const masked = maskText(text, rules);
  const memory = captured.isShortOfMemory ? ({ left_out: 'memory' } as const) : {};
  const body: InspectedBody = { ...base, text: masked, is_cut: cut, ...memory };
  return isStream(contentType, masked) ? keptStream(body, text, rules) : body;
}

/** What a model says in pieces may be a secret in which no single event shows one; then the pieces are not kept. */
function keptStream(body: InspectedBody, text: string, rules: KeepRules): InspectedBody {
  const collected = maskText(textOfEvents(text), rules);
  if (collected === textOfEvents(body.text)) return { ...body, collected };
  return { ...body, text: '', collected, left_out: 'events' };
}

function isStream(contentType: string, text: string): boolean {
  return /^text\/event-stream\b/i.test(contentType) || /^(?:data|event):/.test(text);
}

function isText(contentType: string): boolean {
  return (
    contentType === '' ||
    /^(?:text\/|application\/(?:[\w.+-]*json|x-ndjson|xml|x-www-form-urlencoded|x-subrip))/i.test(contentType)
  );
}

function beginning(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax) return text;
  // A decoder that waits for more leaves out the half of a character.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytesMax), { stream: true });
}

function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && text.length - end < CUT_WORD_MAX && !/[\s"',;{}[\]]/.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
