import { InputGroup } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { parseTime, toInputTime } from '../format/time';

export interface TimeInputProps {
  readonly label: string;
  /** Unix seconds in force; 0 is no bound. */
  readonly seconds: number;
  /** Called on Enter and on leaving the field with a changed time; an emptied field is no bound. */
  readonly onCommit: (seconds: number) => void;
}

/** A time that narrows a table; it asks the server once it is finished, not with every digit. */
export function TimeInput({ label, seconds, onCommit }: TimeInputProps) {
  const [text, setText] = useState(toInputTime(seconds));
  useEffect(() => setText(toInputTime(seconds)), [seconds]);
  const commit = () => {
    const next = parseTime(text) ?? 0;
    if (next !== seconds) onCommit(next);
  };
  return (
    <InputGroup
      type="datetime-local"
      step={1}
      aria-label={label}
      value={text}
      onValueChange={setText}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
