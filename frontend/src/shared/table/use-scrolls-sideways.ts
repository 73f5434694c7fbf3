import { useEffect, useState } from 'react';

/** Positions are fractions of pixels on some screens. */
const LEAST_PIXELS = 1;

function hiddenEdges({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string | undefined {
  const isStartHidden = scrollLeft >= LEAST_PIXELS;
  const isEndHidden = scrollWidth - clientWidth - scrollLeft >= LEAST_PIXELS;
  if (isStartHidden && isEndHidden) return 'start end';
  if (isStartHidden) return 'start';
  return isEndHidden ? 'end' : undefined;
}

/**
 * The edges of an element behind which its content is hidden, separated by spaces; undefined when all of it is shown. With
 * a hidden edge it scrolls sideways and must be reached with the keyboard.
 *
 * @returns the reference to give to the element, and its hidden edges now
 */
export function useScrollsSideways(): [(element: HTMLElement | null) => void, string | undefined] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [hidden, setHidden] = useState<string>();
  useEffect(() => {
    if (!element) return undefined;
    const measure = () => setHidden(hiddenEdges(element));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const part of element.children) observer.observe(part);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [element]);
  return [setElement, hidden];
}
