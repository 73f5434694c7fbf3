import { type SealedReasoning, decodeSeal, encodeSeal, isEnvelope } from '../canonical/seal';
import { type ReasoningBlock, type Seal } from '../canonical/chat';

/** A signature as this format writes it: the provider's own is unchanged, others are put into an envelope. */
export function signatureOf(seal: Seal): string {
  return seal.provider === 'anthropic' ? seal.value : encodeSeal({ seal, text: '' });
}

/** Tells whether a seal needs a `redacted_thinking` block, because there is no text that it could follow. */
export function standsAlone(seal: Seal, text: string): boolean {
  return seal.kind === 'redacted' || (text === '' && seal.provider !== 'anthropic');
}

/** The value of `data` in a `redacted_thinking` block. */
export function redactedDataOf(seal: Seal): string {
  return seal.provider === 'anthropic' ? seal.value : encodeSeal({ seal, text: '' });
}

/** Reads a `thinking` block of an earlier turn. */
export function reasoningOf(text: string, signature: string): ReasoningBlock {
  if (signature === '') return { type: 'reasoning', text };
  const sealed: SealedReasoning | null = decodeSeal(signature);
  if (!sealed && isEnvelope(signature)) return { type: 'reasoning', text };
  if (!sealed) return { type: 'reasoning', text, seal: { provider: 'anthropic', kind: 'signature', value: signature } };
  return { type: 'reasoning', text: text || sealed.text, seal: sealed.seal };
}

/** Reads a `redacted_thinking` block of an earlier turn. */
export function redactedOf(data: string): ReasoningBlock {
  const sealed = decodeSeal(data);
  if (sealed) return { type: 'reasoning', text: sealed.text, seal: sealed.seal };
  if (isEnvelope(data)) return { type: 'reasoning', text: '' };
  return { type: 'reasoning', text: '', seal: { provider: 'anthropic', kind: 'redacted', value: data } };
}
