import { createStore } from '../app/store';
import { makeUser } from '../test-support/render-page';
import { ok, refused, startFakeServer } from '../test-support/fake-server';
import { baseApi } from './base-api';
import { toListAnswer, type ApiError, type ListAnswer } from './envelope-base-query';

const testApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getThing: build.query<unknown, void>({ query: () => 'thing' }),
    listThings: build.query<ListAnswer<number>, void>({
      query: () => 'things',
      transformResponse: toListAnswer<number>,
    }),
    askPrice: build.query<unknown, void>({ query: () => 'thing', extraOptions: { refusalInData: true } }),
    getQuietly: build.query<unknown, void>({ query: () => 'thing', extraOptions: { quiet: true } }),
  }),
});

const { getThing, listThings, askPrice, getQuietly } = testApi.endpoints;

function passOn() {
  return (next: (action: unknown) => unknown) => (action: unknown) => next(action);
}

function storeOf(user = makeUser()) {
  return createStore(passOn, { session: { user, hasExpired: false } });
}

describe('the envelope', () => {
  it('is removed, so that callers see only the data', async () => {
    startFakeServer({ 'GET /api/thing': ok({ size: 3 }) });
    const { data } = await storeOf().dispatch(getThing.initiate());
    expect(data).toEqual({ size: 3 });
  });

  it('gives null when the server sent no data', async () => {
    startFakeServer({ 'GET /api/thing': ok() });
    const { data } = await storeOf().dispatch(getThing.initiate());
    expect(data).toBeNull();
  });

  it('keeps the total that the server sends beside the rows', async () => {
    startFakeServer({ 'GET /api/things': ok([1, 2], { total: 9 }) });
    const { data } = await storeOf().dispatch(listThings.initiate());
    expect(data).toEqual({ rows: [1, 2], total: 9 });
  });

  it('works without a total when the server sends none', async () => {
    startFakeServer({ 'GET /api/things': ok([1, 2]) });
    const { data } = await storeOf().dispatch(listThings.initiate());
    expect(data).toEqual({ rows: [1, 2] });
  });
});

describe('a call that fails', () => {
  it("is refused with the server's message and the fields beside it", async () => {
    startFakeServer({ 'GET /api/thing': refused('no such thing', { time: 0.5 }) });
    const { error } = await storeOf().dispatch(getThing.initiate());
    expect(error).toEqual({
      kind: 'refused',
      status: 200,
      message: 'no such thing',
      isQuiet: false,
      extra: { time: 0.5 },
    });
  });

  it('takes the message from the data when the message field is only the word error', async () => {
    startFakeServer({ 'GET /api/thing': { body: { success: false, message: 'error', data: 'too low' } } });
    const { error } = await storeOf().dispatch(askPrice.initiate());
    expect((error as ApiError).message).toBe('too low');
  });

  it('keeps the message when another layer refuses such a call', async () => {
    startFakeServer({ 'GET /api/thing': { body: { success: false, message: 'banned', data: 'x' } } });
    const { error } = await storeOf().dispatch(askPrice.initiate());
    expect((error as ApiError).message).toBe('banned');
  });

  it('carries the status and message of an HTTP error status', async () => {
    startFakeServer({ 'GET /api/thing': { status: 401, body: { success: false, message: 'not logged in' } } });
    const { error } = await storeOf().dispatch(getThing.initiate());
    expect(error).toMatchObject({ kind: 'http', status: 401, message: 'not logged in' });
  });

  it('reads the message of an error object too', async () => {
    startFakeServer({ 'GET /api/thing': { status: 404, body: { error: { message: 'Invalid URL' } } } });
    const { error } = await storeOf().dispatch(getThing.initiate());
    expect((error as ApiError).message).toBe('Invalid URL');
  });

  it('is a network error when no server responds', async () => {
    startFakeServer({ 'GET /api/thing': { isUnreachable: true } });
    const { error } = await storeOf().dispatch(getThing.initiate());
    expect(error).toMatchObject({ kind: 'network', status: 0 });
    expect((error as ApiError).message).toContain('Failed to fetch');
  });

  it('is told from a missing response when it is no envelope', async () => {
    startFakeServer({ 'GET /api/thing': { body: [1] } });
    const { error } = await storeOf().dispatch(getThing.initiate());
    expect(error).toMatchObject({ kind: 'unreadable' });
  });

  it('is marked as quiet when its endpoint shows the error itself', async () => {
    startFakeServer({ 'GET /api/thing': refused('no') });
    const { error } = await storeOf().dispatch(getQuietly.initiate());
    expect(error).toMatchObject({ isQuiet: true });
  });
});

describe('the user header', () => {
  it('carries the id of the signed-in user', async () => {
    const server = startFakeServer({ 'GET /api/thing': ok() });
    await storeOf(makeUser({ id: 42 })).dispatch(getThing.initiate());
    expect(server.calls[0]?.headers.get('New-API-User')).toBe('42');
  });

  it('is -1 while no user is signed in', async () => {
    const server = startFakeServer({ 'GET /api/thing': ok() });
    await createStore(passOn, { session: { user: null, hasExpired: false } }).dispatch(getThing.initiate());
    expect(server.calls[0]?.headers.get('New-API-User')).toBe('-1');
  });
});
