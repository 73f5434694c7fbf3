import { createServer } from 'node:net';
import { createMockUpstream, failure, type Behaviour, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** Two channels of one priority under the options as they come; the first one fails. */
let scene: RelayScene;
let failing: MockUpstream;
let failingId: number;

beforeEach(async () => {
  scene = await startRelayScene();
  failing = await createMockUpstream();
  failingId = await scene.app.make.channel({ base_url: failing.url });
});
afterEach(async () => {
  await scene.close();
  await failing.close();
});

async function ask(): Promise<number> {
  const response = await scene.post('/v1/chat/completions', chat());
  await response.text();
  return response.status;
}

/** Sends calls, eight at a time. @returns the statuses other than 200 */
async function failuresAmong(count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  const work = async () => {
    while (statuses.length < count) statuses.push(await ask());
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return statuses.filter(status => status !== 200);
}

/** An address at which nobody listens. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise<void>(resolve => server.close(() => resolve()));
  return `http://127.0.0.1:${port}`;
}

const fails: readonly (readonly [string, Behaviour])[] = [
  ['is broken', failure(500, { message: 'our servers are in pain', type: 'server_error' })],
  ['is overloaded', failure(529, { message: 'overloaded', type: 'overloaded_error' })],
  ['limits the rate', failure(429, { message: 'slow down', type: 'rate_limit_error' })],
  ['refuses the key', failure(401, { message: 'no such key', type: 'authentication_error' })],
  ['has no quota left', failure(403, { message: 'no money', type: 'insufficient_quota' })],
  ['lacks the model', failure(404, { message: 'no such model', code: 'model_not_found' })],
];

describe('one of two channels', () => {
  it.each(fails)('that %s loses no call, and is soon left alone', async (_name, behaviour) => {
    failing.onModel('gpt-4o-mini', behaviour);
    expect(await failuresAmong(160)).toEqual([]);
    const before = failing.calls.length;
    expect(before).toBeGreaterThan(0);
    expect(await failuresAmong(40)).toEqual([]);
    expect(failing.calls.length).toBe(before);
    await scene.expectEvenLedger();
  });

  it('that nobody can connect to loses no call', async () => {
    await must(scene.app.root.put('/api/channel/', { id: failingId, base_url: await closedAddress() }));
    expect(await failuresAmong(160)).toEqual([]);
  });

  it('that names when it can be asked again is asked again then', async () => {
    failing.onModel('gpt-4o-mini', failure(429, { message: 'slow down' }, { 'retry-after': '1' }));
    expect(await failuresAmong(40)).toEqual([]);
    failing.reset();
    await eventually(
      async () => {
        expect(await ask()).toBe(200);
        return failing.calls.length;
      },
      count => count > 0,
    );
    const before = failing.calls.length;
    await failuresAmong(80);
    expect(failing.calls.length - before).toBeGreaterThan(10);
  });

  it('that an administrator edits is asked again at once', async () => {
    failing.onModel('gpt-4o-mini', fails[0]![1]);
    expect(await failuresAmong(80)).toEqual([]);
    failing.reset();
    expect(await failuresAmong(20)).toEqual([]);
    expect(failing.calls).toHaveLength(0);
    await must(scene.app.root.put('/api/channel/', { id: failingId, name: 'mended' }));
    expect(await failuresAmong(40)).toEqual([]);
    expect(failing.calls.length).toBeGreaterThan(5);
  });
});

it('the only channel is asked although it rests', async () => {
  await must(scene.app.root.delete(`/api/channel/${failingId}/`));
  scene.upstream.onModel('gpt-4o-mini', fails[0]![1]);
  await failuresAmong(20);
  scene.upstream.reset();
  expect(await ask()).toBe(200);
});
