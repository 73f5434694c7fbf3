import { useEffect, useRef, useState } from 'react';

/**
 * The text of a search field. What was typed comes back as the applied text a moment later, when more may have been typed,
 * which it must not replace; any other applied text does.
 *
 * @param value the text that is applied now
 */
export function useTyped(value: string, onChange: (text: string) => void) {
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
  /** Whether a text is applied, or will be when what is under way has been applied. */
  const isApplied = (next: string) => next === (applying.current.at(-1) ?? value);
  return { text, setText, apply, isApplied };
}
