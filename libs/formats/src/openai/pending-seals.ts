import { type SealedReasoning } from '../canonical/seal';
import { type Seal } from '../canonical/chat';
import { sealedId } from './sealed-ids';

/**
 * Collects the seals of one choice until the next tool call carries them in its id; seals after the last call are lost.
 */
export class PendingSeals {
  private text = '';
  private sealed: SealedReasoning[] = [];

  reasoning(text: string): void {
    this.text += text;
  }

  seal(seal: Seal): void {
    // A signature covers the reasoning text before it, and an encrypted item has that text as its own; only redacted
    // reasoning has no text.
    const covers = seal.kind !== 'redacted';
    this.sealed.push({ seal, text: covers ? this.text : '' });
    if (covers) this.text = '';
  }

  /** The id to show for a tool call; it holds all seals that led to the call. */
  take(id: string, own: Seal | undefined): string {
    const sealed = own ? [...this.sealed, { seal: own, text: '' }] : this.sealed;
    this.sealed = [];
    this.text = '';
    return sealedId(id, sealed);
  }
}
