import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type SessionUser } from '@contracts';
import { readStoredUser } from '../../shared/browser/storage';

export interface SessionState {
  /** Who is signed in as far as the browser knows; the server decides again on every call. */
  readonly user: SessionUser | null;
  /** The server has ended the session; the login page says so. */
  readonly hasExpired: boolean;
}

const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ user: readStoredUser(), hasExpired: false }),
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({ user: payload, hasExpired: false }),
    /** The same user with fresher role, name or message. */
    userRefreshed: (state, { payload }: PayloadAction<SessionUser>): SessionState =>
      state.user?.id === payload.id ? { ...state, user: payload } : state,
    /** By choice. */
    signedOut: (): SessionState => ({ user: null, hasExpired: false }),
    /** By the server. */
    sessionExpired: (): SessionState => ({ user: null, hasExpired: true }),
  },
});

export const { signedIn, userRefreshed, signedOut, sessionExpired } = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;
