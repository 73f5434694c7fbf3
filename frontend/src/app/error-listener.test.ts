import i18next from 'i18next';
import { baseApi } from '../api/base-api';
import { startTranslations } from '../i18n';
import { makeUser } from '../test-support/render-page';
import { ok, refused, startFakeServer, type FakeAnswer } from '../test-support/fake-server';
import { createErrorListener } from './error-listener';
import { createStore } from './store';

const testApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getLoud: build.query<unknown, void>({ query: () => 'loud' }),
    changeLoud: build.mutation<unknown, void>({ query: () => ({ url: 'loud', method: 'POST' }) }),
    getSilent: build.query<unknown, void>({ query: () => 'silent', extraOptions: { quiet: true } }),
  }),
});

async function start(answer: FakeAnswer) {
  await startTranslations('en');
  startFakeServer({ 'GET /api/loud': answer, 'POST /api/loud': answer, 'GET /api/silent': answer });
  const shown: string[] = [];
  const visits: string[] = [];
  const store = createStore(
    createErrorListener({
      showError: message => void shown.push(`error: ${message}`),
      showInfo: message => void shown.push(`info: ${message}`),
      goToLogin: () => void visits.push('login'),
      translate: i18next.t,
    }),
    { session: { user: makeUser(), hasExpired: false } },
  );
  return { store, shown, visits };
}

const { getLoud, changeLoud, getSilent } = testApi.endpoints;

describe('the error listener', () => {
  it('shows nothing for a call that succeeded', async () => {
    const { store, shown } = await start(ok());
    await store.dispatch(getLoud.initiate());
    expect(shown).toEqual([]);
  });

  it('shows the refusal of a query verbatim', async () => {
    const { store, shown } = await start(refused('the user is banned'));
    await store.dispatch(getLoud.initiate());
    expect(shown).toEqual(['error: the user is banned']);
  });

  it('shows the refusal of a mutation verbatim', async () => {
    const { store, shown } = await start(refused('unknown option'));
    await store.dispatch(changeLoud.initiate());
    expect(shown).toEqual(['error: unknown option']);
  });

  it.each([
    [429, 'error: Too many requests, please try again later'],
    [500, 'error: Internal server error, contact the administrator'],
    [405, 'info: This site is for demo only, no server'],
    [404, 'error: Error: gone'],
  ])('has a message for status %i', async (status, sentence) => {
    const { store, shown } = await start({ status, body: { success: false, message: 'gone' } });
    await store.dispatch(getLoud.initiate());
    expect(shown).toEqual([sentence]);
  });

  it('says that the server cannot be reached', async () => {
    const { store, shown } = await start({ isUnreachable: true });
    await store.dispatch(getLoud.initiate());
    expect(shown).toEqual(['error: The server did not answer. Nothing you entered is lost; try again in a moment.']);
  });

  it('leaves quiet endpoints to their components', async () => {
    const { store, shown } = await start(refused('no'));
    await store.dispatch(getSilent.initiate());
    expect(shown).toEqual([]);
  });

  it('signs the user out and goes to the login page on 401, without a notice', async () => {
    const { store, shown, visits } = await start({ status: 401, body: { success: false, message: 'who?' } });
    localStorage.setItem('user', '{"id":7}');
    await store.dispatch(getLoud.initiate());
    expect(store.getState().session.user).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(visits).toEqual(['login']);
    expect(shown).toEqual([]);
  });

  it('goes to the login page on the 401 of a quiet endpoint too', async () => {
    const { store, visits } = await start({ status: 401, body: { success: false, message: 'who?' } });
    await store.dispatch(getSilent.initiate());
    expect(visits).toEqual(['login']);
  });
});
