import { type SealedReasoning } from '../canonical/seal';
import { type Seal } from '../canonical/chat';
import { sealedId } from './sealed-ids';

/** Collects the seals of one choice until a tool call takes them along; those after the last call have nowhere to go. */
export class PendingSeals {
  private text = '';
  private sealed: SealedReasoning[] = [];

  reasoning(text: string): void {
    this.text += text;
  }

  seal(seal: Seal): void {
    // Only a signature covers the text before it; the others are reasoning of their own, an encrypted item with its text.
    const covers = seal.kind !== 'redacted';
    this.sealed.push({ seal, text: covers ? this.text : '' });
    if (covers) this.text = '';
  }

  /** The id to show for a tool call, with everything inside that led to it. */
  take(id: string, own: Seal | undefined): string {
    const sealed = own ? [...this.sealed, { seal: own, text: '' }] : this.sealed;
    this.sealed = [];
    this.text = '';
    return sealedId(id, sealed);
  }
}
