import { useState, type KeyboardEvent } from 'react';
import { suggestionsFor } from './suggestions';

export interface TagPickerChoice {
  readonly values: readonly string[];
  /** What is offered while typing. */
  readonly options: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** Names that are not offered may be typed in. Default: false. */
  readonly isOpenEnded?: boolean;
  /** What a name is called on screen; it can be typed too. Default: the name itself. */
  readonly labelOf?: (name: string) => string;
}

export interface TagPickerState {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly offered: readonly string[];
  /** Position of the marked suggestion. */
  readonly active: number;
  readonly isListOpen: boolean;
  readonly setFocused: (isFocused: boolean) => void;
  /** Adds names, each once; those that are not allowed are dropped. */
  readonly take: (names: readonly string[]) => void;
  readonly removeAt: (position: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Typing filters, arrows move the mark, Enter takes what is marked. */
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
    if (allowed.length === 0) return; // what was typed stays to be seen: the options may only be on their way
    onChange([...new Set([...values, ...allowed])]);
    type('');
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(Math.max(0, Math.min(active + step, offered.length - 1)));
    } else if (event.key === 'Enter') {
      event.preventDefault(); // the form must not be sent while a name is being chosen
      take([offered[active] ?? text]); // a typed name that is offered nowhere is taken as it stands
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
    removeAt: position => onChange(values.filter((_name, other) => other !== position)),
    onKeyDown,
  };
}
