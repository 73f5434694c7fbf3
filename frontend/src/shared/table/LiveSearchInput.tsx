import { InputGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useTyped } from './use-typed';

interface LiveSearchInputProps {
  /** What is searched; it is shown while the field is empty. */
  readonly label: string;
  /** The text that is applied now. */
  readonly value: string;
  /** Called at every letter, but not while an input method is composing one. */
  readonly onChange: (text: string) => void;
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
