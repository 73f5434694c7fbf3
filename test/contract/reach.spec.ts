import { type AccessChannel } from '@contracts';
import * as reach from '../../frontend/src/features/access-report/access-report-api';
import * as tokenList from '../../frontend/src/base/token-list-api';
import * as tokens from '../../frontend/src/features/token/token-api';
import * as users from '../../frontend/src/base/session/user-api';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';

const number: unknown = expect.any(Number);
const text: unknown = expect.any(String);

const channelShape: { readonly [Field in keyof Required<AccessChannel>]: unknown } = {
  id: number,
  name: text,
  type: 1,
  status: 1,
  status_reason: '',
  status_time: number,
  groups: ['default'],
  priority: number,
  weight: number,
  share: 100,
  upstream_model: 'gpt-4o-mini',
  max_input_tokens: 0,
  keys: { total: 1, out: 0, resting: 0 },
  is_reachable: true,
  reasons: [],
};

let served: ServedScene;
const page = new Console();

beforeAll(async () => {
  served = await startServedScene();
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
  await page.call(tokens.useCreateTokensMutation, [
    {
      name: 'reach',
      remain_quota: 0,
      unlimited_quota: true,
      expired_time: -1,
      model_limits_enabled: false,
      model_limits: '',
      group: 'default',
    },
  ]);
});
afterAll(() => served?.close());

it('an administrator gets the models of a key, and the channels of one model', async () => {
  const { rows } = await page.query(tokenList.useListTokensQuery, { page: 1, size: 10 });
  const tokenId = rows[0]?.id ?? 0;
  const all = await page.query(reach.useGetAccessReportQuery, { tokenId });
  expect(all).toMatchObject({ view: 'full', token: { id: tokenId, name: 'reach' }, detail: null, refusals: [] });
  expect(all.models.find(({ model }) => model === 'gpt-4o-mini')).toMatchObject({ is_served: true, channels: 1 });
  const one = await page.query(reach.useGetAccessReportQuery, {
    tokenId,
    model: 'gpt-4o-mini',
    endpoint: 'chat' as const,
  });
  expect(one.detail?.channels).toEqual([channelShape]);
});

it('every endpoint of the page has answered', () => expect(unansweredOf(reach)).toEqual([]));
