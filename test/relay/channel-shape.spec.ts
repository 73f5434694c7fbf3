import { answerAnthropic, answerGemini, json } from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** One channel whose requests are changed; what arrives at the upstream is what counts. */
let scene: RelayScene;
beforeEach(async () => {
  scene = await startRelayScene();
  scene.upstream.script(call => {
    if (call.path.includes('/v1/messages')) return answerAnthropic(call);
    return call.path.includes('generateContent') ? answerGemini(call) : null;
  });
});
afterEach(() => scene.close());

async function shape(fields: Record<string, unknown>): Promise<void> {
  await must(scene.app.root.put('/api/channel/', { id: scene.channelId, ...fields }));
}

async function ask(body: unknown = chat(), headers: Record<string, string> = {}, path = '/v1/chat/completions') {
  const response = await scene.post(path, body, headers);
  const text = await response.text();
  return { status: response.status, text, sent: scene.upstream.calls.at(-1) };
}

function bodyOf(call: { readonly body: unknown } | undefined): Record<string, unknown> {
  return call?.body as Record<string, unknown>;
}

describe('the headers of a channel', () => {
  it('are set, removed, filled in from the key, and passed on from the caller by name', async () => {
    await shape({
      header_override: {
        'x-region': 'eu',
        'api-key': '{api_key}',
        authorization: null,
        'x-who': '{client_header:x-user}',
      },
      pass_headers: 'X-Trace, x-absent',
    });
    const { status, sent } = await ask(chat(), { 'x-trace': 't1', 'x-user': 'u1', 'x-other': 'no', cookie: 'a=b' });
    expect(status).toBe(200);
    expect(sent?.headers).toMatchObject({
      'x-region': 'eu',
      'api-key': 'sk-upstream-secret',
      'x-trace': 't1',
      'x-who': 'u1',
    });
    for (const name of ['authorization', 'x-other', 'cookie', 'x-absent']) expect(sent?.headers[name]).toBeUndefined();
    await ask();
    expect(scene.upstream.calls.at(-1)?.headers['x-who']).toBeUndefined();
  });

  it.each([
    [{ header_override: '{"host":"a"}' }, 'host'],
    [{ header_override: '{"x-a":"b\\r\\nc: d"}' }, 'x-a'],
    [{ header_override: '{"a b":"c"}' }, 'a b'],
    [{ header_override: '{"x-a":"{client_header:cookie}"}' }, 'x-a'],
    [{ header_override: '{"authorization":"Bearer other"}' }, 'authorization'],
    [{ pass_headers: 'cookie' }, 'cookie'],
    [{ pass_headers: 'Authorization' }, 'authorization'],
    [{ param_override: '{"stream":true}' }, 'stream'],
    [{ param_override: '{' }, '{}'],
    [{ proxy: 'ftp://a' }, 'proxy'],
    [{ proxy: 'http://a/path' }, 'proxy'],
    [{ proxy: 'http://169.254.169.254:80' }, 'link-local'],
    [{ rpm_limit: -1 }, 'rpm_limit'],
    [{ key_max_concurrency: 1.5 }, 'key_max_concurrency'],
    [{ first_byte_timeout_seconds: 4000 }, 'first_byte_timeout_seconds'],
    [{ tag: 'x'.repeat(65) }, 'tag'],
    [{ system_prompt_mode: 'after' }, 'before or instead'],
    [{ expired_time: -5 }, 'expiry'],
  ])('and other fields refuse %j, and nothing is changed', async (fields, named) => {
    const { body } = await scene.app.root.put<{ success: boolean; message: string }>('/api/channel/', {
      id: scene.channelId,
      priority: 7,
      ...fields,
    });
    expect(body).toMatchObject({ success: false, message: expect.stringContaining(named) as string });
    const stored = await must(scene.app.root.get<{ priority: number }>(`/api/channel/${scene.channelId}`));
    expect(stored.priority).toBe(0);
  });
});

describe('the parameters of a channel', () => {
  it('change what the provider receives, not what is not meant', async () => {
    await shape({
      param_override: {
        rules: [
          { op: 'rename', path: 'max_tokens', to: 'max_completion_tokens', models: ['gpt-4o-mini'] },
          { op: 'remove', path: 'temperature' },
          { op: 'default', path: 'reasoning_effort', value: 'low' },
        ],
      },
    });
    const { sent } = await ask(chat({ max_tokens: 50, temperature: 1 }));
    expect(bodyOf(sent)).toEqual(chat({ max_completion_tokens: 50, reasoning_effort: 'low' }));
    await scene.expectEvenLedger();
  });

  it('change the body after the conversion to the provider’s format', async () => {
    await shape({ type: 14, param_override: { thinking: { type: 'disabled' }, top_k: 5 } });
    const { status, sent } = await ask(chat({ max_tokens: 20 }));
    expect(status).toBe(200);
    expect(sent?.path).toContain('/v1/messages');
    expect(bodyOf(sent)).toMatchObject({ thinking: { type: 'disabled' }, top_k: 5, max_tokens: 20 });
  });

  it('leave a body byte for byte where no rule is for its model', async () => {
    await shape({ param_override: { rules: [{ op: 'set', path: 'seed', value: 1, models: ['other*'] }] } });
    const text =
      '{ "model":"gpt-4o-mini",  "seed": 12345678901234567890, "messages":[{"role":"user","content":"hi"}] }';
    const { sent } = await ask(text);
    expect(sent?.rawBody.toString()).toBe(text);
  });

  it('cannot raise the limit that was reserved for a caller who has little money', async () => {
    await shape({ param_override: { max_tokens: 100_000 } });
    const { sent } = await ask(chat({ max_tokens: 30 }));
    expect(bodyOf(sent).max_tokens).toBe(30);
    await scene.expectEvenLedger();
  });
});

const OWN = 'Answer in French.';
const formats = [
  [
    'openai',
    '/v1/chat/completions',
    chat({
      messages: [
        { role: 'system', content: 'mine' },
        { role: 'user', content: 'hi' },
      ],
    }),
  ],
  ['anthropic', '/v1/messages', { ...chat(), max_tokens: 9, system: [{ type: 'text', text: 'mine' }] }],
  ['responses', '/v1/responses', { model: 'gpt-4o-mini', instructions: 'mine', input: 'hi' }],
  [
    'gemini',
    '/v1beta/models/gpt-4o-mini:generateContent',
    { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], systemInstruction: { parts: [{ text: 'mine' }] } },
  ],
] as const;
const providers = [
  ['OpenAI', 1],
  ['Anthropic', 14],
  ['Gemini', 24],
] as const;

describe.each(formats)('the system prompt of a channel, for a caller of %s', (_format, path, body) => {
  it.each(providers)('comes before the caller’s own or in its place at %s', async (_name, type) => {
    await shape({ type, system_prompt: OWN });
    const first = await ask(body, {}, path);
    expect(first.status).toBe(200);
    const before = first.sent?.rawBody.toString() ?? '';
    expect(before.indexOf(OWN)).toBeGreaterThan(-1);
    expect(before.indexOf('mine')).toBeGreaterThan(before.indexOf(OWN));
    await shape({ system_prompt_mode: 'instead' });
    const instead = (await ask(body, {}, path)).sent?.rawBody.toString() ?? '';
    expect(instead).toContain(OWN);
    expect(instead).not.toContain('mine');
    await scene.expectEvenLedger();
  });
});

describe('the cost of a system prompt', () => {
  it('is counted where the upstream reports no usage', async () => {
    const answer = { choices: [{ index: 0, message: { role: 'assistant', content: 'hi' } }] };
    scene.upstream.onModel('gpt-4o-mini', json(answer));
    await ask();
    const [plain] = await scene.consumption(1);
    await shape({ system_prompt: 'one two three four five six seven eight nine ten '.repeat(10) });
    await ask();
    const [shaped] = await scene.consumption(2);
    expect(shaped?.prompt_tokens ?? 0).toBeGreaterThan((plain?.prompt_tokens ?? 0) + 90);
  });
});

describe('an expired channel', () => {
  it('is no candidate from its moment on, without any sweep', async () => {
    await shape({ expired_time: Math.floor(Date.now() / 1000) + 2 });
    expect((await ask()).status).toBe(200);
    await new Promise(resolve => setTimeout(resolve, 2100));
    const { status, text } = await ask();
    expect(status).toBe(503);
    expect(text).toContain('gpt-4o-mini');
    await shape({ expired_time: -1 });
    expect((await ask()).status).toBe(200);
  });
});
