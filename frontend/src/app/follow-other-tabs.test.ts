import { signedIn } from '../base/session/session-slice';
import { makeUser } from '../test-support/render-page';
import { createErrorListener } from './error-listener';
import { followOtherTabs } from './follow-other-tabs';
import { createStore } from './store';

function start() {
  const nothing = () => undefined;
  const store = createStore(
    createErrorListener({ showError: nothing, showInfo: nothing, goToLogin: nothing, translate: (() => '') as never }),
  );
  const end = followOtherTabs(store);
  /** What a browser does in this tab when another one writes: the value is there, then the event comes. */
  const change = (key: string, text: string | null) => {
    if (text === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  };
  return { store, change, end };
}

afterEach(() => window.localStorage.clear());

describe('a tab beside others', () => {
  it('takes over the theme', () => {
    const { store, change, end } = start();
    change('theme', 'dark');
    expect(store.getState().appearance.theme).toBe('dark');
    change('theme', 'light');
    expect(store.getState().appearance.theme).toBe('light');
    change('theme', 'purple');
    expect(store.getState().appearance.theme).toBe('light');
    end();
  });

  it('signs out with the others, and in as whoever signed in there', () => {
    const { store, change, end } = start();
    store.dispatch(signedIn(makeUser({ id: 4 })));
    change('user', null);
    expect(store.getState().session.user).toBeNull();
    change('user', JSON.stringify(makeUser({ id: 9 })));
    expect(store.getState().session.user?.id).toBe(9);
    end();
  });

  it('does nothing any more after its end', () => {
    const { store, change, end } = start();
    end();
    change('user', JSON.stringify(makeUser({ id: 9 })));
    expect(store.getState().session.user).toBeNull();
  });
});
