import { type LogEntry, type Page } from '@contracts';
import { json, sse } from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** What the log stores of an error's text, which no database may refuse. */
const MODEL = 'gpt-4o-mini';

const CHUNK = JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }] });

let scene: RelayScene;

beforeAll(async () => {
  scene = await startRelayScene({ environment: { STREAM_HEARTBEAT_SECONDS: '0' } });
  await scene.app.make.option('RetryTimes', 0); // one failure is looked at, not its repetitions
});
afterAll(() => scene.close());
afterEach(async () => {
  await scene.expectEvenLedger();
  expect((await scene.app.guest.get('/healthz')).status).toBe(200);
});

function ask(fields = {}) {
  return scene.post('/v1/chat/completions', chat(fields));
}

describe('an upstream that fails', () => {
  it('cuts characters of its error in half: the row is written all the same', async () => {
    const message = `${'x'.repeat(499)}👋 \u0000 \ud800 http://10.0.0.1/`;
    scene.upstream.onModel(MODEL, json({ error: { message, type: '\ud83d' } }, { status: 400 }));
    await (await ask()).text();
    const row = await eventually(
      () => must(scene.owner.get<Page<LogEntry>>('/api/log/self/?p=1&page_size=1&type=5')),
      page => page.items[0]?.content === 'x'.repeat(499),
    );
    expect(row.items[0]?.quota).toBe(0);
  });

  it('breaks a stream off with a long error that contains its address: the row keeps a short one without it', async () => {
    const message = `see http://10.0.0.1:8080/ ${'y'.repeat(200_000)}`;
    scene.upstream.onModel(MODEL, sse([CHUNK, JSON.stringify({ error: { message } })]));
    await (await ask({ stream: true })).text();
    const [row] = await scene.consumption(1);
    if (!row) throw new Error('no row');
    expect(recomputed(row)).toBe(row.quota);
    expect(row.quota).toBe(0);
    expect(otherOf(row).problem).toMatch(/^see \[address\] y{10,490}$/);
  });
});
