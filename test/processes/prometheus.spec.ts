import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { describePrometheus, PrometheusServer, promtool } from '../support/fakes/prometheus-server';
import { startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { freePort } from '../support/servers/free-port';

const ROOT = join(__dirname, '../..');
const RULES = join(ROOT, 'config/deploy/prometheus-rules.yml');
const CALLS = 10;
/** Labels of metrics that count nothing before a job runs or an attempt fails. */
const LATER_LABELS = ['name', 'kind', 'outcome'];
const TOKEN = 'a-token-for-prometheus';
/** What Grafana puts in for its own variables. */
const GRAFANA = { $__rate_interval: '1m', '"$instance"': '".*"' } as const;

/** Metrics that stand in the page of documents, and those of nodes with Redis, which this server is not. */
const documented = [
  ...new Set(readFileSync(join(ROOT, 'docs/operate/watch.md'), 'utf8').match(/\bsluice_[a-z_]+/g)),
].filter(name => !name.endsWith('_bucket') && name !== 'sluice_redis_up');

/** Metrics that an expression asks for, by the names under which they are told. */
function metricsIn(expression: string): readonly string[] {
  const found = expression.match(/\b(?:sluice|process|nodejs)_\w+/g) ?? [];
  return found.map(name => name.replace(/_(bucket|count|sum)$/, ''));
}

/** Labels by which an expression selects and groups. */
function labelsIn(expression: string): readonly string[] {
  const selected = [...expression.matchAll(/(\w+)(?==~?"|!=~?")/g)].map(([, name = '']) => name);
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, ?/));
  return [...selected, ...grouped];
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

function expressionsOfRules(): readonly string[] {
  const { groups } = parse(readFileSync(RULES, 'utf8')) as Rules;
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

function expressionsOfBoard(): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs/operate/grafana-board.json'), 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets: { expr: string }[] }[] };
  return panels.flatMap(({ targets }) =>
    targets.map(({ expr }) =>
      Object.entries(GRAFANA).reduce((filled, [variable, value]) => filled.replaceAll(variable, value), expr),
    ),
  );
}

describePrometheus('a real Prometheus', () => {
  let scene: ServedScene;
  let prometheus: PrometheusServer;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    scene = await startServedScene({ environment: { METRICS_PORT: String(port), METRICS_TOKEN: TOKEN } });
    await scene.make.option('RetryTimes', 0);
    const id = await scene.make.channel({ base_url: scene.upstream.url, models: 'gpt-4' });
    await must(scene.root.get(`/api/channel/update_balance/${id}`));
    await makeCalls();
    prometheus = await PrometheusServer.start({ target: `127.0.0.1:${port}`, token: null });
  });
  afterAll(async () => {
    await prometheus?.close();
    await scene?.close();
  });

  async function makeCalls(): Promise<void> {
    for (let call = 0; call < CALLS; call++) {
      const response = await scene.chat({ stream: call % 2 === 0 });
      await response.text();
      expect(response.status).toBe(200);
    }
  }

  it('finds its target up, on the port and with the token', async () => {
    await eventually(
      () => prometheus.value('up{job="sluice"}'),
      value => value === 1,
      30_000,
    );
    const other = await PrometheusServer.start({ target: new URL(scene.server.url).host, token: TOKEN });
    await eventually(
      () => other.value('up{job="sluice"}'),
      value => value === 1,
      30_000,
    );
    await other.close();
    const stranger = await PrometheusServer.start({ target: new URL(scene.server.url).host, token: 'another' });
    await eventually(
      () => stranger.value('up{job="sluice"}'),
      value => value === 0,
      30_000,
    );
    await stranger.close();
  });

  it('reads text in which promtool finds nothing wrong', async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    // Its remarks on names are about those that the library gives to the process and the event loop.
    const { text: remarks } = promtool(['check', 'metrics'], text);
    expect(remarks.split('\n').filter(line => /sluice_|error/i.test(line))).toEqual([]);
  });

  it('knows every metric that the documents name', async () => {
    await must(scene.root.post('/api/backup/', {}));
    const names = await eventually(
      () => prometheus.names(),
      found => found.has('sluice_requests_total') && found.has('sluice_backup_last_bytes'),
      90_000,
    );
    expect(documented.length).toBeGreaterThan(15);
    expect(documented.filter(name => !names.has(name))).toEqual([]);
    const told = [...names].filter(name => name.startsWith('sluice_'));
    expect(told.filter(name => !documented.includes(name))).toEqual([]);
  });

  it('counts what the ledger has booked', async () => {
    const { used_quota } = await must(scene.root.get<{ used_quota: number }>('/api/user/self'));
    expect(used_quota).toBeGreaterThan(0);
    await eventually(
      () => prometheus.value('sum(sluice_charged_units_total)'),
      value => value === used_quota,
      30_000,
    );
    expect(await prometheus.value('sum(sluice_requests_total{outcome="served"})')).toBe(CALLS);
    expect(await prometheus.value('sum(sluice_request_duration_seconds_count)')).toBe(CALLS);
    expect(await prometheus.value('sum(sluice_first_token_seconds_count)')).toBe(CALLS / 2);
    expect(await prometheus.value('sum(sluice_calls_running)')).toBe(0);
    expect(await prometheus.value('sum(sluice_leased_units)')).toBeGreaterThan(0);
    expect(await prometheus.value('sum(sluice_leased_units_in_use)')).toBe(0);
    expect(await prometheus.value('sum(sluice_database_unit_seconds_count{outcome="done"})')).toBeGreaterThan(0);
    expect(await prometheus.value('max(sluice_channel_upstream_balance)')).toBeGreaterThan(0);
  });

  it('understands every expression of the board and of the rules, whose metrics and labels exist', async () => {
    const expressions = [...expressionsOfBoard(), ...expressionsOfRules()];
    expect(expressions.length).toBeGreaterThan(30);
    const names = await prometheus.names();
    const labels = new Set([...(await prometheus.labels()), ...LATER_LABELS]);
    for (const expression of expressions) {
      await prometheus.query(expression);
      // This server has no Redis, and so no metric of it.
      const metrics = metricsIn(expression).filter(name => name !== 'sluice_redis_up');
      expect([expression, metrics.filter(name => !names.has(name))]).toEqual([expression, []]);
      expect([expression, labelsIn(expression).filter(name => !labels.has(name))]).toEqual([expression, []]);
    }
    expect(promtool(['check', 'rules', RULES]).code).toBe(0);
    expect(promtool(['check', 'config', join(ROOT, 'config/deploy/prometheus.yml')]).code).toBe(0);
  });
});
