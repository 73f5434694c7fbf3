import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** So near to the end counts as at the end, in pixels. */
const NEAR_PX = 48;

export interface StickToEnd {
  readonly ref: RefObject<HTMLDivElement>;
  readonly onScroll: () => void;
  /** False once the reader has scrolled up. */
  readonly isAtEnd: boolean;
  readonly goToEnd: () => void;
}

/**
 * Keeps the end of a growing list in view, unless the reader has scrolled up.
 *
 * @param content whatever changes when the list grows
 * @param anchor whatever changes when the end is wanted again, wherever the reader is
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
