import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerOpenAi, createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { METRICS } from '@platform';
import { MetricsEndpoint } from '../../apps/server/src/metrics-endpoint';
import { must } from '../support/clients/factories';
import { Scrape } from '../support/clients/prometheus';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { freePort } from '../support/servers/free-port';

const TOKEN = 'a-token-for-prometheus';
const bearer = { authorization: `Bearer ${TOKEN}` };

describe('without a port and a token', () => {
  it('there is no such path, and nothing counts', async () => {
    const scene = await startRelayScene();
    expect(scene.app.nest.get(METRICS)).toBeNull();
    for (const headers of [{ accept: 'text/html' }, bearer]) {
      expect((await fetch(`${scene.app.url}/metrics`, { headers: headers as Record<string, string> })).status).toBe(
        404,
      );
    }
    await scene.close();
  });
});

describe('with a token', () => {
  let scene: RelayScene;
  let failing: MockUpstream;
  let failingId: number;
  beforeAll(async () => {
    scene = await startRelayScene({ environment: { METRICS_TOKEN: TOKEN } });
    failing = await createMockUpstream();
    failingId = await scene.app.make.channel({ base_url: failing.url, models: 'gpt-4o', priority: 9 });
    failing.onModel('gpt-4o', failure(429, { message: 'slow down' }, { 'retry-after': '1' }));
  });
  afterAll(async () => {
    await scene.close();
    await failing.close();
  });

  async function scrape(): Promise<Scrape> {
    const response = await fetch(`${scene.app.url}/metrics`, { headers: bearer });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    return Scrape.read(await response.text());
  }

  async function ask(fields: Record<string, unknown>): Promise<number> {
    const response = await scene.post('/v1/chat/completions', chat(fields));
    await response.text();
    return response.status;
  }

  it.each([{}, { authorization: TOKEN }, { authorization: 'Bearer another' }, { authorization: 'Bearer ' }])(
    'who does not have it is refused: %j',
    async headers => {
      const response = await fetch(`${scene.app.url}/metrics`, { headers: headers as Record<string, string> });
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await response.text()).not.toContain('sluice_');
    },
  );

  it('the counters are those of the ledger and the log after a load', async () => {
    const calls = Array.from({ length: 60 }, (_, at) => ({
      model: at % 3 === 0 ? 'gpt-4o' : 'gpt-4o-mini',
      stream: at % 2 === 0,
    }));
    const waiting = [...calls];
    const work = async () => {
      for (let call = waiting.pop(); call; call = waiting.pop()) expect(await ask(call)).toBe(200);
    };
    await Promise.all(Array.from({ length: 6 }, work));
    await scene.expectEvenLedger();
    const rows = await scene.consumption(calls.length);
    const total = (field: 'quota' | 'prompt_tokens' | 'completion_tokens') =>
      rows.reduce((sum, row) => sum + row[field], 0);
    const { used_quota, request_count } = await scene.balance();
    const found = await scrape();
    expect(used_quota).toBeGreaterThan(0);
    expect(found.sum('sluice_charged_units_total')).toBe(used_quota);
    expect(found.sum('sluice_charged_units_total')).toBe(total('quota'));
    expect(found.sum('sluice_requests_total', { outcome: 'served' })).toBe(request_count);
    expect(found.sum('sluice_tokens_total', { kind: 'prompt' })).toBe(total('prompt_tokens'));
    expect(found.sum('sluice_tokens_total', { kind: 'completion' })).toBe(total('completion_tokens'));
    expect(found.sum('sluice_requests_total', { model: 'gpt-4o' })).toBe(20);
    expect(found.sum('sluice_request_duration_seconds_count')).toBe(calls.length);
    expect(found.sum('sluice_first_token_seconds_count')).toBe(30);
    const channel = String(failingId);
    expect(found.sum('sluice_upstream_errors_total', { channel, kind: 'busy' })).toBe(failing.calls.length);
    expect(found.sum('sluice_upstream_errors_total')).toBe(failing.calls.length);
    expect(found.sum('sluice_requests_total', { channel })).toBe(0);
  });

  it('a call that fails after all attempts counts as failed, and costs nothing', async () => {
    scene.upstream.onModel('gpt-4o-mini', failure(500, { message: 'our servers are in pain' }));
    const before = await scrape();
    expect(await ask({})).toBe(500);
    scene.upstream.reset();
    const after = await scrape();
    const grown = (name: string, labels = {}) => after.sum(name, labels) - before.sum(name, labels);
    expect(grown('sluice_requests_total', { outcome: 'failed', model: 'gpt-4o-mini' })).toBe(1);
    expect(grown('sluice_upstream_errors_total', { kind: 'broken' })).toBeGreaterThanOrEqual(1);
    expect(grown('sluice_charged_units_total')).toBe(0);
  });

  it('come with those of the process and the event loop', async () => {
    const { names } = await scrape();
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(names).toContain(name);
    }
  });
});

describe('the queue for channels with limits', () => {
  it('tells how many calls wait, and how each wait ended', async () => {
    const scene = await startRelayScene({ environment: { METRICS_TOKEN: TOKEN } });
    const read = async () => {
      const response = await fetch(`${scene.app.url}/metrics`, { headers: bearer });
      return Scrape.read(await response.text());
    };
    await must(scene.app.root.put('/api/channel/', { id: scene.channelId, max_concurrency: 1 }));
    await scene.app.make.option('ChannelQueueLength', 2);
    scene.upstream.script(call => ({ ...answerOpenAi(call), delayMs: 300 }));
    const asking = Array.from({ length: 4 }, async () => (await scene.post('/v1/chat/completions', chat())).status);
    await eventually(read, found => found.sum('sluice_channel_queue_waiting') === 2);
    expect((await Promise.all(asking)).sort()).toEqual([200, 200, 200, 429]);
    const found = await read();
    const ended = (outcome: string) => found.sum('sluice_channel_queue_wait_seconds_count', { outcome });
    expect([ended('placed'), ended('refused'), ended('left')]).toEqual([2, 1, 0]);
    expect(found.sum('sluice_channel_queue_wait_seconds_sum', { outcome: 'placed' })).toBeGreaterThan(0.4);
    expect(found.sum('sluice_channel_queue_waiting')).toBe(0);
    await scene.close();
  });
});

describe('the board for Grafana', () => {
  it('asks for nothing but what is told', async () => {
    const scene = await startRelayScene({ environment: { METRICS_TOKEN: TOKEN } });
    const text = await (await fetch(`${scene.app.url}/metrics`, { headers: bearer })).text();
    const told = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const path = join(__dirname, '../../docs/operate/grafana-board.json');
    const board = JSON.parse(readFileSync(path, 'utf8')) as { panels: { targets: { expr: string }[] }[] };
    const asked = board.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/\b(?:sluice|process|nodejs)_\w+/g) ?? []),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter(name => !told.has(name.replace(/_bucket$/, '')))).toEqual([]);
    await scene.close();
  });
});

describe('with a port', () => {
  it('are on a listener of their own, and not on the main port', async () => {
    const port = await freePort();
    const scene = await startRelayScene({ environment: { METRICS_PORT: String(port), HOST: '127.0.0.1' } });
    await scene.app.nest.get(MetricsEndpoint).listen();
    await (await scene.post('/v1/chat/completions', chat())).text();
    await scene.settled();
    const address = `http://127.0.0.1:${port}`;
    const found = Scrape.read(await (await fetch(`${address}/metrics`)).text());
    expect(found.sum('sluice_requests_total')).toBe(1);
    expect((await fetch(`${address}/api/status`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${scene.app.url}/metrics`)).status).toBe(404);
    await scene.close();
    await expect(fetch(`${address}/metrics`)).rejects.toThrow();
  });
});
