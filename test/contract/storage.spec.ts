import * as users from '../../frontend/src/base/session/user-api';
import * as settings from '../../frontend/src/features/setting/setting-api';
import * as storage from '../../frontend/src/features/setting/storage/storage-api';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';

let served: ServedScene;
const page = new Console();

beforeAll(async () => {
  served = await startServedScene();
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
});
afterAll(() => served?.close());

it('the storage is shown, and cleaned up where something has an age', async () => {
  const { database, tables, subjects } = await page.query(storage.useGetStorageQuery, undefined);
  expect([database, tables.some(({ name }) => name === 'logs'), subjects.length]).toEqual(['sqlite', true, 14]);
  await page.call(settings.useSaveOptionMutation, { key: 'LogErrorDays', value: '30' });
  expect(await page.call(storage.useCleanUpMutation, undefined)).toBeNull();
});

it('every endpoint of the storage tab has answered', () => {
  expect(unansweredOf(storage)).toEqual([]);
});
