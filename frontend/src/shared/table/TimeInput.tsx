import { InputGroup } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { parseTime, toInputTime } from '../format/time';

interface TimeInputProps {
  readonly label: string;
  /** The Unix seconds that are applied now; 0 means no bound. */
  readonly seconds: number;
  /** Called on Enter and on leaving the field with a changed time; an emptied field means no bound. */
  readonly onCommit: (seconds: number) => void;
}

/** A time that narrows a table; it calls the server when the time is finished, not at every digit. */
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
