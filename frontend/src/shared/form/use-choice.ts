import { useId, useState, type KeyboardEvent, type ReactElement } from 'react';

/** One of the values that a field offers. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactElement;
  /** Further words by which it is found. */
  readonly words?: string;
}

/** A longer list would be too long to read, and slow to render; typing reaches what is not shown. */
export const CHOICES_SHOWN_MAX = 100;

/** The choices that contain the text, ignoring case; those that begin with it come first. */
export function matchingChoices(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return choices;
  const contains = ({ label, words = '' }: Choice) => `${label}\n${words}`.toLowerCase().includes(wanted);
  const begins = ({ label }: Choice) => Number(label.toLowerCase().startsWith(wanted));
  return choices.filter(contains).toSorted((left, right) => begins(right) - begins(left));
}

export interface ChoiceState {
  readonly listId: string;
  readonly isOpen: boolean;
  /** What is typed to find a choice; null while nothing is searched. */
  readonly text: string | null;
  readonly offered: readonly Choice[];
  /** How many choices fit, those beyond the shown ones included. */
  readonly count: number;
  /** The position of the marked choice. */
  readonly active: number;
  readonly open: () => void;
  readonly close: () => void;
  readonly type: (text: string) => void;
  readonly take: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface ChoiceOptions {
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

/** The state of a field with one value out of many: typing filters, arrows move the mark, Enter takes it. */
export function useChoice({ value, choices, onChange }: ChoiceOptions): ChoiceState {
  const listId = useId();
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const matching = isOpen ? matchingChoices(choices, text ?? '') : [];
  const offered = matching.slice(0, CHOICES_SHOWN_MAX);

  const open = () => {
    if (isOpen) return;
    const at = choices.findIndex(choice => choice.value === value);
    setActive(at >= 0 && at < CHOICES_SHOWN_MAX ? at : 0);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setText(null);
  };
  const take = (chosen: string) => {
    close();
    onChange(chosen);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(Math.max(0, Math.min(active + step, offered.length - 1)));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault(); // the form must not be submitted while a value is being chosen
      const marked = offered[active];
      if (marked) take(marked.value);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation(); // the form around the field stays open
      close();
    }
  };

  return {
    listId,
    isOpen,
    text,
    offered,
    count: matching.length,
    active,
    open,
    close,
    type: next => {
      setOpen(true);
      setText(next);
      setActive(0);
    },
    take,
    onKeyDown,
  };
}
