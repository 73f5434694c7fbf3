import * as inspector from '../../frontend/src/base/inspector/inspector-api';
import * as rules from '../../frontend/src/features/setting/inspector/inspect-rule-api';
import * as users from '../../frontend/src/base/session/user-api';
import { type InspectStore } from '@contracts';
import { must } from '../support/clients/factories';
import { TestClient } from '../support/clients/client';
import { eventually } from '../support/eventually';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import { inspectedCallShape, inspectedRowShape, inspectRuleShape } from './shapes';

const EVERY_CALL = { user_id: 0, token_id: 0, channel_id: 0, model_name: '', per_mille: 1000, only_failures: false };

let served: ServedScene;
let root: TestClient;
/** A key of root. */
let tokenId: number;
const page = new Console();

beforeAll(async () => {
  served = await startServedScene();
  await served.make.option('InspectorEnabled', true);
  await served.make.option('InspectorOwnersMayRecord', true);
  root = await new TestClient(served.server.url).signIn('root', ROOT_PASSWORD);
  tokenId = (await served.make.token(root)).id;
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
});
afterAll(() => served?.close());

describe('the request inspector in the console', () => {
  it('makes a rule, lists what it recorded, and opens and removes it', async () => {
    expect(await page.query(rules.useListInspectRulesQuery, undefined)).toEqual([]);
    expect(await page.call(rules.useCreateInspectRuleMutation, { ...EVERY_CALL, hours: 1, note: 'why' })).toBeNull();
    expect(await page.query(rules.useListInspectRulesQuery, undefined)).toEqual([inspectRuleShape]);
    expect((await served.chat()).headers.get('x-sluice-recorded')).toBe('true');
    await eventually(
      () => must(root.get<InspectStore>('/api/inspector/store')),
      ({ total }) => total === 1,
    );
    const { calls, ...size } = await page.query(rules.useGetInspectStoreQuery, undefined);
    expect(calls).toEqual([inspectedRowShape]);
    expect(size).toEqual({ total: 1, bytes: calls[0]?.bytes, bytes_max: 268_435_456 });
    const id = calls[0]?.request_id ?? '';
    expect(await page.query(inspector.useListKeptQuery, [id])).toEqual([
      { request_id: id, kept_until: calls[0]?.kept_until },
    ]);
    expect(await page.query(inspector.useReadCallQuery, id)).toEqual(inspectedCallShape);
    expect(await page.call(inspector.useRemoveCallMutation, id)).toBeNull();
    await expect(page.query(inspector.useReadCallQuery, 'unknown')).rejects.toThrow('nothing is kept of this call');
    expect(await page.call(rules.useEmptyInspectStoreMutation, undefined)).toBe(0);
  });

  it('lets an owner record a key, tells so, and ends it', async () => {
    const [rule] = await page.query(rules.useListInspectRulesQuery, undefined);
    expect(await page.call(rules.useEndInspectRuleMutation, rule?.id ?? 0)).toBeNull();
    expect(await page.call(inspector.useRecordOwnMutation, { token_id: tokenId, hours: 1 })).toBeNull();
    const told = await page.query(inspector.useGetNoticesQuery, undefined);
    expect(told).toMatchObject({ may_record: true, administrators_read: false, retention_hours: 24 });
    expect(told.notices).toMatchObject([{ token_id: tokenId, is_own: true, per_mille: 1000, only_failures: false }]);
    expect(await page.call(inspector.useEndOwnMutation, tokenId)).toBeNull();
    expect((await page.query(inspector.useGetNoticesQuery, undefined)).notices).toEqual([]);
  });
});

it('calls every endpoint of its features', () => {
  expect(unansweredOf(inspector, rules)).toEqual([]);
});
