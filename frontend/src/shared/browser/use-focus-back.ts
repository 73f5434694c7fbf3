import { useEffect, useRef, type RefObject } from 'react';

/**
 * A busy button cannot hold the focus. Once the work is done it goes to the element of this reference, or Escape and Tab
 * would lead nowhere in a dialog or drawer.
 */
export function useFocusBack<Target extends HTMLElement>(isBusy: boolean): RefObject<Target> {
  const target = useRef<Target>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) target.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return target;
}
