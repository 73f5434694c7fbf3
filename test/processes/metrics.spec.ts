import { Connections } from '../support/clients/connections';
import { Scrape } from '../support/clients/prometheus';
import { eventually } from '../support/eventually';
import { startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { freePort } from '../support/servers/free-port';

const WORKERS = 2;
const ROUNDS = 5;

describe('the metrics of a node with several workers', () => {
  let scene: ServedScene;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    const environment = { WORKERS: String(WORKERS), METRICS_PORT: String(port), METRICS_TOKEN: 'token' };
    scene = await startServedScene({ environment });
  });
  afterAll(() => scene?.close());

  const read = async (address: string) => {
    const response = await fetch(address, { headers: { authorization: 'Bearer token', connection: 'close' } });
    return Scrape.read(await response.text());
  };

  it('are added up, whichever worker and port is asked', async () => {
    const connections = await Connections.open(scene.server.url, WORKERS);
    let calls = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await connections.chatOnEach(scene.key);
      calls += answers.filter(({ status }) => status === 200).length;
    }
    await connections.close();
    expect(calls).toBe(ROUNDS * WORKERS);
    for (const address of [`http://127.0.0.1:${port}/metrics`, `${scene.server.url}/metrics`]) {
      for (let reading = 0; reading < 2 * WORKERS; reading++) {
        const found = await eventually(
          () => read(address),
          all => all.sum('sluice_charged_units_total') > 0,
        );
        expect(found.sum('sluice_requests_total', { outcome: 'served' })).toBe(calls);
        expect(found.sum('sluice_request_duration_seconds_count')).toBe(calls);
        expect(found.sum('process_cpu_seconds_total')).toBeGreaterThan(0);
      }
    }
  });
});
