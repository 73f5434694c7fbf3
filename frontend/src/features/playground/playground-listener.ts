import { createListenerMiddleware, isAnyOf, type ListenerMiddleware } from '@reduxjs/toolkit';
import { sessionExpired, signedIn, signedOut } from '../../base/session/session-slice';
import { type StateWithPlayground } from './playground-hooks';
import { type PlaygroundState } from './playground-state';
import { writePlayground } from './playground-storage';
import { stopAllAnswers } from './running-answers';

/** The state changes many times a second while an answer arrives; it is written at most this often. */
const WRITE_PAUSE_MS = 500;

function playgroundOf(state: unknown): PlaygroundState {
  return (state as StateWithPlayground).playground;
}

/** Runs a function when the page is left; `left` then resolves to false, because nothing remains to be done. */
function pageLeft(act: () => void): { readonly left: Promise<false>; readonly forget: () => void } {
  let tell: () => void = () => undefined;
  const left = new Promise<false>(resolve => (tell = () => resolve(false)));
  const listen = () => {
    act();
    tell();
  };
  window.addEventListener('pagehide', listen);
  return { left, forget: () => window.removeEventListener('pagehide', listen) };
}

/** Saves the conversations in the browser, and stops running answers at every sign-in and sign-out. */
export function createPlaygroundListener(): ListenerMiddleware {
  const { middleware, startListening } = createListenerMiddleware();
  startListening({
    predicate: (_action, now, before) => playgroundOf(now) !== playgroundOf(before),
    effect: async (_action, { unsubscribe, subscribe, delay, getState }) => {
      unsubscribe();
      const writeNow = () => writePlayground(playgroundOf(getState()));
      const leaving = pageLeft(writeNow); // a tab that is closed meanwhile loses nothing
      try {
        if (await Promise.race([delay(WRITE_PAUSE_MS).then(() => true), leaving.left])) writeNow();
      } finally {
        leaving.forget();
        subscribe();
      }
    },
  });
  startListening({ matcher: isAnyOf(signedIn, signedOut, sessionExpired), effect: stopAllAnswers });
  return middleware;
}
