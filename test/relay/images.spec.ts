import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { PublicClient } from '../../libs/relay/src/transport/public-client';
import { eventually } from '../support/eventually';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and then some', 'latin1');
const SECRET = 'signature=s3cret';

/** A host of images, and two upstreams: one accepts only bytes, the other one addresses. */
let host: Server;
let upstream: Server;
let scene: RelayScene;
let address: string;
let fetched: string[];
let asked: { readonly url: string; readonly body: string }[];
let isStalled = false;

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>(resolve => server.close(() => resolve()));
}

beforeAll(async () => {
  host = createServer((request, response) => {
    fetched.push(request.url ?? '');
    if (isStalled) request.on('close', () => fetched.push('closed'));
    else response.writeHead(request.url?.startsWith('/gone') ? 404 : 200).end(PNG);
  });
  upstream = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString('utf8')));
    request.on('end', () => {
      asked.push({ url: request.url ?? '', body });
      const isBroken = request.url?.startsWith('/broken') === true;
      response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json' });
      const message = { role: 'assistant', content: 'A fox.' };
      const answer = { model: 'm', message, done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 2 };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
      const compatible = { id: 'c', object: 'chat.completion', model: 'm', choices, usage };
      response.end(
        JSON.stringify(isBroken ? { error: 'x' } : request.url?.endsWith('/api/chat') ? answer : compatible),
      );
    });
  });
  address = `${await listen(host)}/fox.png?${SECRET}`;
  const base = await listen(upstream);
  scene = await startRelayScene();
  const { make } = scene.app;
  await make.option('RetryTimes', 2);
  const models = ['eyes', 'mixed', 'twice', 'spark'];
  await make.option('ModelRatio', Object.fromEntries(models.map(model => [model, 1])));
  await make.channel({ type: 4, base_url: `${base}/api`, models: 'eyes' });
  await make.channel({ type: 4, base_url: `${base}/api`, models: 'mixed', priority: 10 });
  await make.channel({ type: 1, base_url: base, models: 'mixed', priority: 0 });
  await make.channel({ type: 4, base_url: `${base}/broken/api`, models: 'twice', priority: 10 });
  await make.channel({ type: 4, base_url: base, models: 'twice', priority: 0 });
  await make.channel({ type: 18, base_url: base, key: 'password', models: 'spark' });
});
afterAll(async () => {
  await scene.close();
  await close(upstream);
  await close(host);
});
beforeEach(() => {
  fetched = [];
  asked = [];
  isStalled = false;
});

function looking(model: string, url = address) {
  return {
    model,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ],
  };
}

function ask(model: string, url?: string): Promise<Response> {
  return scene.post('/v1/chat/completions', looking(model, url));
}

async function sentence(response: Response): Promise<string> {
  return ((await response.json()) as { error: { message: string } }).error.message;
}

describe('an image at a private address', () => {
  it('is refused with a clear message, and no request is sent', async () => {
    const response = await ask('eyes');
    expect(response.status).toBe(400);
    const said = await sentence(response);
    expect(said).toContain(`the image at ${new URL(address).origin}/… could not be fetched: its address is not public`);
    expect(said).not.toContain(SECRET);
    expect([fetched, asked]).toEqual([[], []]);
  });

  it('is left to a channel whose provider accepts addresses', async () => {
    const response = await ask('mixed');
    expect(response.status).toBe(200);
    expect(fetched).toEqual([]);
    expect(asked.map(({ body }) => body.includes(address))).toEqual([true]);
  });
});

describe('an image at an address that may be fetched', () => {
  beforeAll(() => {
    const client = scene.app.nest.get(PublicClient, { strict: false });
    client.network = { ...client.network, isAllowed: () => true };
  });

  it('reaches a provider that accepts only bytes', async () => {
    const response = await ask('eyes');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('A fox.');
    expect(asked.map(({ url }) => url)).toEqual(['/api/chat']);
    const { messages } = JSON.parse(asked[0]?.body ?? '') as { messages: { images: string[] }[] };
    expect(messages[0]?.images).toEqual([PNG.toString('base64')]);
    expect(fetched).toEqual([`/fox.png?${SECRET}`]);
  });

  it.each([
    [
      '/v1/messages',
      {
        max_tokens: 100,
        messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'ADDRESS' } }] }],
      },
    ],
    ['/v1/responses', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'ADDRESS' }] }] }],
    ['/v1beta/models/eyes:generateContent', { contents: [{ parts: [{ fileData: { fileUri: 'ADDRESS' } }] }] }],
  ])('reaches it from callers of %s', async (path, body) => {
    const text = JSON.stringify({ model: 'eyes', ...body }).replace('ADDRESS', address);
    expect((await scene.post(path, text)).status).toBe(200);
    expect(asked[0]?.body).toContain(`"images":["${PNG.toString('base64')}"]`);
  });

  it('is not a dropped field for a strict caller', async () => {
    const response = await scene.post('/v1/chat/completions', looking('eyes'), { 'x-sluice-strict': 'true' });
    expect([response.status, response.headers.get('x-sluice-dropped')]).toEqual([200, null]);
    expect(fetched).toHaveLength(1);
  });

  it('is fetched once, however many channels are tried', async () => {
    const response = await ask('twice');
    expect(response.status).toBe(200);
    expect(asked.map(({ url }) => url)).toEqual(['/broken/api/chat', '/v1/chat/completions']);
    expect(asked[1]?.body).toContain(`data:image/png;base64,${PNG.toString('base64')}`);
    expect(fetched).toHaveLength(1);
  });

  it('is not fetched for a provider that cannot read images', async () => {
    const response = await ask('spark');
    expect(response.status).toBe(400);
    expect(await sentence(response)).toContain('not supported by this model');
    expect([fetched, asked]).toEqual([[], []]);
  });

  it('is refused when it is not there', async () => {
    const response = await ask('eyes', `${new URL(address).origin}/gone.png`);
    expect([response.status, await sentence(response)]).toEqual([400, expect.stringContaining('it answers 404')]);
    expect(asked).toEqual([]);
  });

  it('is not awaited when the caller leaves', async () => {
    isStalled = true;
    const caller = new AbortController();
    const call = fetch(`${scene.app.url}/v1/chat/completions`, {
      method: 'POST',
      signal: caller.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
      body: JSON.stringify(looking('eyes')),
    });
    await eventually(
      () => Promise.resolve(fetched.length),
      count => count === 1,
    );
    caller.abort();
    await expect(call).rejects.toThrow();
    await eventually(
      () => Promise.resolve(fetched),
      seen => seen.includes('closed'),
    );
    await scene.settled();
    expect(asked).toEqual([]);
  });
});

describe('an image where the operator has set a worker', () => {
  let worker: Server;
  let sent: { readonly url: string; readonly key: string }[];
  beforeAll(async () => {
    worker = createServer((request, response) => {
      let body = '';
      request.on('data', (bytes: Buffer) => (body += bytes.toString('utf8')));
      request.on('end', () => {
        sent.push(JSON.parse(body) as (typeof sent)[number]);
        response.end(PNG);
      });
    });
    await scene.app.make.option('WorkerUrl', await listen(worker));
    await scene.app.make.option('WorkerValidKey', 'worker-key');
  });
  afterAll(async () => {
    await scene.app.make.option('WorkerUrl', '');
    await close(worker);
  });
  beforeEach(() => {
    sent = [];
  });

  it('is fetched by the worker', async () => {
    const response = await ask('eyes', 'https://images.example/fox.png');
    expect(response.status).toBe(200);
    expect(sent).toMatchObject([{ url: 'https://images.example/fox.png', key: 'worker-key' }]);
    expect(asked[0]!.body).toContain(PNG.toString('base64'));
    await scene.expectEvenLedger();
  });

  it.each(['http://images.example/fox.png', 'https://127.0.0.1/fox.png'])(
    'is refused before anybody is asked: %s',
    async url => {
      const response = await ask('eyes', url);
      expect(response.status).toBe(400);
      expect([sent, asked, fetched]).toEqual([[], [], []]);
    },
  );
});
