import { type SealedReasoning, decodeSeal, encodeSeal } from '../../chat/seal';
import { type ChatBlock, type ReasoningBlock, type Seal } from '../../spec/chat';

/** What the vendor takes instead of a signature that nobody has any more. */
export const NO_SIGNATURE = 'skip_thought_signature_validator';

/** `thoughtSignature` of a part as this format spells a seal: the vendor's own as it is, everything else enveloped. */
export function signatureOf({ seal, text }: SealedReasoning): string {
  return isOwn(seal) && text === '' ? seal.value : encodeSeal({ seal, text });
}

export const isOwn = (seal: Seal): boolean => seal.vendor === 'google' && seal.kind === 'signature';

/** What a `thoughtSignature` is: a seal of the part itself, or reasoning that comes before the part. */
export type ReadSignature =
  | { readonly own: Seal; readonly before: null }
  | { readonly own: null; readonly before: SealedReasoning }
  | { readonly own: null; readonly before: null };

export function readSignature(signature: string | undefined): ReadSignature {
  if (signature === undefined || signature === '' || signature === NO_SIGNATURE) return { own: null, before: null };
  const sealed = decodeSeal(signature);
  if (sealed) return { own: null, before: sealed };
  return { own: { vendor: 'google', kind: 'signature', value: signature }, before: null };
}

/**
 * Adds sealed reasoning to the blocks of a message. Where its text already stands there without a seal, that block gets
 * the seal; where the same seal is there, nothing happens.
 */
export function addSealed(blocks: ChatBlock[], { seal, text }: SealedReasoning): void {
  const isSame = (other: Seal | undefined): boolean => other?.vendor === seal.vendor && other.value === seal.value;
  if (blocks.some(block => block.type === 'reasoning' && isSame(block.seal))) return;
  const bare = blocks.findIndex(block => block.type === 'reasoning' && !block.seal && block.text === text);
  const sealed: ReasoningBlock = { type: 'reasoning', text, seal };
  if (bare === -1) blocks.push(sealed);
  else blocks[bare] = sealed;
}
