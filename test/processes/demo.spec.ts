import {
  type LogEntry,
  type Overview,
  type Page,
  type SiteOverview,
  type SiteStatus,
  type TokenView,
} from '@contracts';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { DEMO_READY_MS, startDemoScene, type DemoScene } from '../support/scenes/demo-scene';

describe('npm run demo', () => {
  let demo: DemoScene;

  beforeAll(async () => {
    demo = await startDemoScene();
  }, DEMO_READY_MS + 5_000);
  afterAll(() => demo?.close());

  it('prints its address and passwords, and says in the console that it is a demo', async () => {
    expect(demo.output).toMatch(/A month with [\d,]{5,} calls is there, the ledger agrees with all of them/);
    const status = await must(new TestClient(demo.url).get<SiteStatus>('/api/status'));
    expect([status.demo, status.default_password]).toEqual([true, false]);
    for (const username of ['root', 'mia', 'ann', 'ben'])
      expect((await demo.signIn(username)).user?.username).toBe(username);
  });

  it('has a month in which figures and log agree, and a channel in trouble', async () => {
    const root = await demo.signIn('root');
    const end = Math.floor(Date.now() / 3_600_000) * 3600 - 1;
    const start = end + 1 - 7 * 24 * 3600;
    const week = await must(root.get<SiteOverview>(`/api/overview?start=${start}&end=${end}`));
    expect(week.totals.requests).toBeGreaterThan(500);
    expect(week.users.map(({ name }) => name).sort()).toEqual(['ann', 'ben', 'mia']);
    expect(week.times.latency_p95).toBeGreaterThan(1000);
    const page = (type: number) =>
      must(root.get<Page<LogEntry>>(`/api/log/?p=1&type=${type}&start_timestamp=${start}&end_timestamp=${end}`));
    expect([(await page(2)).total, (await page(5)).total]).toEqual([week.totals.requests, week.totals.errors]);
    await eventually(
      () => must(root.get<SiteOverview>('/api/overview')),
      ({ channels }) => channels.length > 0,
      20_000,
    );
  });

  it('answers a stream with the key of a person, and charges it', async () => {
    const ann = await demo.signIn('ann');
    const [token] = await must(ann.get<TokenView[]>('/api/token/?p=0&size=10'));
    const before = await must(ann.get<Overview>('/api/overview/self'));
    const response = await fetch(`${demo.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer sk-${token?.key}` },
      body: JSON.stringify({ model: 'claude-haiku-4-5', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
    });
    const text = await response.text();
    expect(text).toContain('data: [DONE]');
    expect(text.split('\n\n').length).toBeGreaterThan(4);
    await eventually(
      () => must(ann.get<Overview>('/api/overview/self')),
      ({ totals }) => totals.quota > before.totals.quota,
    );
  });

  it('ends on SIGTERM, with its calls and its provider', async () => {
    expect(await demo.end()).toBe(0);
    await expect(fetch(demo.url)).rejects.toThrow();
  });
});
