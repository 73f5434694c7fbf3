import { channelTypeOf, splitLines } from '@contracts';

/** One key of a channel. */
export interface CatalogKey {
  /** From 1, in written order: how people speak of it. */
  readonly position: number;
  readonly key: string;
  readonly keyHash: string;
  /** Shows enough to tell it from its neighbours. */
  readonly mask: string;
  /** Why and since when the server uses it no more; null while it does. */
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
/** Of a shorter key too much would be shown. */
const SHOWN_LENGTH_MIN = 16;

/** `sk-a…wxyz`; of a compound key its first part, short ones not at all. */
export function maskChannelKey(key: string): string {
  const [part = '', ...others] = key.split('|');
  const mask = part.length < SHOWN_LENGTH_MIN ? '…' : `${part.slice(0, SHOWN)}…${part.slice(-SHOWN)}`;
  return others.length === 0 ? mask : `${mask}|…`;
}
