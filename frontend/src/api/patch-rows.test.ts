import { createStore } from '../app/store';
import { ok, startFakeServer } from '../test-support/fake-server';
import { baseApi } from './base-api';
import { toListAnswer, type ListAnswer } from './envelope-base-query';
import { patchRow } from './patch-rows';
import { listOf } from './tags';

interface Thing {
  readonly id: number;
  readonly name: string;
}

const testApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listPatched: build.query<ListAnswer<Thing>, number>({
      query: page => `things/${page}`,
      transformResponse: toListAnswer<Thing>,
      providesTags: listOf('Token'),
    }),
  }),
});

function passOn() {
  return (next: (action: unknown) => unknown) => (action: unknown) => next(action);
}

const place = { endpoint: 'listPatched', tag: 'Token', id: 2 } as const;

async function start() {
  startFakeServer({
    'GET /api/things/1': ok([
      { id: 1, name: 'one' },
      { id: 2, name: 'two' },
    ]),
    'GET /api/things/2': ok([{ id: 2, name: 'two' }]),
    'GET /api/things/3': ok([{ id: 3, name: 'three' }]),
  });
  const store = createStore(passOn);
  for (const page of [1, 2, 3]) await store.dispatch(testApi.endpoints.listPatched.initiate(page));
  const names = () =>
    [1, 2, 3].map(page =>
      testApi.endpoints.listPatched
        .select(page)(store.getState())
        .data?.rows.map(row => row.name),
    );
  return { store, names };
}

it('a patch changes the row on every cached page, and no other row', async () => {
  const { store, names } = await start();
  store.dispatch(patchRow<Thing>(place, { name: 'new' }));
  expect(names()).toEqual([['one', 'new'], ['new'], ['three']]);
});

it('the undo of a patch restores the old values', async () => {
  const { store, names } = await start();
  const undo = store.dispatch(patchRow<Thing>(place, { name: 'new' }));
  undo();
  expect(names()).toEqual([['one', 'two'], ['two'], ['three']]);
});

it('a patch leaves rows of other lists that carry the same tag unchanged', async () => {
  const { store, names } = await start();
  store.dispatch(patchRow<Thing>({ ...place, endpoint: 'listOthers' }, { name: 'new' }));
  expect(names()).toEqual([['one', 'two'], ['two'], ['three']]);
});
