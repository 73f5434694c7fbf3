import { createListenerMiddleware, isAnyOf, type ListenerMiddleware } from '@reduxjs/toolkit';
import { sessionExpired, signedIn, signedOut } from '../../app/session-slice';
import type { PlaygroundState } from './playground-slice';
import { writePlayground } from './playground-storage';
import { stopAllAnswers } from './running-answers';

/** While an answer comes the state changes many times a second; it is written this often at most. */
const WRITE_PAUSE_MS = 500;

interface StateWithPlayground {
  readonly playground: PlaygroundState;
}

const playgroundOf = (state: unknown): PlaygroundState => (state as StateWithPlayground).playground;

/** Keeps the conversations in the browser, and ends what is running when somebody leaves. */
export function createPlaygroundListener(): ListenerMiddleware {
  const { middleware, startListening } = createListenerMiddleware();
  startListening({
    predicate: (_action, now, before) => playgroundOf(now) !== playgroundOf(before),
    effect: async (_action, { unsubscribe, subscribe, delay, getState }) => {
      unsubscribe();
      const writeNow = () => writePlayground(playgroundOf(getState()));
      // Whoever closes the tab meanwhile loses nothing.
      window.addEventListener('pagehide', writeNow);
      try {
        await delay(WRITE_PAUSE_MS);
      } finally {
        window.removeEventListener('pagehide', writeNow);
        subscribe();
      }
      writeNow();
    },
  });
  startListening({ matcher: isAnyOf(signedIn, signedOut, sessionExpired), effect: stopAllAnswers });
  return middleware;
}
