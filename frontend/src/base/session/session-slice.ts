import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type SessionUser } from '@contracts';
import { readStoredUser } from '../../shared/browser/storage';

export interface SessionState {
  /** The signed-in user as far as the browser knows; the server decides again on every call. */
  readonly user: SessionUser | null;
  /** True when the server has ended the session; the login page says so. */
  readonly hasExpired: boolean;
}

const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ user: readStoredUser(), hasExpired: false }),
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({ user: payload, hasExpired: false }),
    /** Takes a newer role, name or message of the same user. */
    userRefreshed: (state, { payload }: PayloadAction<SessionUser>): SessionState =>
      state.user?.id === payload.id ? { ...state, user: payload } : state,
    /** The user has signed out. */
    signedOut: (): SessionState => ({ user: null, hasExpired: false }),
    /** The server has ended the session. */
    sessionExpired: (): SessionState => ({ user: null, hasExpired: true }),
  },
});

export const { signedIn, userRefreshed, signedOut, sessionExpired } = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;
