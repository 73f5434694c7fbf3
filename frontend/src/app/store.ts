import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit';
import { baseApi } from '../api/base-api';
import { createPlaygroundListener } from '../features/playground/playground-listener';
import { playgroundReducer } from '../features/playground/playground-slice';
import { appearanceReducer } from '../base/appearance/appearance-slice';
import { createSessionListener } from './session-listener';
import { sessionReducer } from '../base/session/session-slice';

const rootReducer = combineReducers({
  [baseApi.reducerPath]: baseApi.reducer,
  session: sessionReducer,
  appearance: appearanceReducer,
  playground: playgroundReducer,
});

type RootState = ReturnType<typeof rootReducer>;

/**
 * Creates the store of the application or of one test.
 *
 * @param errorListener handles failed calls; see error-listener.ts
 */
export function createStore(errorListener: Middleware, preloadedState?: Partial<RootState>) {
  return configureStore({
    reducer: rootReducer,
    preloadedState,
    middleware: defaults =>
      defaults().prepend(errorListener, createSessionListener(), createPlaygroundListener()).concat(baseApi.middleware),
  });
}

export type AppStore = ReturnType<typeof createStore>;
