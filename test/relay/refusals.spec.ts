import { connect } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;

beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.channel({ base_url: scene.upstream.url, models: 'only-elsewhere', group: 'elsewhere' });
  const off = await scene.app.make.channel({ base_url: scene.upstream.url, models: 'switched-off' });
  await scene.app.root.put('/api/channel/', { id: off, status: 2 });
});
afterAll(() => scene.close());

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(scene.app.url + path, { method, headers: { authorization: `Bearer ${scene.key}`, ...headers } });
}

const shapes = {
  openai: { error: { message: expect.stringContaining('request id'), param: null } },
  anthropic: { type: 'error', error: { message: expect.stringContaining('request id') } },
  gemini: { error: { code: expect.any(Number), status: expect.any(String) } },
} as const;

describe('a refusal that a retry cannot change', () => {
  it('is given for routes that are not offered', async () => {
    const response = await get('/v1/files');
    expect(response.status).toBe(501);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(response.headers.get('retry-after')).toBeNull();
  });

  it.each([
    ['/v1/chat/completions', {}],
    ['/v1/messages', { max_tokens: 5 }],
    ['/v1beta/models/never-offered:generateContent', { contents: [{ parts: [{ text: 'x' }] }] }],
  ])('is 404 for a name that no channel ever offered: %s', async (path, fields) => {
    const response = await scene.post(path, { ...chat({ model: 'never-offered' }), ...fields });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('never-offered');
  });

  it('is given for a model that only other groups have', async () => {
    const response = await scene.post('/v1/chat/completions', chat({ model: 'only-elsewhere' }));
    expect([response.status, response.headers.get('x-should-retry')]).toEqual([503, 'false']);
  });

  it('is not given for a channel that is switched off and may come back', async () => {
    const response = await scene.post('/v1/chat/completions', chat({ model: 'switched-off' }));
    expect([response.status, response.headers.get('x-should-retry')]).toEqual([503, null]);
    expect(response.headers.get('retry-after')).toBe('1');
  });

  it('is not retried by the official clients', async () => {
    let asked = 0;
    const counting: typeof fetch = (input, init) => {
      asked += 1;
      return fetch(input, init);
    };
    const openai = new OpenAI({ apiKey: scene.key, baseURL: `${scene.app.url}/v1`, fetch: counting });
    await expect(openai.files.list()).rejects.toMatchObject({ status: 501 });
    const create = openai.chat.completions.create({
      model: 'only-elsewhere',
      messages: [{ role: 'user', content: 'x' }],
    });
    await expect(create).rejects.toMatchObject({ status: 503 });
    const anthropic = new Anthropic({ apiKey: scene.key, baseURL: scene.app.url, fetch: counting });
    const message = { model: 'only-elsewhere', max_tokens: 5, messages: [{ role: 'user' as const, content: 'x' }] };
    await expect(anthropic.messages.create(message)).rejects.toMatchObject({ status: 503 });
    expect(asked).toBe(3);
  });
});

describe('a route that is unknown or not offered', () => {
  it.each([
    ['/v1/files', {}, 501, 'openai'],
    ['/v1/files', { 'anthropic-version': '2023-06-01' }, 501, 'anthropic'],
    ['/v1/nothing', {}, 404, 'openai'],
    ['/v1/nothing', { 'x-api-key': 'sk-1' }, 404, 'anthropic'],
    ['/v1/nothing', { 'x-goog-api-key': 'sk-1' }, 404, 'gemini'],
    ['/v1/messages/batches', {}, 404, 'anthropic'],
    ['/claude/v1/nothing', {}, 404, 'anthropic'],
    ['/v1beta/cachedContents', {}, 404, 'gemini'],
    ['/upload/v1beta/files', {}, 404, 'gemini'],
    ['/gemini/v1beta/files', {}, 404, 'gemini'],
    ['/v1beta/openai/nothing', {}, 404, 'openai'],
  ] as const)(
    'gets for %s with the headers %j the status %i in the form of %s',
    async (path, headers, status, form) => {
      for (const method of ['GET', 'POST']) {
        const response = await get(path, headers, method);
        expect(response.status).toBe(status);
        expect(await response.json()).toMatchObject(shapes[form]);
      }
    },
  );

  it('shows the console page to browsers only', async () => {
    const person = await fetch(`${scene.app.url}/log?p=2`, { headers: { accept: 'text/html' } });
    expect(person.headers.get('content-type')).not.toContain('json');
    for (const path of ['/log', '/metrics', '/some/page']) {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, expect.stringContaining('json')]);
    }
    const astray = await fetch(`${scene.app.url}/metrics`, { headers: { accept: 'text/html' } });
    expect(astray.status).toBe(404);
    expect(await astray.json()).toMatchObject(shapes.openai);
  });
});

describe('a path beyond the limit', () => {
  it.each([
    ['/v1/models/', 'openai'],
    ['/claude/v1/', 'anthropic'],
    ['/v1beta/models/', 'gemini'],
  ] as const)('is refused with 414 in the form of the caller: %s', async (start, form) => {
    const fits = await get(start + 'a'.repeat(4096 - start.length));
    expect(fits.status).toBe(404);
    const long = await get(start + 'a'.repeat(4097 - start.length));
    expect(long.status).toBe(414);
    expect(await long.json()).toMatchObject(shapes[form]);
  });

  it('is refused in the envelope on console routes, and the query does not count', async () => {
    const long = await fetch(`${scene.app.url}/api/${'a'.repeat(5000)}`);
    expect(long.status).toBe(414);
    expect(await long.json()).toMatchObject({ success: false });
    expect((await get(`/v1/models?after=${'a'.repeat(5000)}`)).status).toBe(200);
  });

  it('keeps the connection usable for the next request', async () => {
    const { port } = new URL(scene.app.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      let text = '';
      socket.on('data', chunk => (text += chunk.toString('utf8')));
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
      socket.write(`GET /v1/models/${'a'.repeat(9000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    });
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 414', 'HTTP/1.1 200']);
  });

  it('with a broken escape in a name gets 404', async () => {
    expect((await get('/v1/models/100%25')).status).toBe(404);
  });
});
