import { useEffect, useState } from 'react';

/** What of an element's content lies outside its edges. */
export interface SidewaysContent {
  /** Whether the element holds more than it is wide, so that it must be reached with the keyboard. */
  readonly isScrolling: boolean;
  /** The edges behind which content is hidden, separated by spaces; undefined when all of it is shown. */
  readonly hidden: string | undefined;
}

const ALL_SHOWN: SidewaysContent = { isScrolling: false, hidden: undefined };

/** Positions are fractions of pixels on some screens. */
const LEAST_PIXELS = 1;

function contentOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): SidewaysContent {
  const edges = [
    scrollLeft > LEAST_PIXELS ? 'start' : '',
    scrollWidth - clientWidth - scrollLeft > LEAST_PIXELS ? 'end' : '',
  ];
  return { isScrolling: scrollWidth > clientWidth, hidden: edges.join(' ').trim() || undefined };
}

/**
 * Whether an element scrolls sideways, and behind which of its edges content is hidden.
 *
 * @returns the reference to give to the element, and what it hides now
 */
export function useScrollsSideways(): [(element: HTMLElement | null) => void, SidewaysContent] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [content, setContent] = useState(ALL_SHOWN);
  useEffect(() => {
    if (!element) return undefined;
    const measure = () =>
      setContent(before => {
        const now = contentOf(element);
        return now.isScrolling === before.isScrolling && now.hidden === before.hidden ? before : now;
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const part of element.children) observer.observe(part);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [element]);
  return [setElement, content];
}
