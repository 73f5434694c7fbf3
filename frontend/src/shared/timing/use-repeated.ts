import { useEffect, useRef } from 'react';

const MINUTE_MS = 60_000;

/**
 * Calls `action` every so many minutes while the page is visible; a page that was hidden for longer is brought up to date
 * when it is seen again.
 *
 * @param minutes null or 0 for never
 */
export function useRepeated(action: () => void, minutes: number | null): void {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (!minutes) return undefined;
    let isOverdue = false;
    const act = () => {
      isOverdue = document.hidden;
      if (!isOverdue) latest.current();
    };
    const timer = setInterval(act, minutes * MINUTE_MS);
    const whenSeen = () => {
      if (isOverdue) act();
    };
    document.addEventListener('visibilitychange', whenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [minutes]);
}
