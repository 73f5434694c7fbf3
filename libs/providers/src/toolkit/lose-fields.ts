import { type Losses } from '../chat/losses';
import { type BodyDraft } from './body-draft';

/** Removes fields that a vendor refuses, and names those that were there. */
export function loseFields(draft: BodyDraft, losses: Losses, ...names: readonly string[]): void {
  for (const name of names) if (draft.has(name)) losses.add(name);
  draft.drop(...names);
}
