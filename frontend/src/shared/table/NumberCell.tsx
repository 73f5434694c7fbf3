import { InputGroup } from '@blueprintjs/core';
import { useEffect, useState } from 'react';

interface NumberCellProps {
  /** Names the number and its row. */
  readonly label: string;
  readonly value: number;
  /** Smaller numbers are raised to this one. */
  readonly min: number;
  /** Called on Enter or on leaving the field, only with a changed whole number. */
  readonly onSave: (value: number) => void;
}

/** A number that is edited in its row. An emptied field sends nothing and shows the saved number again. */
export function NumberCell({ label, value, min, onSave }: NumberCellProps) {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);

  const commit = () => {
    const typed = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(typed)) return setText(String(value));
    const next = Math.max(min, typed);
    setText(String(next));
    if (next !== value) onSave(next);
  };

  return (
    <InputGroup
      className="small-input"
      size="small"
      type="number"
      min={min}
      aria-label={label}
      value={text}
      onValueChange={setText}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setText(String(value));
      }}
    />
  );
}
