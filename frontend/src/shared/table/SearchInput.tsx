import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useId } from 'react';
import { useTyped } from './use-typed';

interface SearchInputProps {
  /** What is searched; it is shown while the field is empty. */
  readonly label: string;
  /** The text that is applied now. */
  readonly value: string;
  /** Called on Enter, on leaving the field, and when its clear button empties it. */
  readonly onCommit: (text: string) => void;
  /** True shows the number keys of an on-screen keyboard. Default: false. */
  readonly isNumber?: boolean;
  /** What is offered while the user types; a label is shown beside its value and searched too. Default: nothing. */
  readonly suggestions?: readonly Suggestion[];
  /** Called when the field is entered, to read what it suggests. */
  readonly onEnter?: () => void;
}

export interface Suggestion {
  readonly value: string;
  readonly label?: string;
}

/** A search field that calls the server when the text is finished, not at every letter. */
export function SearchInput({ label, value, onCommit, isNumber = false, suggestions = [], onEnter }: SearchInputProps) {
  const listId = useId();
  const { text, setText, apply, isApplied } = useTyped(value, onCommit);
  const commit = (next: string) => {
    const finished = next.trim();
    if (!isApplied(finished)) apply(finished);
  };
  // A whole value that was not typed letter by letter was picked from the list.
  const isPicked = (next: string) =>
    suggestions.some(one => one.value === next) && Math.abs(next.length - text.length) > 1;
  const field = (
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
        if (next === '' || isPicked(next)) commit(next);
      }}
      list={suggestions.length > 0 ? listId : undefined}
      onFocus={onEnter}
      onBlur={() => commit(text)}
      onKeyDown={event => {
        if (event.key === 'Enter') commit(text);
      }}
    />
  );
  if (suggestions.length === 0) return field;
  return (
    <>
      {field}
      <datalist id={listId}>
        {suggestions.map(({ value: offered, label: beside }) => (
          <option key={offered} value={offered} label={beside} />
        ))}
      </datalist>
    </>
  );
}
