import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Connections } from '../support/clients/connections';
import { OtlpReceiver, SERVER } from '../support/fakes/otlp-receiver';
import { eventually } from '../support/eventually';
import { startServedScene } from '../support/scenes/served-scene';
import { freePort } from '../support/servers/free-port';
import { ServerProcess } from '../support/servers/server-process';

const PRELOAD = join(__dirname, '../support/servers/loaded-modules.cjs');

describe('the built server', () => {
  let collector: OtlpReceiver;
  beforeAll(async () => (collector = await OtlpReceiver.start()));
  afterAll(() => collector.close());

  /** The files of the bundle that a server had loaded at its end. */
  async function loadedWith(variables: Record<string, string>): Promise<readonly string[]> {
    const list = join(tmpdir(), `sluice-traced-${process.pid}.json`);
    const environment = { NODE_OPTIONS: `--require ${PRELOAD}`, LOADED_MODULES_FILE: list, ...variables };
    const server = await ServerProcess.start({ environment });
    await server.stop();
    const files = JSON.parse(readFileSync(list, 'utf8')) as string[];
    rmSync(list);
    await server.dispose();
    return files.map(file => basename(file)).filter(name => name.includes('open-telemetry'));
  }

  it('loads the SDK only where a collector is named, and not where the standard variables switch it off', async () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    expect(await loadedWith(endpoint)).toEqual(['open-telemetry.js']);
    expect(await loadedWith({})).toEqual([]);
    expect(await loadedWith({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toEqual([]);
    expect(await loadedWith({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toEqual([]);
  });

  it('sends the spans of all its workers, in JSON where that is asked for, and the last ones at its end', async () => {
    const scene = await startServedScene({
      environment: {
        WORKERS: '2',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '600000',
      },
    });
    const connections = await Connections.open(scene.server.url, 2);
    const answers = [...(await connections.chatOnEach(scene.key)), ...(await connections.chatOnEach(scene.key))];
    await connections.close();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(collector.spans).toEqual([]);
    await scene.server.stop();
    const calls = collector.spans.filter(({ kind }) => kind === SERVER);
    expect(calls).toHaveLength(4);
    expect(new Set(calls.map(({ resource }) => resource['process.pid'])).size).toBe(2);
    expect(collector.requests.at(-1)).toMatchObject({ 'content-type': 'application/json' });
    await scene.close();
  });

  it('ends in time, serves, and says so, where the collector is away', async () => {
    const port = await freePort();
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    };
    const scene = await startServedScene({ environment });
    for (let call = 0; call < 3; call++) expect((await scene.chat()).status).toBe(200);
    await eventually(
      () => Promise.resolve(scene.server.output),
      output => output.includes('traces could not be sent'),
    );
    const startedAt = performance.now();
    expect((await scene.server.stop()).code).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await scene.close();
  });

  it.each([
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be one of otlp, none.'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json.',
    ],
  ])('refuses to start with %j', async (environment, sentence) => {
    const server = ServerProcess.spawn({ environment: environment as unknown as Record<string, string> });
    const { code, stderr } = await server.ended;
    expect([code, stderr.trim()]).toEqual([1, sentence]);
    await server.dispose();
  });
});
