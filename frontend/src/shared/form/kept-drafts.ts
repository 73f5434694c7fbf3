import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

/**
 * What was typed into forms that closed without being sent: by Escape, by Back, or because the session had ended. It is
 * held in memory only, because some of it is secret, and it ends with the page.
 */
const kept = new Map<string, unknown>();
/** The id of the user who typed it; 0 for nobody yet. */
let owner = 0;

/** Drops everything. */
export function forgetDrafts(): void {
  kept.clear();
  owner = 0;
}

/** Says who types from now on: nobody else may find it. */
export function keepDraftsFor(userId: number): void {
  if (owner !== 0 && owner !== userId) kept.clear();
  owner = userId;
}

/** What a form needs to know of a draft that outlives it. */
export interface KeptDraft {
  /** True when the form began with what was typed before. */
  readonly isRestored: boolean;
  /** Begins anew with what the form would have begun with. */
  readonly startOver: () => void;
  /** Called when the draft was sent, or is not wanted any more. */
  readonly discard: () => void;
}

/** A text that is the same for equal drafts; a set counts by what is in it. */
function textOf(draft: unknown): string {
  return JSON.stringify(draft, (_key, value: unknown) => (value instanceof Set ? [...value] : value));
}

/** One draft of two parts of a form. */
export function joinKept(one: KeptDraft, other: KeptDraft): KeptDraft {
  const forBoth = (act: 'startOver' | 'discard') => () => {
    one[act]();
    other[act]();
  };
  return {
    isRestored: one.isRestored || other.isRestored,
    startOver: forBoth('startOver'),
    discard: forBoth('discard'),
  };
}

/** The draft of a form, and what its drawer needs to know of it. */
interface DraftState<Draft> {
  readonly draft: Draft;
  readonly setDraft: Dispatch<SetStateAction<Draft>>;
  readonly kept: KeptDraft;
}

/**
 * The draft of a form. What was typed stays until it is sent or discarded, also when the form closes.
 *
 * @param name names the form and its row, such as "channel/3"; must not change while the form is open
 */
export function useKeptDraft<Draft>(name: string, initial: () => Draft): DraftState<Draft> {
  const [begun] = useState(initial);
  const [isRestored, setRestored] = useState(() => kept.has(name));
  // The name belongs to one form, so what it holds is a draft of that form.
  const [draft, setDraft] = useState<Draft>(() => (kept.has(name) ? (kept.get(name) as Draft) : begun));
  useEffect(() => {
    if (textOf(draft) === textOf(begun)) kept.delete(name);
    else kept.set(name, draft);
  }, [name, draft, begun]);
  const discard = () => void kept.delete(name);
  const startOver = () => {
    setRestored(false);
    setDraft(begun);
  };
  return { draft, setDraft, kept: { isRestored, startOver, discard } };
}
