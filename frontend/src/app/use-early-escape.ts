import { OverlaysContext } from '@blueprintjs/core';
import { useContext, useEffect } from 'react';

/**
 * Blueprint moves the focus into an overlay only with the next frame, and hears Escape only from inside the overlay. A
 * user who presses Escape sooner means that overlay too, so the key is passed on to the topmost overlay that takes the
 * focus.
 */
export function useEarlyEscape(): void {
  const { stack } = useContext(OverlaysContext);
  useEffect(() => {
    const handOn = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const overlay = stack.current.findLast(({ props }) => props.autoFocus)?.containerElement.current;
      if (!overlay || (event.target instanceof Node && overlay.contains(event.target))) return;
      event.preventDefault(); // the overlay does so too with a key of its own
      overlay.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    };
    document.addEventListener('keydown', handOn);
    return () => document.removeEventListener('keydown', handOn);
  }, [stack]);
}
