import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** A distance from the end that still counts as the end, in pixels. */
const NEAR_PX = 48;

interface StickToEnd {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** False when the reader has scrolled up. */
  readonly isAtEnd: boolean;
  readonly goToEnd: () => void;
}

/**
 * Keeps the end of a growing list in view, unless the reader has scrolled up.
 *
 * @param content a value that changes when the list grows
 * @param anchor a value that changes when the list must scroll to its end from any position
 */
export function useStickToEnd(content: unknown, anchor: unknown): StickToEnd {
  const ref = useRef<HTMLDivElement>(null);
  const sticks = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);

  const goToEnd = useCallback(() => {
    const list = ref.current;
    if (!list) return;
    sticks.current = true;
    setAtEnd(true);
    list.scrollTop = list.scrollHeight;
  }, []);

  const onScroll = useCallback(() => {
    const list = ref.current;
    if (!list) return;
    sticks.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
    setAtEnd(sticks.current);
  }, []);

  useLayoutEffect(goToEnd, [anchor, goToEnd]);
  useLayoutEffect(() => {
    if (sticks.current && ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [content]);

  return { ref, onScroll, isAtEnd, goToEnd };
}
