import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Widths in pixels. */
interface RowRoom {
  readonly available: number;
  readonly gap: number;
  /** The width of the button that replaces the entries that do not fit. */
  readonly more: number;
}

/** How many entries fit side by side: all, or as many as leave room for the button that opens the others. */
export function fittingCount(widths: readonly number[], { available, gap, more }: RowRoom): number {
  let taken = 0;
  let count = 0;
  for (const width of widths) {
    taken += width + gap;
    if (taken + more <= available) count += 1;
  }
  return taken - gap <= available ? widths.length : count;
}

interface FittingCount {
  /** The row element; its last child opens the entries that do not fit. */
  readonly row: RefObject<HTMLElement | null>;
  readonly count: number;
}

/**
 * How many children of a row fit into it, at every width of the window.
 *
 * @param content changes whenever the row gets other children
 */
export function useFittingCount(content: string): FittingCount {
  const row = useRef<HTMLElement>(null);
  const [count, setCount] = useState(Infinity);
  const [measure] = useState(() => () => {
    if (!row.current) return;
    const widths = [...row.current.children].map(child => child.getBoundingClientRect().width);
    const style = getComputedStyle(row.current);
    const [gap = 0, left = 0, right = 0] = [style.columnGap, style.paddingLeft, style.paddingRight].map(
      px => parseFloat(px) || 0,
    );
    const available = row.current.clientWidth - left - right;
    setCount(fittingCount(widths.slice(0, -1), { available, gap, more: widths.at(-1) ?? 0 }));
  });
  useLayoutEffect(() => {
    // Told between layout and drawing: nothing has to be laid out for the measuring alone, and no entry flickers.
    const observer = new ResizeObserver(() => flushSync(measure));
    for (const element of row.current ? [row.current, ...row.current.children] : []) observer.observe(element);
    return () => observer.disconnect();
  }, [measure, content]);
  return { row, count };
}
