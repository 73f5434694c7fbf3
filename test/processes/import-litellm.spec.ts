import { type ImportReport } from '@import';
import { Database } from '@platform';
import { createMockUpstream } from '../../apps/mock-upstream/src/index';
import { createPlace, MASTER_KEY, type ImportPlace } from '../support/inputs/import-place';
import { composeLiteLlm, LITELLM_KEYS, SALT_KEY } from '../support/inputs/litellm-source';
import { eventually } from '../support/eventually';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { startTestApp } from '../support/servers/test-app';

const environment = { MASTER_KEY };

describeWith('postgres', 'moving in from LiteLLM', () => {
  let source: TestDatabase;
  let place: ImportPlace;
  let upstream: Awaited<ReturnType<typeof createMockUpstream>>;
  beforeEach(async () => {
    upstream = await createMockUpstream();
    source = await createTestDatabase('postgres');
    await composeLiteLlm(source.url, upstream.url);
    place = await createPlace();
  });
  afterEach(async () => {
    await place.drop();
    await source.drop();
    await upstream.close();
  });

  const bring = (more = {}) => place.import(source.url, { saltKey: SALT_KEY, ...more });
  const namesOf = ({ remarks }: ImportReport, start: string) =>
    remarks.find(({ what }) => what.startsWith(start))?.names ?? [];
  const startOnce = async () => {
    const app = await startTestApp({ databaseUrl: place.url, environment });
    await app.closeWithEvenLedger();
  };

  it('needs a root, whom LiteLLM has not', async () => {
    await expect(bring()).rejects.toThrow('start Sluice once before');
    expect((await bring({ isDryRun: true })).family).toBe('litellm');
  });

  it('brings people, teams, budgets, keys, models and the log, once, and proves it', async () => {
    await startOnce();
    const report = await bring();
    expect(report.proof?.tables.filter(({ isEqual }) => !isEqual)).toEqual([]);
    expect(report.proof?.ledger.differenceUnits).toBe(0);
    const people = await place.rows(
      `SELECT username, role, balance FROM users JOIN accounts ON kind = 1 AND owner_id = users.id
       WHERE users.id IN (SELECT own_id FROM imported_rows WHERE kind = 'user') ORDER BY username`,
    );
    expect(people).toEqual([
      { username: 'Research', role: 1, balance: 15_000_000 },
      { username: 'alice', role: 1, balance: 3_750_000 },
      { username: 'bob', role: 1, balance: 2_500_000 },
      { username: 'default_user_id', role: 10, balance: 500_000_000_000 },
      { username: 'litellm', role: 1, balance: 500_000_000_000 },
    ]);
    expect(
      await place.rows(
        'SELECT name, status, model_limits, rpm_limit, tpm_limit, max_concurrency FROM tokens ORDER BY name',
      ),
    ).toMatchObject([
      { name: 'alice-main', status: 1, model_limits: 'fast', rpm_limit: 30, tpm_limit: 1000, max_concurrency: 3 },
      { name: 'sk-...8-xy', status: 1, model_limits: 'fast', rpm_limit: 0 },
      { name: 'sk-...ody1', status: 4, model_limits: '', rpm_limit: 0 },
    ]);
    const channels = await place.rows(
      'SELECT name, type, status, model_mapping, key_sealed FROM channels ORDER BY name',
    );
    expect(channels).toMatchObject([
      { name: 'abroad', type: 8, status: 2 },
      { name: 'claude', type: 14, status: 1, model_mapping: '{"claude":"claude-sonnet-4"}' },
      { name: 'fast', type: 1, status: 1, model_mapping: '{"fast":"gpt-4o"}' },
    ]);
    expect(channels.map(({ key_sealed }) => place.box.open('channel-key', String(key_sealed)))).toEqual([
      '',
      'sk-ant-dummy',
      'mock-key',
    ]);
    expect(await place.rows("SELECT id FROM logs WHERE model_name = 'fast'")).toHaveLength(3);
    const [hours] = await place.rows('SELECT SUM(quota) AS quota, SUM(request_count) AS calls FROM usage_hours');
    expect(hours).toEqual({ quota: 3000, calls: 2 });
    expect(namesOf(report, 'models with a price of their own')).toEqual(['claude (m-2): 1.5, of answers 0']);
    expect(namesOf(report, 'models with prices by length of the prompt')).toEqual([
      'claude (m-2): above 200000 tokens 3, of answers 3.75',
    ]);
    expect(namesOf(report, 'models whose setting rpm')).toEqual(['fast (m-1)']);
    expect(namesOf(report, 'people and teams whose budget began anew')).toEqual(['bob']);
    expect(namesOf(report, 'tables that do not come')).toContain('LiteLLM_Config (1 rows)');
    const again = await bring();
    expect(again.tables.filter(({ fresh = 0, changed = 0 }) => fresh + changed > 0)).toEqual([]);
    expect(again.proof?.tables.filter(({ isEqual }) => !isEqual)).toEqual([]);
  });

  it('disables models whose secrets it cannot open, and names them', async () => {
    await startOnce();
    const report = await bring({ saltKey: 'another' });
    expect(namesOf(report, 'models that cannot be read without the salt key')).toEqual(
      expect.arrayContaining(['fast (m-1)', 'claude (m-2)', 'abroad (m-3)']),
    );
    expect(await place.rows('SELECT DISTINCT status FROM channels')).toEqual([{ status: 2 }]);
  });

  it('knows a key by its digest when it is used first, and has it in clear from then on', async () => {
    await startOnce();
    await bring();
    await place.here.destroy();
    const app = await startTestApp({ databaseUrl: place.url, environment });
    await app.root.put('/api/option/', { key: 'ModelRatio', value: '{"fast":1}' });
    const call = (key: string) =>
      fetch(`${app.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ model: 'fast', messages: [{ role: 'user', content: 'hi' }] }),
      });
    const sealed = async () => {
      const rows = await app.nest.get(Database).read.query("SELECT key_sealed FROM tokens WHERE name = 'alice-main'");
      return place.box.open('api-token', String((rows as { key_sealed: string }[])[0]?.key_sealed));
    };
    expect(await sealed()).toMatch(/^digest:[0-9a-f]{64}$/);
    const response = await call(LITELLM_KEYS.alice);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('choices')]);
    await eventually(sealed, key => `sk-${key}` === LITELLM_KEYS.alice);
    expect((await call(LITELLM_KEYS.alice)).status).toBe(200);
    const digest = (await call(`sk-${'0123456789abcdef'.repeat(4)}`)).status;
    const unknown = (await call('sk-Ab3dE6gH9jK2mN5-pQ8_xz')).status;
    const spent = (await call(LITELLM_KEYS.spent)).status;
    expect([digest, unknown, spent]).toEqual([401, 401, expect.any(Number)]);
    expect(spent).not.toBe(200);
    await app.closeWithEvenLedger();
  });
});
