import { useCallback, useEffect, useState } from 'react';

const SECOND_MS = 1000;
/** More often than the seconds change, so that no second is skipped on the screen. */
const STEP_MS = 250;

interface Countdown {
  /** Whole seconds; 0 when the countdown is not running. */
  readonly secondsLeft: number;
  /** Starts the countdown, or restarts it. */
  readonly start: () => void;
}

/** Counts seconds down to 0 by the clock, because browsers run timers late in the background. */
export function useCountdown(seconds: number): Countdown {
  const [endsAtMs, setEndsAtMs] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    if (endsAtMs === 0) return undefined;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAtMs - Date.now()) / SECOND_MS));
      setSecondsLeft(left);
      if (left === 0) setEndsAtMs(0);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [endsAtMs]);

  const start = useCallback(() => {
    setEndsAtMs(Date.now() + seconds * SECOND_MS);
    setSecondsLeft(seconds);
  }, [seconds]);
  return { secondsLeft, start };
}
