import { json, sse } from '../../apps/mock-upstream/src/index';
import { chat, otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(
  async () =>
    (scene = await startRelayScene({
      environment: { STREAM_HEARTBEAT_SECONDS: '0.1', STREAM_IDLE_TIMEOUT_SECONDS: '1' },
    })),
);
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

function chunk(content: string, finish: string | null = null) {
  return JSON.stringify({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-4o-mini',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  });
}

const usage = JSON.stringify({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [],
  usage: { prompt_tokens: 20, completion_tokens: 30, total_tokens: 50 },
});

function wire(...payloads: string[]) {
  return payloads.map(payload => `data: ${payload}\n\n`).join('');
}

let rows = 0;

async function nextRow() {
  rows += 1;
  const [row] = await scene.consumption(rows);
  if (!row) throw new Error('no row');
  return row;
}

describe('a chat stream', () => {
  it('arrives byte for byte when the caller requested usage', async () => {
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('Hel'), chunk('lo'), chunk('', 'stop'), usage]));
    const response = await scene.post(
      '/v1/chat/completions',
      chat({ stream: true, stream_options: { include_usage: true } }),
    );
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(await response.text()).toBe(wire(chunk('Hel'), chunk('lo'), chunk('', 'stop'), usage, '[DONE]'));
    const row = await nextRow();
    expect(row.quota).toBe(Math.round((20 + 30 * 4) * 0.075));
    expect(recomputed(row)).toBe(row.quota);
    expect(row.is_stream).toBe(true);
  });

  it('requests usage from the upstream and hides it when the caller did not request it', async () => {
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('Hello'), chunk('', 'stop'), usage]));
    const response = await scene.post('/v1/chat/completions', chat({ stream: true }));
    expect(await response.text()).toBe(wire(chunk('Hello'), chunk('', 'stop'), '[DONE]'));
    expect(scene.upstream.calls[0]?.body).toMatchObject({ stream_options: { include_usage: true } });
    expect((await nextRow()).prompt_tokens).toBe(20);
  });

  it('forwards each event as it arrives', async () => {
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('a'), chunk('b'), chunk('', 'stop')], { delayPerEventMs: 150 }));
    const response = await scene.post('/v1/chat/completions', chat({ stream: true }));
    const times: number[] = [];
    for await (const piece of response.body!) {
      if (Buffer.from(piece as Uint8Array).includes('"content"')) times.push(performance.now());
    }
    expect(times.length).toBeGreaterThanOrEqual(3);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(200);
    await nextRow();
  });

  it('keeps the connection alive with comments until the first byte', async () => {
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('a'), chunk('', 'stop'), usage], { delayMs: 450 }));
    const text = await (await scene.post('/v1/chat/completions', chat({ stream: true }))).text();
    expect(text.startsWith(': keep-alive\n\n')).toBe(true);
    expect(text.endsWith(wire(chunk('a'), chunk('', 'stop'), '[DONE]'))).toBe(true);
    expect(otherOf(await nextRow()).frt).toBeGreaterThan(300);
  });

  it('is counted by the gateway and ended properly when usage and end mark are missing', async () => {
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('The quick brown fox'), chunk('', 'stop')], { terminator: null }));
    const text = await (await scene.post('/v1/chat/completions', chat({ stream: true }))).text();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    const row = await nextRow();
    expect(row.completion_tokens).toBe(4);
    expect(otherOf(row).usage_source).toBe('local');
  });

  it.each([
    ['cut in the middle of an event', { cutAfter: { events: 1, midEvent: true } }],
    ['cut after an event', { cutAfter: { events: 1 } }],
    ['ended without any mark', { terminator: null }],
    ['silent for too long', { hangAfterEvents: 1 }],
  ])('is never reported as success when it was %s, and costs nothing', async (_name, options) => {
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('abc'), chunk('def')], options));
    const text = await (await scene.post('/v1/chat/completions', chat({ stream: true }))).text();
    expect(text).toContain('abc');
    expect(text).toContain('"error"');
    expect(text).not.toContain('[DONE]');
    const row = await nextRow();
    expect(row.quota).toBe(0);
    expect(otherOf(row).problem).toBeTruthy();
  });

  it('is billed by the usage that was reported before it broke', async () => {
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('abc'), usage, chunk('def')], { cutAfter: { events: 2 } }));
    await (
      await scene.post('/v1/chat/completions', chat({ stream: true, stream_options: { include_usage: true } }))
    ).text();
    expect((await nextRow()).quota).toBe(Math.round((20 + 30 * 4) * 0.075));
  });

  it('is made from a whole answer, and a stream that was not requested becomes one answer', async () => {
    scene.upstream.onModel(
      'gpt-4o-mini',
      json({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: 'whole' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
    const streamed = await (await scene.post('/v1/chat/completions', chat({ stream: true }))).text();
    expect(streamed).toContain('whole');
    expect(streamed.endsWith('data: [DONE]\n\n')).toBe(true);
    await nextRow();
    scene.upstream.reset();
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('one '), chunk('answer'), chunk('', 'stop'), usage]));
    const collected = (await (await scene.post('/v1/chat/completions', chat())).json()) as {
      choices: { message: { content: string } }[];
    };
    expect(collected.choices[0]?.message.content).toBe('one answer');
    expect((await nextRow()).prompt_tokens).toBe(20);
  });

  it('survives a reader that is far slower than the upstream', async () => {
    const piece = 'x'.repeat(16_000);
    const events = [...Array.from({ length: 400 }, () => chunk(piece)), chunk('', 'stop'), usage];
    scene.upstream.onModel('gpt-4o-mini', sse(events));
    const response = await scene.post(
      '/v1/chat/completions',
      chat({ stream: true, stream_options: { include_usage: true } }),
    );
    let bytes = 0;
    for await (const part of response.body!) {
      bytes += (part as Uint8Array).length;
      if (bytes < 200_000) await new Promise(resolve => setTimeout(resolve, 30));
    }
    expect(bytes).toBe(Buffer.byteLength(wire(...events, '[DONE]')));
    await nextRow();
  });
});
