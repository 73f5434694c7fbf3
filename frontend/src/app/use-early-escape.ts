import { OverlaysContext } from '@blueprintjs/core';
import { useContext, useEffect } from 'react';

/**
 * Blueprint moves the focus into what opens over the page with the next image only, and hears Escape only from inside.
 * Who presses it sooner means that overlay all the same: the key is handed on to the topmost one that takes the focus.
 */
export function useEarlyEscape(): void {
  const { stack } = useContext(OverlaysContext);
  useEffect(() => {
    const handOn = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const overlay = stack.current.findLast(({ props }) => props.autoFocus)?.containerElement.current;
      if (!overlay || (event.target instanceof Node && overlay.contains(event.target))) return;
      event.preventDefault(); // as the overlay does with a key of its own
      overlay.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    };
    document.addEventListener('keydown', handOn);
    return () => document.removeEventListener('keydown', handOn);
  }, [stack]);
}
