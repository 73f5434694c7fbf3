import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { baseApi } from '../../frontend/src/api/base-api';
import { signedIn } from '../../frontend/src/base/session/session-slice';
import { createStore, type AppStore } from '../../frontend/src/app/store';
import { type SessionUser } from '@contracts';

interface QueryState<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly isSuccess: boolean;
}

type Trigger<Argument, Answer> = (argument: Argument) => Promise<Answer>;
type Settled<Data> = { readonly data?: Data; readonly error?: unknown };

/** Names of the endpoints that have responded without an error, in any console. */
export const answeredEndpoints = new Set<string>();

/** Names of all endpoints that the loaded features have injected. */
export function knownEndpoints(): readonly string[] {
  return Object.keys(baseApi.endpoints);
}

/** `useGetThingQuery`, `useLazyGetThingQuery` and `useMakeThingMutation` name endpoints. */
const HOOK_NAME = /^use(?:Lazy)?([A-Z]\w*?)(?:Query|Mutation)$/;

/**
 * Endpoints of these features (their `-api` modules) that have not responded without an error yet; each file checks its
 * own.
 */
export function unansweredOf(...features: readonly object[]): readonly string[] {
  const hooks = features.flatMap(feature => Object.keys(feature).map(name => HOOK_NAME.exec(name)?.[1] ?? ''));
  const names = hooks.filter(name => name !== '').map(name => name.charAt(0).toLowerCase() + name.slice(1));
  return [...new Set(names)].filter(name => !answeredEndpoints.has(name));
}

const noteAnswers: Middleware = () => next => action => {
  if (isFulfilled(action)) {
    const { arg } = action.meta as { readonly arg?: { readonly endpointName?: string } }; // RTK Query's own actions
    if (arg?.endpointName) answeredEndpoints.add(arg.endpointName);
  }
  return next(action);
};

/**
 * Adds what a browser adds to the requests of the API layer: the address of the server, and the session cookie. The
 * rest is the real `fetch`.
 */
export function browseTo(serverUrl: string): void {
  const send = globalThis.fetch;
  let cookie = '';
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    if (cookie) headers.set('cookie', cookie);
    const body = request.method === 'GET' ? undefined : await request.arrayBuffer(); // a file is no text
    const { method, signal } = request;
    const response = await send(serverUrl + pathname + search, { method, headers, body, signal });
    const fresh = response.headers.getSetCookie().find(text => text.startsWith('session='));
    if (fresh) cookie = fresh.split(';', 1)[0] ?? '';
    return response;
  };
}

/** A store keeps its data for a minute after the last reader has gone, which would delay the end of the run. */
const openedStores: AppStore[] = [];
afterAll(() => openedStores.forEach(store => store.dispatch(baseApi.util.resetApiState())));

/**
 * The console without its pages: the store and the hooks that the pages call. It is closed after the last test of its
 * file.
 */
export class Console {
  readonly store: AppStore = createStore(noteAnswers);

  constructor() {
    openedStores.push(this.store);
  }

  private readonly wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(Provider, { store: this.store, children });

  /** Signs in on the client, as the login page does. */
  remember(user: SessionUser): void {
    this.store.dispatch(signedIn(user));
  }

  /**
   * Reads the data that a page would show.
   *
   * @throws Error when the call fails
   */
  async query<Argument, Data>(useQuery: (argument: Argument) => QueryState<Data>, argument: Argument): Promise<Data> {
    const { result, unmount } = renderHook(() => useQuery(argument), { wrapper: this.wrapper });
    await waitFor(() => expect(result.current.isFetching).toBe(false), { timeout: 10_000 });
    const { data, error } = result.current;
    unmount();
    if (error !== undefined) throw new Error(`the query failed: ${JSON.stringify(error)}`);
    return data as Data; // without an error the data is present
  }

  /**
   * Makes the call of a form or button.
   *
   * @throws Error when the call fails
   */
  async call<Argument, Data>(
    useEndpoint: () => readonly [Trigger<Argument, Settled<Data>>, ...unknown[]],
    argument: Argument,
  ): Promise<Data> {
    const { result, unmount } = renderHook(() => useEndpoint(), { wrapper: this.wrapper });
    const [trigger] = result.current;
    const { data, error } = await act(() => trigger(argument));
    unmount();
    if (error !== undefined) throw new Error(`the call failed: ${JSON.stringify(error)}`);
    return data as Data; // without an error the data is present
  }
}
