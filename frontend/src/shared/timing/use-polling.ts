import { useEffect, useRef } from 'react';
import { usePageVisible } from '../browser/use-page-visible';

/** The pause before the next call, by the number of calls made already. */
const paces = [
  { belowTries: 24, everyMs: 5_000 },
  { belowTries: 56, everyMs: 15_000 },
] as const;
const SLOWEST_MS = 60_000;

function paceAt(tries: number): number {
  return paces.find(({ belowTries }) => tries < belowTries)?.everyMs ?? SLOWEST_MS;
}

interface Polling {
  /** The newest unfinished row; null when there is none. A newer one is polled quickly again. */
  readonly awaited: number | null;
  /** Repeats the call; must not reject. */
  readonly askAgain: () => Promise<{ readonly isError: boolean }>;
}

/**
 * Repeats a call while a row is unfinished and the tab is visible: every 5 seconds for two minutes, every 15 for eight,
 * then once a minute; at once, and quickly again, when the tab becomes visible. Each pause begins with the last
 * response. After a failure it is a minute, so that a failing server is not called all the time.
 */
export function usePolling({ awaited, askAgain }: Polling): void {
  const isVisible = usePageVisible();
  const ask = useRef(askAgain);
  ask.current = askAgain;
  const wasHidden = useRef(false);

  useEffect(() => {
    if (!isVisible) wasHidden.current = true;
    if (awaited === null || !isVisible) return undefined;
    let isOver = false;
    let tries = 0;
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (pauseMs: number) => {
      timer = setTimeout(() => {
        tries += 1;
        void ask.current().then(({ isError }) => {
          if (!isOver) askIn(isError ? SLOWEST_MS : paceAt(tries));
        });
      }, pauseMs);
    };
    askIn(wasHidden.current ? 0 : paceAt(tries));
    wasHidden.current = false;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [awaited, isVisible]);
}
