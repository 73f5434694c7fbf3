import { isEnvelope } from '../canonical/seal';
import { type Seal } from '../canonical/chat';
import { type JsonObject, asRecord, asText, at } from '../json/read-value';
import { NO_SIGNATURE } from '../canonical/no-signature';

/*
 * Google's layer of the chat format puts the signature of a tool call next to it, as `extra_content: {google:
 * {thought_signature}}`; source: 'OpenAI compatibility' of the Gemini API, read 2026-08.
 */

/** Tells whether a model behind the chat format needs the signatures of its calls back. */
export function wantsSignatures(model: string): boolean {
  return /gemini/i.test(model);
}

/** The signature that stands next to a call; null when there is none. */
export function googleSealOf(call: JsonObject): Seal | null {
  // This runs for every piece of every call, and hardly any has a signature.
  if (!('extra_content' in call)) return null;
  const value = asText(at(call.extra_content, 'google', 'thought_signature'));
  if (value === '' || value === NO_SIGNATURE || isEnvelope(value)) return null;
  return { provider: 'google', kind: 'signature', value };
}

/** Tells whether a seal can stand next to a call: only Google's own signatures can. */
export function isGoogleSignature(seal: Seal | undefined): seal is Seal {
  return seal?.provider === 'google' && seal.kind === 'signature';
}

/** The field with the signature, to stand next to a call; an empty object for any other seal. */
export function signatureField(seal: Seal | undefined): JsonObject {
  return isGoogleSignature(seal) ? { extra_content: { google: { thought_signature: seal.value } } } : {};
}

/** The call without its signature; everything else next to it stays. */
export function withoutSignature(call: JsonObject): JsonObject {
  const { extra_content: extra, ...rest } = call;
  const { google, ...others } = asRecord(extra) ?? {};
  const { thought_signature: _signature, ...kept } = asRecord(google) ?? {};
  const left = { ...others, ...(Object.keys(kept).length > 0 && { google: kept }) };
  return Object.keys(left).length > 0 ? { ...rest, extra_content: left } : rest;
}
