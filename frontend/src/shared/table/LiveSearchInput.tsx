import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';

interface LiveSearchInputProps {
  /** What is searched; it is shown while the field is empty. */
  readonly label: string;
  /** The text that is applied now. */
  readonly value: string;
  /** Called at every letter, but not while an input method is composing one. */
  readonly onChange: (text: string) => void;
}

/**
 * The text of the field. What was typed comes back as the applied text a moment later, when more may have been typed, which
 * it must not replace; any other applied text does.
 */
function useTyped(value: string, onChange: (text: string) => void) {
  const [text, setText] = useState(value);
  const applying = useRef<readonly string[]>([]);
  useEffect(() => {
    const at = applying.current.indexOf(value);
    applying.current = at < 0 ? [] : applying.current.slice(at + 1);
    if (at < 0) setText(value);
  }, [value]);
  const apply = (next: string) => {
    applying.current = next === value ? [] : [...applying.current, next];
    onChange(next);
  };
  return { text, setText, apply };
}

/** A search field for rows that are loaded already, so that the list follows the typing. */
export function LiveSearchInput({ label, value, onChange }: LiveSearchInputProps) {
  const { text, setText, apply } = useTyped(value, onChange);
  return (
    <InputGroup
      className="search-input"
      leftIcon={<Search />}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={event => {
        const next = event.currentTarget.value;
        setText(next);
        const isComposing = 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing === true;
        if (!isComposing) apply(next);
      }}
      onCompositionEnd={event => apply(event.currentTarget.value)}
    />
  );
}
