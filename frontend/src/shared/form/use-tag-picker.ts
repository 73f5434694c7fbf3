import { useState, type KeyboardEvent } from 'react';
import { suggestionsFor } from './suggestions';

export interface TagPickerChoice {
  readonly values: readonly string[];
  /** The names that are offered while typing. */
  readonly options: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** True accepts names that are not offered. Default: false. */
  readonly isOpenEnded?: boolean;
  /** The label of a name on screen; it can be typed too. Default: the name itself. */
  readonly labelOf?: (name: string) => string;
}

export interface TagPickerState {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly offered: readonly string[];
  /** The position of the marked suggestion. */
  readonly active: number;
  readonly isListOpen: boolean;
  readonly setFocused: (isFocused: boolean) => void;
  /** Adds names, each once; names that are not allowed are dropped. */
  readonly take: (names: readonly string[]) => void;
  readonly remove: (name: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The state of the picker: typing filters, arrows move the mark, Enter adds the marked suggestion. */
export function useTagPicker(choice: TagPickerChoice): TagPickerState {
  const { values, options, onChange, isOpenEnded = false, labelOf } = choice;
  const [text, setText] = useState('');
  const [isFocused, setFocused] = useState(false);
  const [active, setActive] = useState(0);
  const offered = suggestionsFor({ text, options, values, labelOf });

  const type = (next: string) => {
    setText(next);
    setActive(0);
  };

  const take = (names: readonly string[]) => {
    const meant = (name: string) => options.find(option => labelOf?.(option) === name) ?? name;
    const isAllowed = (name: string) => name !== '' && (isOpenEnded || options.includes(name));
    const allowed = names.map(name => meant(name.trim())).filter(isAllowed);
    if (allowed.length === 0) return; // the typed text stays visible, because the options may still be loading
    onChange([...new Set([...values, ...allowed])]);
    type('');
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(Math.max(0, Math.min(active + step, offered.length - 1)));
    } else if (event.key === 'Enter') {
      event.preventDefault(); // the form must not be submitted while a name is being chosen
      take([offered[active] ?? text]); // a typed name without a suggestion is taken unchanged
    }
  };

  return {
    text,
    type,
    offered,
    active,
    isListOpen: isFocused && offered.length > 0,
    setFocused,
    take,
    remove: name => onChange(values.filter(other => other !== name)),
    onKeyDown,
  };
}
