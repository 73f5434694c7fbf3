import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { initialTheme, type Theme } from './theme';

export interface AppearanceState {
  readonly theme: Theme;
}

const appearanceSlice = createSlice({
  name: 'appearance',
  initialState: (): AppearanceState => ({ theme: initialTheme() }),
  reducers: {
    themeChosen: (_state, { payload }: PayloadAction<Theme>): AppearanceState => ({ theme: payload }),
  },
});

export const { themeChosen } = appearanceSlice.actions;
export const appearanceReducer = appearanceSlice.reducer;
