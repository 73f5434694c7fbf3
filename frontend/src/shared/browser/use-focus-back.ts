import { useEffect, useRef, type RefObject } from 'react';

/**
 * A busy button cannot keep the focus. When the work is done, the focus moves to the element of this reference;
 * otherwise Escape and Tab would have no effect in a dialog or drawer.
 */
export function useFocusBack<Target extends HTMLElement>(isBusy: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) target.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return target;
}
