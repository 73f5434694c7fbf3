import { createListenerMiddleware, isAnyOf, type ListenerMiddleware } from '@reduxjs/toolkit';
import { type OwnUser, type SessionUser } from '@contracts';
import { baseApi } from '../api/base-api';
import { statusArrived } from '../base/site/site-api';
import { selfArrived } from '../base/session/user-api';
import { removeStored, writeStored, writeStoredStatus } from '../shared/browser/storage';
import { themeChosen } from '../base/appearance/appearance-slice';
import { sessionExpired, signedIn, signedOut, userRefreshed } from '../base/session/session-slice';
import { type BaseState } from '../base/store-hooks';
import { forgetDrafts, keepDraftsFor } from '../shared/form/kept-drafts';
import { keepTheme, showTheme } from '../base/appearance/theme';

/** Only the fields that the session needs are kept in the browser: no e-mail address, no balances. */
function toSessionUser(user: OwnUser): SessionUser {
  return {
    id: user.id,
    username: user.username,
    display_name: user.display_name,
    role: user.role,
    status: user.status,
    group: user.group,
    message_penetration: user.message_penetration,
  };
}

function userIdOf(state: unknown): number {
  return (state as BaseState).session.user?.id ?? 0; // the store of the console
}

/** Saves session, status and appearance in the browser, and drops the fetched data at every sign-in and sign-out. */
export function createSessionListener(): ListenerMiddleware {
  const { middleware, startListening } = createListenerMiddleware();
  startListening({ actionCreator: signedIn, effect: ({ payload }) => writeStored('user', payload) });
  startListening({ actionCreator: userRefreshed, effect: ({ payload }) => writeStored('user', payload) });
  startListening({
    matcher: selfArrived,
    effect: ({ payload }, { dispatch }) => void dispatch(userRefreshed(toSessionUser(payload))),
  });
  startListening({ matcher: isAnyOf(signedOut, sessionExpired), effect: () => removeStored('user') });
  startListening({
    matcher: isAnyOf(signedIn, signedOut, sessionExpired),
    effect: (_action, { dispatch }) => void dispatch(baseApi.util.resetApiState()),
  });
  startListening({ actionCreator: signedOut, effect: forgetDrafts });
  startListening({
    actionCreator: sessionExpired,
    effect: (_action, { getOriginalState }) => keepDraftsFor(userIdOf(getOriginalState())),
  });
  startListening({ actionCreator: signedIn, effect: ({ payload }) => keepDraftsFor(payload.id) });
  startListening({ matcher: statusArrived, effect: ({ payload }) => writeStoredStatus(payload) });
  startListening({
    actionCreator: themeChosen,
    effect: ({ payload }) => {
      showTheme(payload);
      keepTheme(payload);
    },
  });
  return middleware;
}
