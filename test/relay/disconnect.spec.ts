import { json, sse } from '../../apps/mock-upstream/src/index';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => (scene = await startRelayScene()));
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

function chunk(content: string) {
  return JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

async function leaveAfter(pieces: number): Promise<number> {
  const controller = new AbortController();
  const response = await fetch(`${scene.app.url}/v1/chat/completions`, {
    method: 'POST',
    signal: controller.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
    body: JSON.stringify(chat({ stream: true })),
  });
  const reader = response.body!.getReader();
  for (let count = 0; count < pieces; count++) await reader.read();
  controller.abort();
  return Date.now();
}

describe('a client that leaves', () => {
  it('stops the upstream within a second and pays for prompt and received text', async () => {
    const word = ' word';
    scene.upstream.onModel(
      'gpt-4o-mini',
      sse(
        Array.from({ length: 500 }, () => chunk(word)),
        { delayPerEventMs: 20 },
      ),
    );
    const leftAt = await leaveAfter(10);
    const [call] = scene.upstream.calls;
    const closedAt = await scene.upstream.waitForClose(call!, 2000);
    expect(closedAt - leftAt).toBeLessThan(1000);
    const [row] = await scene.consumption(1);
    expect(row!.completion_tokens).toBeGreaterThanOrEqual(9);
    expect(row!.completion_tokens).toBeLessThan(100); // a fifth of the text that the upstream would have sent
    expect(row!.prompt_tokens).toBeGreaterThan(0);
    expect(otherOf(row!).usage_source).toBe('local');
    await scene.settled();
  });

  it('pays nothing when it leaves before the first byte, and the upstream is stopped', async () => {
    scene.upstream.onModel('gpt-4o-mini', { kind: 'stall' });
    await scene.settled();
    const before = await scene.balance();
    const controller = new AbortController();
    const request = fetch(`${scene.app.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
      body: JSON.stringify(chat()),
    }).catch(() => 'aborted');
    const [call] = await scene.upstream.waitForCalls(1);
    const leftAt = Date.now();
    controller.abort();
    await request;
    expect((await scene.upstream.waitForClose(call!, 2000)) - leftAt).toBeLessThan(1000);
    await scene.settled();
    expect((await scene.balance()).quota).toBe(before.quota);
  });

  it('never causes a stream to be billed twice, however many leave at once', async () => {
    const before = await scene.balance();
    scene.upstream.onModel(
      'gpt-4o-mini',
      sse(
        Array.from({ length: 200 }, () => chunk(' word')),
        { delayPerEventMs: 10 },
      ),
    );
    await Promise.all(Array.from({ length: 10 }, (_, at) => leaveAfter(1 + at)));
    await scene.consumption(11);
    await scene.settled();
    const after = await scene.balance();
    expect(after.request_count - before.request_count).toBe(10);
    expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 });
  });

  it('is billed in full when the answer was already complete', async () => {
    scene.upstream.onModel(
      'gpt-4o-mini',
      json({
        choices: [{ message: { content: 'x' } }],
        usage: { prompt_tokens: 100, completion_tokens: 0, total_tokens: 100 },
      }),
    );
    const response = await scene.post('/v1/chat/completions', chat());
    await response.body?.cancel();
    const [row] = await scene.consumption(12);
    expect(row?.prompt_tokens).toBe(100);
  });
});
