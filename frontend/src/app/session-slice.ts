import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SessionUser } from '@contracts';
import { readStoredUser } from '../shared/storage';

export interface SessionState {
  /** Who is signed in as far as the browser knows; the server decides again on every call. */
  readonly user: SessionUser | null;
}

const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ user: readStoredUser() }),
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({ user: payload }),
    /** The same user with fresher role, name or message. */
    userRefreshed: (state, { payload }: PayloadAction<SessionUser>): SessionState =>
      state.user?.id === payload.id ? { user: payload } : state,
    signedOut: (): SessionState => ({ user: null }),
  },
});

export const { signedIn, userRefreshed, signedOut } = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;
