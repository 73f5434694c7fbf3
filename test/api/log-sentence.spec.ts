import {
  logSentence,
  priceSaying,
  readLogSentence,
  type ChannelKeyView,
  type LogEntry,
  type LogOther,
  type Page,
  type RedemptionView,
} from '@contracts';
import { json } from '../../apps/mock-upstream/src/index';
import { ChannelHealth } from '@channel';
import { MANAGE, USERS } from '../support/clients/accounts';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const CODES = '/api/redemption/';
const CHANNELS = '/api/channel/';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(() => scene.close());

async function rowsOf(client: TestClient, query: string): Promise<readonly LogEntry[]> {
  return (await must(client.get<Page<LogEntry>>(`${query}page_size=100`))).items;
}

function all() {
  return rowsOf(scene.app.root, '/api/log/?');
}

function otherIn({ other }: LogEntry) {
  return JSON.parse(other || '{}') as LogOther;
}

function inChinese(row: LogEntry | undefined) {
  return readLogSentence(row && otherIn(row).said, 'zh');
}

/** Every text and number in a stored sentence, except the keys, which name sentences. */
function factsIn(part: unknown): readonly string[] {
  return typeof part === 'object' && part !== null
    ? Object.entries(part).flatMap(([name, inner]) => (name === 'key' ? [] : factsIn(inner)))
    : [String(part)];
}

async function codes(): Promise<void> {
  const { app } = scene;
  const [key] = await must(app.root.post<string[]>(CODES, { name: 'spring', quota: 500_000, count: 2 }));
  const [first, second] = await must(app.root.get<RedemptionView[]>(CODES));
  await must(app.root.put(CODES, { id: first?.id, name: 'summer', quota: 700_000 }));
  await must(app.root.put(CODES, { id: first?.id, name: 'autumn', quota: 700_000 }));
  await must(app.root.put(`${CODES}?status_only=true`, { id: first?.id, status: 2 }));
  await must(app.root.put(`${CODES}?status_only=true`, { id: first?.id, status: 1 }));
  await must(scene.owner.post('/api/user/topup', { key }));
  await must(app.root.delete(`${CODES}${second?.id}/`));
}

async function accounts(): Promise<void> {
  const { app, owner } = scene;
  const id = owner.user?.id;
  await must(app.root.put(USERS, { id, display_name: 'Ann {deed}' }));
  await must(app.root.put(USERS, { id, quota_delta: 5, reason: 'a private remark' }));
  const { id: other } = await app.make.user();
  await must(app.root.put(USERS, { id: other, group: 'vip', message_penetration: 'Hi', password: 'brand-new-one' }));
  for (const action of ['promote', 'demote', 'disable', 'enable', 'delete']) {
    await must(app.root.post(MANAGE, { id: other, action }));
  }
}

async function channels(): Promise<void> {
  const { app } = scene;
  const id = await app.make.channel({ base_url: scene.upstream.url, name: 'main', models: 'only-here' });
  await must(app.root.put(CHANNELS, { id, weight: 5, status: 2, key: 'sk-another-one' }));
  await must(app.root.put(CHANNELS, { id, weight: 5, status: 1 }));
  await must(app.root.put(`${CHANNELS}bulk`, { steps: [{ ids: [id, scene.channelId], set: { priority: 3 } }] }));
  await must(app.root.put(CHANNELS, { id, several_keys: true, key: 'sk-one-0123456\nsk-two-0123456' }));
  const [key] = await must(app.root.get<ChannelKeyView[]>(`${CHANNELS}${id}/keys`));
  await must(app.root.delete(`${CHANNELS}${id}/keys/${key?.id}`));
  const failure = { channelId: id, keyHash: '', reason: 'said {no}', when: 'always', blames: 'channel' } as const;
  expect(await app.nest.get(ChannelHealth).disableAfterFailure(failure)).toBe(true);
  await must(app.root.delete(`${CHANNELS}${id}/`));
  await must(app.root.post(`${CHANNELS}fix`));
}

describe('a sentence of the server in the log', () => {
  beforeAll(async () => {
    const { app, owner } = scene;
    await app.make.option('QuotaForNewUser', 1_000);
    await app.make.option('Notice', 'a long text '.repeat(20));
    await must(owner.post('/api/user/sign-in'));
    await codes();
    await accounts();
    await channels();
    await must(app.root.get(`${CHANNELS}test/${scene.channelId}`));
    await must(app.root.delete(`/api/log/?target_timestamp=${Math.floor(Date.now() / 1000) - 86_400}`));
  });

  it('stands beside every text, equals it in English, and exists in Chinese too', async () => {
    const rows = await all();
    expect(rows.length).toBeGreaterThan(25);
    expect(JSON.stringify(rows)).not.toContain('brand-new-one');
    for (const row of rows) {
      const { said } = otherIn(row);
      expect([row.content, said && logSentence(said, 'en')]).toEqual([row.content, row.content]);
      expect(said && logSentence(said, 'zh')).toMatch(/\p{Script=Han}/u);
    }
  });

  it('has keys and parameters', async () => {
    const rows = await all();
    const saidBy = (text: string) => {
      const row = rows.find(({ content }) => content.includes(text));
      return row && otherIn(row).said;
    };
    expect(saidBy('check-in')).toEqual({
      key: 'check_in',
      amount: { key: 'quota_money', amount: expect.stringMatching(/^\$\d/) },
      streak: 1,
    });
    expect(saidBy('topped up')).toMatchObject({ key: 'code_redeemed', amount: { key: 'quota_money' } });
    expect(saidBy('name to "summer"')).toMatchObject({
      key: 'code_changed',
      name: 'spring',
      change: { key: 'code_new_both', name: { name: 'summer' }, quota: { after: { amount: '$1.400000' } } },
    });
    expect(saidBy('made the user an administrator')).toEqual({
      key: 'by_admin',
      name: 'root',
      deed: { key: 'user_promote' },
    });
    expect(saidBy('changed option Notice')).toEqual({ key: 'option_changed', option: 'Notice' });
  });

  it('keeps names and reasons as they are, also those that look like a placeholder', async () => {
    const rows = await all();
    const find = (text: string) => inChinese(rows.find(({ content }) => content.includes(text)));
    expect(find('disabled channel')).toMatch(/^自动禁用了渠道 #\d+（main）：said \{no\}$/);
    expect(find('Ann {deed}')).toContain('改为 Ann {deed}');
  });

  it('shows the owner of a row nothing that its text does not', async () => {
    const rows = await rowsOf(scene.owner, '/api/log/self?');
    expect(rows.map(({ type }) => type)).toEqual(expect.arrayContaining([1, 3, 99]));
    for (const row of rows) {
      expect(Object.keys(otherIn(row))).toEqual(['said']);
      for (const fact of factsIn(otherIn(row).said)) expect(row.content).toContain(fact);
      expect(JSON.stringify(row)).not.toMatch(/private remark|admin_info/);
    }
  });
});

describe('the text of a charged call', () => {
  it('follows from its figures, so that no sentence is stored with it', async () => {
    await (await scene.post('/v1/chat/completions', chat())).text();
    await scene.app.make.option('ModelPrice', { 'gpt-4o': 0.01 });
    await (await scene.post('/v1/chat/completions', chat({ model: 'gpt-4o' }))).text();
    scene.upstream.script(() =>
      json({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }),
    );
    await (await scene.post('/v1/chat/completions', chat())).text();
    const rows = await scene.consumption(3);
    const keys = rows.map(row => {
      const saying = priceSaying(row, otherOf(row));
      expect(otherOf(row).said).toBeUndefined();
      expect(saying && logSentence(saying, 'en')).toBe(row.content);
      return saying?.key;
    });
    expect(keys).toEqual(['price_without_tokens', 'price_per_call', 'price_by_tokens']);
  });
});
