import { gzipSync } from 'node:zlib';
import { type Behaviour, json, MOCK_USAGE, sse } from '../../apps/mock-upstream/src/index';
import { createRawUpstream, httpAnswer } from '../support/fakes/raw-upstream';
import { chat, otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
let before: { quota: number };
let rows = 0;

beforeAll(async () => {
  scene = await startRelayScene({
    environment: {
      UPSTREAM_FIRST_BYTE_TIMEOUT_SECONDS: '1.5',
      STREAM_IDLE_TIMEOUT_SECONDS: '1.5',
      REQUEST_TIMEOUT_SECONDS: '6',
      STREAM_HEARTBEAT_SECONDS: '0',
    },
  });
  await scene.app.make.option('RetryTimes', 0); // one failure is looked at, not its repetitions
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  await scene.settled();
  before = await scene.balance();
});
/**
 * Whatever happened, no reservation stays open, the ledger is consistent for every account, and the process is alive.
 */
afterEach(async () => {
  await scene.expectEvenLedger();
  expect((await scene.app.guest.get('/healthz')).status).toBe(200);
});

const MODEL = 'gpt-4o-mini';

function ask(fields = {}) {
  return scene.post('/v1/chat/completions', chat(fields));
}

function chunk(content: string, finish: string | null = null) {
  return JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content }, finish_reason: finish }] });
}

function answerWith(usage: unknown) {
  return {
    choices: [{ index: 0, message: { role: 'assistant', content: 'The quick brown fox' }, finish_reason: 'stop' }],
    usage,
  };
}

const usageUnits = Math.round((MOCK_USAGE.prompt_tokens + MOCK_USAGE.completion_tokens * 4) * 0.075);

async function nextRow() {
  rows += 1;
  const [row] = await scene.consumption(rows);
  if (!row) throw new Error('no row');
  expect(recomputed(row)).toBe(row.quota);
  return row;
}

async function expectRefusal(response: Response, status: number, code: string | null): Promise<void> {
  const text = await response.text();
  expect({ status: response.status, text }).toMatchObject({ status });
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(response.headers.get('location')).toBeNull();
  const { error } = JSON.parse(text) as { error: Record<string, unknown> };
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type']);
  expect(error.code).toBe(code);
  expect(text).not.toMatch(/127\.0\.0\.1|sk-upstream/);
  await scene.settled();
  expect((await scene.balance()).quota).toBe(before.quota);
}

/** Serves one model with these bytes instead of the mock. */
async function withRawChannel(answer: Buffer, run: (model: string) => Promise<void>): Promise<void> {
  const raw = await createRawUpstream(socket => socket.write(answer));
  const id = await scene.app.make.channel({ base_url: raw.url, models: 'gpt-4.1-nano' });
  try {
    await run('gpt-4.1-nano');
  } finally {
    await scene.app.root.delete(`/api/channel/${id}/`);
    await raw.close();
  }
}

describe('an upstream that fails before its response', () => {
  const faults: readonly [string, Behaviour, number, string][] = [
    ['never answers', { kind: 'stall' }, 504, 'upstream_timeout'],
    ['goes silent after its headers', { kind: 'hangAfterHeaders' }, 502, 'upstream_stream_broken'],
    [
      'goes silent after the headers of a stream',
      sse([chunk('x')], { hangAfterEvents: 0 }),
      502,
      'upstream_stream_broken',
    ],
    [
      'breaks off in its first event',
      sse([chunk('x')], { cutAfter: { events: 0, midEvent: true } }),
      502,
      'upstream_stream_broken',
    ],
    ['ends a stream without an event', sse([], { terminator: null }), 502, 'upstream_stream_broken'],
    ['resets the connection', { kind: 'reset' }, 500, 'do_request_failed'],
    ['speaks no HTTP', { kind: 'garbage' }, 500, 'do_request_failed'],
    [
      'promises more than it sends',
      { kind: 'wrongLength', body: '{"choices":[]}', claimed: 500 },
      502,
      'upstream_stream_broken',
    ],
    ['redirects', { kind: 'redirect', location: '/v1/moderations' }, 502, 'bad_response_status_code'],
    ['redirects for good', { kind: 'redirect', status: 301, location: '/x' }, 502, 'bad_response_status_code'],
  ];

  it.each(faults)('%s: one error, nothing billed, its connection closed', async (_name, behaviour, status, code) => {
    scene.upstream.onModel(MODEL, behaviour);
    await expectRefusal(await ask(), status, code);
    expect(scene.upstream.calls).toHaveLength(1);
    if (behaviour.kind === 'redirect') return; // after a whole answer the connection may be used again
    await scene.upstream.waitForClose(scene.upstream.calls[0]!);
  });

  it.each(faults)('%s: the same for a caller who requests a stream', async (_name, behaviour, status, code) => {
    scene.upstream.onModel(MODEL, behaviour);
    await expectRefusal(await ask({ stream: true }), status, code);
  });

  it('refuses the connection: the caller does not see the address', async () => {
    const gone = await createRawUpstream(() => undefined);
    await gone.close();
    const id = await scene.app.make.channel({ base_url: gone.url, models: 'gpt-4.1-nano' });
    await expectRefusal(await ask({ model: 'gpt-4.1-nano' }), 500, 'do_request_failed');
    await scene.app.root.delete(`/api/channel/${id}/`);
  });

  it('returns 200 with an error inside: the caller gets 502, or the status in the error', async () => {
    scene.upstream.onModel(MODEL, json({ error: { message: 'overloaded', type: 'server_error' } }));
    await expectRefusal(await ask(), 502, null);
  });

  it('sends an error that is too long to read: its status stays', async () => {
    scene.upstream.onModel(MODEL, json({ error: { message: 'x'.repeat(600_000), type: 'a' } }, { status: 422 }));
    const response = await ask();
    expect(response.status).toBe(422);
    await response.text();
  });

  it('gets no request, because the channel’s key is not valid in a header', async () => {
    const id = await scene.app.make.channel({ base_url: scene.upstream.url, key: 'sk-ключ', models: 'gpt-4.1-nano' });
    await expectRefusal(await ask({ model: 'gpt-4.1-nano' }), 500, 'do_request_failed');
    expect(scene.upstream.calls).toHaveLength(0);
    await scene.app.root.delete(`/api/channel/${id}/`);
  });

  it('compresses with an unknown method: none of it reaches the caller', async () => {
    const bytes = httpAnswer(
      { 'content-type': 'application/json', 'content-encoding': 'zstd', 'content-length': 4 },
      'abcd',
    );
    await withRawChannel(bytes, async model => {
      await expectRefusal(await ask({ model }), 502, 'read_response_body_failed');
    });
  });

  it('announces gzip and sends something else', async () => {
    const bytes = httpAnswer(
      { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': 4 },
      'abcd',
    );
    await withRawChannel(bytes, async model => {
      await expectRefusal(await ask({ model }), 502, 'read_response_body_failed');
    });
  });

  it('ends its JSON too early according to its own length', async () => {
    const bytes = httpAnswer(
      { 'content-type': 'application/json', 'content-length': 10 },
      JSON.stringify(answerWith(MOCK_USAGE)),
    );
    await withRawChannel(bytes, async model => {
      await expectRefusal(await ask({ model }), 502, 'read_response_body_failed');
    });
  });
});

describe('an upstream with unusual responses', () => {
  const body = JSON.stringify(answerWith(MOCK_USAGE));

  it('sends bytes beyond its length: the answer is valid, and the next call is not harmed', async () => {
    const bytes = httpAnswer(
      { 'content-type': 'application/json', 'content-length': body.length },
      `${body}HTTP/9 junk`,
    );
    await withRawChannel(bytes, async model => {
      for (const _round of [1, 2]) {
        const response = await ask({ model });
        expect(await response.text()).toBe(body);
        expect((await nextRow()).prompt_tokens).toBe(MOCK_USAGE.prompt_tokens);
      }
    });
  });

  it('announces its JSON as HTML, twice: the caller gets JSON that no browser executes', async () => {
    const bytes = Buffer.from(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-type: text/plain\r\nset-cookie: a=b\r\nserver: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await withRawChannel(bytes, async model => {
      const response = await ask({ model });
      expect(await response.text()).toBe(body);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(response.headers.get('server')).toBeNull();
      await nextRow();
    });
  });

  it('compresses although it was asked not to: the caller reads plain text', async () => {
    scene.upstream.onModel(MODEL, json(answerWith(MOCK_USAGE), { gzip: true }));
    const response = await ask();
    expect(await response.json()).toEqual(answerWith(MOCK_USAGE));
    expect((await nextRow()).quota).toBe(usageUnits);
  });

  it('compresses a stream', async () => {
    const wire = [chunk('Hällo 👋'), chunk('', 'stop'), '[DONE]'].map(payload => `data: ${payload}\n\n`).join('');
    const packed = gzipSync(wire);
    const headers = {
      'content-type': 'TEXT/event-stream',
      'content-encoding': 'gzip',
      'content-length': packed.length,
    };
    await withRawChannel(httpAnswer(headers, packed), async model => {
      expect(await (await ask({ model, stream: true })).text()).toBe(wire);
      expect(otherOf(await nextRow()).usage_source).toBe('local');
    });
  });

  it.each([
    ['negative', { prompt_tokens: -5, completion_tokens: 3, total_tokens: -2 }],
    ['huge', { prompt_tokens: 1e300, completion_tokens: 1, total_tokens: 1e300 }],
    ['fractional', { prompt_tokens: 1.5, completion_tokens: 1, total_tokens: 2.5 }],
    ['text', { prompt_tokens: '11', completion_tokens: '6', total_tokens: '17' }],
    ['a list', { prompt_tokens: [11], completion_tokens: {}, total_tokens: true }],
  ])('reports %s usage: the gateway counts, and marks the row', async (_name, usage) => {
    scene.upstream.onModel(
      MODEL,
      json(answerWith(usage)),
      sse([chunk('The quick brown fox', 'stop'), JSON.stringify({ choices: [], usage })]),
    );
    await (await ask()).text();
    await (await ask({ stream: true })).text();
    for (const row of [await nextRow(), await nextRow()]) {
      expect(row).toMatchObject({ prompt_tokens: 10, completion_tokens: 4, quota: Math.round((10 + 4 * 4) * 0.075) });
      expect(otherOf(row)).toMatchObject({ usage_source: 'local', problem: expect.stringContaining('usage: ') });
    }
  });

  it.each([1, 2, 3, 7])('cuts its stream into pieces of %i bytes: bytes and bill are the same', async pieceBytes => {
    const events = [
      chunk('Grüße 👩‍👩‍👧 '),
      chunk('漢字'),
      chunk('', 'stop'),
      JSON.stringify({ choices: [], usage: MOCK_USAGE }),
    ];
    scene.upstream.onModel(MODEL, sse(events, { pieceBytes, lineEnd: '\r\n' }));
    const text = await (await ask({ stream: true })).text();
    expect(text).toBe([...events.slice(0, 3), '[DONE]'].map(payload => `data: ${payload}\r\n\r\n`).join(''));
    expect((await nextRow()).quota).toBe(usageUnits);
  });

  it('never ends: the limit of the whole call stops it, and the caller gets an error', async () => {
    scene.upstream.onModel(MODEL, { kind: 'endless', event: chunk('word '), delayPerEventMs: 20 });
    const text = await (await ask({ stream: true })).text(); // without it this test would not end either
    expect(text).toContain('word ');
    expect(text).toContain('"error"');
    expect(text).not.toContain('[DONE]');
    expect(await nextRow()).toMatchObject({ quota: 0 });
    await scene.upstream.waitForClose(scene.upstream.calls[0]!);
  });

  it('sends the end but keeps the connection open: the caller does not wait, and the connection is given up', async () => {
    scene.upstream.onModel(MODEL, sse([chunk('a', 'stop'), '[DONE]', chunk('b')], { hangAfterEvents: 2 }));
    const text = await (await ask({ stream: true })).text();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    await nextRow();
    await scene.upstream.waitForClose(scene.upstream.calls[0]!);
  });
});
