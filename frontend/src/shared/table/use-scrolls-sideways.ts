import { useEffect, useState } from 'react';

/**
 * Whether an element holds more than it is wide, so that it scrolls sideways and must be reached with the keyboard.
 *
 * @returns the reference to give to the element, and whether it scrolls
 */
export function useScrollsSideways(): [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isScrolling, setScrolling] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setScrolling(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    for (const part of element.children) observer.observe(part);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, isScrolling];
}
