import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';

export interface SearchInputProps {
  /** Says what is searched; shown while empty. */
  readonly label: string;
  /** The text in force. */
  readonly value: string;
  /** Called on Enter, on leaving the field, and when it is emptied by its own cross. */
  readonly onCommit: (text: string) => void;
  /** Brings up the number keys where keys are on the screen. Default: false. */
  readonly isNumber?: boolean;
}

/** A search text that asks the server once it is finished, not with every letter. */
export function SearchInput({ label, value, onCommit, isNumber = false }: SearchInputProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = (next: string) => {
    if (next.trim() !== value) onCommit(next.trim());
  };
  return (
    <InputGroup
      className="search-input"
      leftIcon={<Search />}
      type="search"
      inputMode={isNumber ? 'numeric' : 'search'}
      aria-label={label}
      placeholder={label}
      value={text}
      onValueChange={next => {
        setText(next);
        // The cross of a search field empties it without a key press.
        if (next === '') commit('');
      }}
      onBlur={() => commit(text)}
      onKeyDown={event => {
        if (event.key === 'Enter') commit(text);
      }}
    />
  );
}
