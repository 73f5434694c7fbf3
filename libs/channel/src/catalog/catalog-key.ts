import { channelTypeOf, splitLines } from '@contracts';

/** One key of a channel. */
export interface CatalogKey {
  /** Position from 1, in written order; log rows and pages name the key by it. */
  readonly position: number;
  readonly key: string;
  readonly keyHash: string;
  /** The masked key, enough to tell it from the other keys of the channel. */
  readonly mask: string;
  /** Why and since when the server does not use the key; null while it does. */
  readonly fault: { readonly reason: string; readonly atMs: number } | null;
}

/** The keys in a channel's text: one per line when it holds several, else the text as it is. */
export function keysIn(text: string, { hasSeveralKeys }: { readonly hasSeveralKeys: boolean }): readonly string[] {
  return hasSeveralKeys ? splitLines(text) : [text];
}

/** Whether channels of a type can hold several keys: not where the key is a document of many lines. */
export function mayHoldSeveralKeys(type: number): boolean {
  return !channelTypeOf(type)?.keyIsDocument;
}

const SHOWN = 4;
/** Length below which the masked form would reveal too much of a key. */
const SHOWN_LENGTH_MIN = 16;

/** The masked key, such as `sk-a…wxyz`; a compound key shows its first part only, and short keys show nothing. */
export function maskChannelKey(key: string): string {
  const [part = '', ...others] = key.split('|');
  const mask = part.length < SHOWN_LENGTH_MIN ? '…' : `${part.slice(0, SHOWN)}…${part.slice(-SHOWN)}`;
  return others.length === 0 ? mask : `${mask}|…`;
}

/** Whether a text is the beginning or the end of a key as the masked form shows them, or the masked form itself. */
export function isShownKey(mask: string, text: string): boolean {
  const written = text.replace('...', '…');
  return text.length >= SHOWN && (mask === written || mask.split('…').includes(written));
}
