import {
  answerOpenAi,
  chatEvents,
  createMockUpstream,
  sse,
  type Behaviour,
  type MockUpstream,
} from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { callerFormats, type WireName } from '../support/fakes/provider-wires';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** Two channels; the first one is asked first, and has limits on how long its answers may take to begin. */
let scene: RelayScene;
let late: MockUpstream;
let lateId: number;
const MODEL = 'gpt-4o-mini';
const LATE_MS = 30_000;

beforeAll(async () => {
  scene = await startRelayScene();
  late = await createMockUpstream();
  lateId = await scene.app.make.channel({ base_url: late.url, priority: 10 });
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
  await late.close();
});
beforeEach(async () => {
  late.reset();
  scene.app.wakeChannels();
  await limit({ first_byte_timeout_seconds: 1, first_token_timeout_seconds: 0 });
});

function limit(fields: Record<string, number>): Promise<unknown> {
  return must(scene.app.root.put('/api/channel/', { id: lateId, ...fields }));
}

async function ask(fields: Record<string, unknown>): Promise<string> {
  const before = scene.upstream.calls.length;
  const response = await scene.post('/v1/chat/completions', chat(fields));
  const text = await response.text();
  expect([response.status, text.length > 0]).toEqual([200, true]);
  expect(scene.upstream.calls.length - before).toBe(1);
  return text;
}

/** Sends the head of a stream at once and its first event late. */
const eventless: Behaviour = sse(['{}'], { delayPerEventMs: LATE_MS });

describe('a channel whose answer does not begin in time', () => {
  it.each([false, true])('is left for another one, stream %s, and nothing is charged for it', async isStream => {
    late.script(call => ({ ...answerOpenAi(call), delayMs: LATE_MS }));
    const before = await scene.balance();
    await ask({ stream: isStream });
    await scene.settled();
    expect((await scene.balance()).request_count - before.request_count).toBe(1);
    const logs = await scene.app.root.get<{ items: { other: string }[] }>('/api/log/?p=1&page_size=1&type=2');
    const [row] = logs.body.data?.items ?? [];
    expect(otherOf(row as never).admin_info).toMatchObject({
      use_channel: [String(lateId), String(scene.channelId)],
      chosen_because: `retry: #${lateId} failed (broken)`,
    });
  });

  it('is left when its stream has a head and no event', async () => {
    late.onModel(MODEL, eventless);
    await ask({ stream: true });
  });

  it.each(['openai', 'anthropic', 'gemini', 'responses'] as readonly WireName[])(
    'is left for callers of the format %s',
    async format => {
      late.script(call => ({ ...answerOpenAi(call), delayMs: LATE_MS }));
      const { path, body } = callerFormats[format];
      const before = scene.upstream.calls.length;
      const response = await scene.post(path(MODEL, true), body(MODEL, true));
      expect(response.status).toBe(200);
      expect((await response.text()).length).toBeGreaterThan(0);
      // A caller of Responses is served by a second request here: the first finds no such path.
      expect(scene.upstream.calls.length).toBeGreaterThan(before);
    },
  );

  it('is waited for without a limit, and within one', async () => {
    late.script(call => ({ ...answerOpenAi(call), delayMs: 1500 }));
    await limit({ first_byte_timeout_seconds: 0 });
    const before = scene.upstream.calls.length;
    await (await scene.post('/v1/chat/completions', chat())).text();
    await limit({ first_byte_timeout_seconds: 10 });
    await (await scene.post('/v1/chat/completions', chat())).text();
    expect(scene.upstream.calls.length).toBe(before);
  });
});

describe('a stream that begins without content', () => {
  const role = JSON.stringify({
    id: 'a',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { role: 'assistant' } }],
  });

  it('is left for another channel when the first content is late', async () => {
    await limit({ first_byte_timeout_seconds: 0, first_token_timeout_seconds: 1 });
    late.onModel(MODEL, sse([role, ...chatEvents(MODEL, null, true)], { delayPerEventMs: 3000 }));
    expect(await ask({ stream: true })).not.toContain('"id":"a"');
  });

  it('may take as long as it likes once the content has begun', async () => {
    await limit({ first_byte_timeout_seconds: 1, first_token_timeout_seconds: 1 });
    const events = chatEvents(MODEL, null, true);
    late.onModel(MODEL, sse(events.slice(0, 4), { delayPerEventMs: 450 }));
    const before = scene.upstream.calls.length;
    const response = await scene.post('/v1/chat/completions', chat({ stream: true }));
    expect(response.status).toBe(200);
    await response.text();
    expect(scene.upstream.calls.length).toBe(before);
  });
});
