import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Seal } from './chat';
import { asText, parseJson } from '../json/read-value';

/**
 * A provider's seal while it passes through a caller of another format. The caller sends it back in the next turn, in
 * whatever opaque field its format has. A format without such a field carries it in the id of the tool call that the
 * reasoning led to, because every client sends that id back unchanged.
 */
export interface SealedReasoning {
  readonly seal: Seal;
  /** The reasoning text that the seal covers, for callers that do not send it back. */
  readonly text: string;
}

/** The start of every envelope; letters and digits, because the ids of some providers allow little else. */
const MARK = 'slseal1';
/** Stands between a tool call's own id and its envelope. */
const ID_JOIN = `_${MARK}_`;
/** Seals of today's providers have some kilobytes; a longer text than this is not a seal. */
const ENVELOPE_LENGTH_MAX = 2_000_000;
const OPENED_BYTES_MAX = 8_000_000;
/**
 * An envelope may unfold to this many times its size, or to {@link FREE_BYTES}: callers choose what stands in ids, and
 * a body full of envelopes that each unfold a thousandfold would keep the process busy for minutes.
 */
const UNFOLDING_MAX = 32;
const FREE_BYTES = 4096;

/** Returns the envelope: one word of letters, digits, `-` and `_`. */
export function encodeSeal({ seal, text }: SealedReasoning): string {
  const { provider, kind, value, id } = seal;
  const plain = Buffer.from(JSON.stringify([provider, kind, value, text, id ?? '']));
  const deflated = deflateRawSync(plain);
  // A text that repeats itself too much would exceed the limit for unfolding, so it is stored uncompressed.
  const packed = plain.length <= openedBytesMax(deflated) ? deflated : deflateRawSync(plain, { level: 0 });
  return `${MARK}_${packed.toString('base64url')}`;
}

/** Tells whether a text is an envelope, even one that can no longer be opened; no provider may see it. */
export function isEnvelope(text: string): boolean {
  return text.startsWith(`${MARK}_`);
}

/**
 * Opens an envelope.
 *
 * @returns null for anything that is not an envelope of the gateway, and for one that was damaged on its way
 */
export function decodeSeal(envelope: string): SealedReasoning | null {
  if (!isEnvelope(envelope) || envelope.length > ENVELOPE_LENGTH_MAX) return null;
  try {
    const packed = Buffer.from(envelope.slice(MARK.length + 1), 'base64url');
    const parts = parseJson(inflateRawSync(packed, { maxOutputLength: openedBytesMax(packed) }).toString('utf8'));
    return Array.isArray(parts) ? sealOf(parts) : null;
  } catch {
    return null; // a foreign text that happens to begin like an envelope
  }
}

/** The id to show for a tool call, which contains the reasoning that led to the call. */
export function sealedCallId(id: string, sealed: SealedReasoning | null): string {
  return sealed ? `${id}_${encodeSeal(sealed)}` : id;
}

/** Takes apart an id that {@link sealedCallId} put together; any other id is returned unchanged. */
export function openCallId(shown: string): { readonly id: string; readonly sealed: SealedReasoning | null } {
  const at = shown.lastIndexOf(ID_JOIN);
  if (at === -1) return { id: shown, sealed: null };
  const sealed = decodeSeal(shown.slice(at + 1));
  return sealed ? { id: shown.slice(0, at), sealed } : { id: shown, sealed: null };
}

/**
 * Tells whether ids in a body may hold seals. This is a quick search in the bytes: true may be wrong, false never is.
 */
export function mayHoldSeals(body: Buffer): boolean {
  return body.includes(ID_JOIN);
}

/** Tells whether a body may hold envelopes at any place, ids included. True may be wrong. */
export function mayHoldEnvelopes(body: Buffer): boolean {
  return body.includes(MARK);
}

function openedBytesMax({ length }: Buffer): number {
  return Math.min(OPENED_BYTES_MAX, Math.max(FREE_BYTES, length * UNFOLDING_MAX));
}

function sealOf(parts: readonly unknown[]): SealedReasoning | null {
  const [provider, kind, value, text, id] = parts.map(asText);
  if (provider !== 'anthropic' && provider !== 'google' && provider !== 'openai') return null;
  if (kind !== 'signature' && kind !== 'redacted' && kind !== 'encrypted') return null;
  return { seal: { provider, kind, value: value ?? '', ...(id ? { id } : {}) }, text: text ?? '' };
}
