import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';

interface SearchInputProps {
  /** What is searched; it is shown while the field is empty. */
  readonly label: string;
  /** The text that is applied now. */
  readonly value: string;
  /** Called on Enter, on leaving the field, and when its clear button empties it. */
  readonly onCommit: (text: string) => void;
  /** True shows the number keys of an on-screen keyboard. Default: false. */
  readonly isNumber?: boolean;
}

/** A search field that calls the server when the text is finished, not at every letter. */
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
        // The clear button of a search field empties it without a key press.
        if (next === '') commit('');
      }}
      onBlur={() => commit(text)}
      onKeyDown={event => {
        if (event.key === 'Enter') commit(text);
      }}
    />
  );
}
