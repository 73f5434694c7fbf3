import { NO_SIGNATURE } from '../canonical/no-signature';
import { type SealedReasoning, decodeSeal, encodeSeal, isEnvelope } from '../canonical/seal';
import { type ChatBlock, type ReasoningBlock, type Seal } from '../canonical/chat';

/**
 * Writes a seal as the `thoughtSignature` of a part: the provider's own is unchanged, any other is put into an
 * envelope.
 */
export function signatureOf({ seal, text }: SealedReasoning): string {
  return isOwn(seal) && text === '' ? seal.value : encodeSeal({ seal, text });
}

export function isOwn(seal: Seal): boolean {
  return seal.provider === 'google' && seal.kind === 'signature';
}

/** The meaning of a `thoughtSignature`: a seal of the part itself, or reasoning that comes before the part. */
type ReadSignature =
  | { readonly own: Seal; readonly before: null }
  | { readonly own: null; readonly before: SealedReasoning }
  | { readonly own: null; readonly before: null };

export function readSignature(signature: string | undefined): ReadSignature {
  if (signature === undefined || signature === '' || signature === NO_SIGNATURE) return { own: null, before: null };
  const sealed = decodeSeal(signature);
  if (sealed) return { own: null, before: sealed };
  if (isEnvelope(signature)) return { own: null, before: null };
  return { own: { provider: 'google', kind: 'signature', value: signature }, before: null };
}

/**
 * No turn of a model has so many blocks; searching further back would let a hostile body cost the square of its length.
 */
const NEAR_BLOCKS = 512;

/**
 * Adds sealed reasoning to the blocks of a message. If its text already stands there without a seal, because the caller
 * sent the thoughts back, too, that text gets the seal; if the same seal is there, nothing happens.
 */
export function addSealed(blocks: ChatBlock[], { seal, text }: SealedReasoning): void {
  const isSame = (other: Seal | undefined): boolean => other?.provider === seal.provider && other.value === seal.value;
  const near = Math.max(0, blocks.length - NEAR_BLOCKS);
  if (blocks.slice(near).some(block => block.type === 'reasoning' && isSame(block.seal))) return;
  const sealed: ReasoningBlock = { type: 'reasoning', text, seal };
  const isBare = (block: ChatBlock): block is ReasoningBlock => block.type === 'reasoning' && !block.seal;
  const found = text === '' ? -1 : blocks.slice(near).findIndex(block => isBare(block) && block.text.startsWith(text));
  const at = found === -1 ? -1 : near + found;
  const bare = blocks[at];
  if (bare?.type !== 'reasoning') {
    blocks.push(sealed);
    return;
  }
  const rest = bare.text.slice(text.length);
  if (rest !== '') {
    blocks.splice(at, 1, sealed, { type: 'reasoning', text: rest });
    return;
  }
  blocks.splice(at, 1);
  blocks.push(sealed); // seals come in the order in which the reasoning was made
}

/** Adds a thought; thoughts come in pieces, and the seal stands on the last piece. */
export function addThought(blocks: ChatBlock[], thought: ReasoningBlock): void {
  const last = blocks.at(-1);
  if (last?.type === 'reasoning' && !last.seal)
    blocks[blocks.length - 1] = { ...thought, text: last.text + thought.text };
  else blocks.push(thought);
}
