import { type HourlyUsage } from '@contracts';
import { must } from '../support/clients/factories';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const HOUR_SECONDS = 3600;

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(() => scene.close());

/** Totals over the hours, so that a test that runs across the hour still finds the same sums. */
function sum(rows: readonly HourlyUsage[]) {
  const total = (field: 'count' | 'quota' | 'token_used') => rows.reduce((units, row) => units + row[field], 0);
  return { count: total('count'), quota: total('quota'), tokens: total('token_used') };
}

async function call(): Promise<void> {
  const response = await scene.post('/v1/chat/completions', chat());
  await response.text();
  expect(response.status).toBe(200);
  await scene.settled();
}

function own() {
  return must(scene.owner.get<HourlyUsage[]>('/api/data/self'));
}

describe('the dashboard', () => {
  it('shows three calls of one hour as one row that agrees with their log rows', async () => {
    for (let count = 0; count < 3; count += 1) await call();
    const logged = await scene.consumption(3);
    const rows = await own();
    expect(new Set(rows.map(row => row.created_at)).size).toBe(rows.length);
    expect(rows.every(row => row.created_at % HOUR_SECONDS === 0 && row.model_name === 'gpt-4o-mini')).toBe(true);
    expect(sum(rows)).toEqual({
      count: 3,
      quota: logged.reduce((units, row) => units + row.quota, 0),
      tokens: logged.reduce((tokens, row) => tokens + row.prompt_tokens + row.completion_tokens, 0),
    });
  });

  it('shows users their own rows only, and administrators those of all or of one', async () => {
    expect(await must(scene.app.user.get('/api/data/self'))).toEqual([]);
    expect((await scene.app.user.get('/api/data/')).body.success).toBe(false);
    const everybody = await must(scene.app.admin.get<HourlyUsage[]>('/api/data/'));
    expect(everybody[0]).toMatchObject({ id: 0, user_id: 0, username: '' });
    expect(sum(everybody).count).toBe(3);
    const { username, id } = scene.owner.user!;
    const one = await must(scene.app.admin.get<HourlyUsage[]>(`/api/data/?username=${username}`));
    expect(one[0]).toMatchObject({ user_id: id, username });
    expect(sum(one).count).toBe(3);
  });

  it.each(['DataExportEnabled', 'LogConsumeEnabled'])(
    'counts nothing while %s is off, but shows the earlier counts',
    async key => {
      await scene.app.make.option(key, false);
      const before = sum(await own());
      await call();
      expect(sum(await own())).toEqual(before);
      await scene.app.make.option(key, true);
    },
  );
});
