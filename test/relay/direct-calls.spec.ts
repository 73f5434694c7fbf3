import { request } from 'node:http';
import { DirectCalls } from '@relay';
import { type LogEntry, type Page } from '@contracts';
import { json } from '../../apps/mock-upstream/src/index';
import { Probes } from '../../apps/server/src/probes';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const PATH = '/v1/chat/completions';
/** The server answers this type itself; the other one, which means the same, goes through the framework. */
const DIRECT = 'application/json';
const FRAMED = 'application/json; profile=plain';

let scene: RelayScene;
let taken: boolean[] = [];
beforeAll(async () => {
  scene = await startRelayScene({
    environment: { TRUSTED_PROXIES: '127.0.0.1,::1,10.0.0.0/8', RELAY_BODY_LIMIT_MB: '1' },
  });
  const calls = scene.app.nest.get(DirectCalls);
  const take = calls.take.bind(calls);
  jest.spyOn(calls, 'take').mockImplementation((...asked) => {
    const isTaken = take(...asked);
    if (!asked[0].url?.startsWith('/api/')) taken.push(isTaken);
    return isTaken;
  });
});
afterAll(() => scene.close());
beforeEach(() => {
  taken = [];
  scene.upstream.reset();
});

interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that differ from call to call, whichever way they go. */
const VARYING = new Set(['date', 'x-request-id', 'x-oneapi-request-id', 'request-id']);

async function ask(path: string, body: string, headers: Record<string, string>): Promise<Seen> {
  const response = await scene.post(path, body, headers);
  const id = response.headers.get('x-request-id') ?? '';
  expect(id).not.toBe('');
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !VARYING.has(name))),
    body: (await response.text()).replaceAll(id, 'ID').replace(/msg_\w+/, 'msg_ID'),
  };
}

const good = JSON.stringify(chat());
const cases: [name: string, path: string, body: string, headers: Record<string, string>][] = [
  ['a call', PATH, good, {}],
  ['a path without the prefix', '/chat/completions', good, {}],
  ['a path with a slash at its end and a query', `${PATH}/?a=1`, good, {}],
  ['a call of another format', '/v1/messages', JSON.stringify({ ...chat(), max_tokens: 5 }), {}],
  ['no key', PATH, good, { authorization: '' }],
  ['an unknown key', PATH, good, { authorization: `Bearer sk-${'x'.repeat(48)}` }],
  ['a key in a header of another format', '/v1/messages', good, { authorization: '', 'x-api-key': 'sk-wrong' }],
  ['text that is not JSON', PATH, '{"model":', {}],
  ['an empty body', PATH, '', {}],
  ['a body without a model', PATH, '{"messages":[]}', {}],
  ['an unknown model', PATH, JSON.stringify(chat({ model: 'never-offered' })), {}],
  ['a wrong field', '/v1/messages', JSON.stringify({ ...chat(), max_tokens: -1 }), {}],
  ['a header that cannot be read', PATH, good, { 'x-sluice-strict': 'perhaps' }],
  ['a body above the limit', PATH, JSON.stringify(chat({ user: 'x'.repeat(1024 * 1024) })), {}],
];

it.each(cases)('%s gets the same answer in front of the framework as behind it', async (_name, path, body, headers) => {
  const direct = await ask(path, body, { ...headers, 'content-type': DIRECT });
  const framed = await ask(path, body, { ...headers, 'content-type': FRAMED });
  expect(taken).toEqual([true, false]);
  expect(direct).toEqual(framed);
});

it.each([
  ['GET', PATH, {}],
  ['OPTIONS', PATH, {}],
  ['POST', '/v1/engines/gpt-4o-mini/chat/completions', { 'content-type': DIRECT }],
  ['POST', '/v1/images/edits', { 'content-type': DIRECT }],
  ['POST', '/V1/chat/completions', { 'content-type': DIRECT }],
  ['POST', PATH, { 'content-type': DIRECT, 'content-encoding': 'gzip' }],
  ['POST', PATH, { 'content-type': 'multipart/form-data; boundary=x' }],
])('%s %s with %o is left to the framework', async (method, path, headers) => {
  await fetch(scene.app.url + path, { method, headers, ...(method === 'POST' && { body: good }) });
  expect(taken).toEqual([false]);
});

/** Sends a body in pieces without announcing its length. */
function askInPieces(pieces: readonly string[]): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': DIRECT, authorization: `Bearer ${scene.key}` };
    const sent = request(scene.app.url + PATH, { method: 'POST', headers }, answer => {
      let body = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.on('error', reject);
    const next = ([piece, ...rest]: readonly string[]): void => {
      if (piece === undefined) sent.end();
      else sent.write(piece, () => setImmediate(() => next(rest)));
    };
    next(pieces);
  });
}

describe('a body that comes in pieces', () => {
  it('is put together, also inside a character', async () => {
    const text = JSON.stringify(chat({ messages: [{ role: 'user', content: 'Grüße' }] }));
    const { status } = await askInPieces([text.slice(0, 20), text.slice(20, 40), text.slice(40)]);
    expect([status, taken]).toEqual([200, [true]]);
    expect(scene.upstream.calls[0]?.body).toMatchObject({ messages: [{ role: 'user', content: 'Grüße' }] });
  });

  it('is refused once it is longer than the limit, whatever its length was said to be', async () => {
    const { status, body } = await askInPieces([good.slice(0, -1), ' '.repeat(1024 * 1024), '}']);
    expect([status, JSON.parse(body)]).toMatchObject([413, { error: { type: 'invalid_request_error' } }]);
    expect(scene.upstream.calls).toHaveLength(0);
  });
});

it.each([
  ['8.8.8.8:1, 10.1.1.1:80', '8.8.8.8'],
  ['8.8.8.8, garbage, 10.1.1.1', '10.1.1.1'],
])('finds the address behind trusted proxies, as the framework does: %s', async (list, address) => {
  for (const type of [DIRECT, FRAMED]) {
    const response = await scene.post(PATH, good, { 'content-type': type, 'x-forwarded-for': list });
    expect(response.status).toBe(200);
    await scene.settled();
    const page = await must(scene.owner.get<Page<LogEntry>>('/api/log/self/?p=1&page_size=1&type=2'));
    expect(page.items[0]?.client_ip).toBe(address);
  }
  expect(taken).toEqual([true, false]);
});

describe('while the server drains', () => {
  let draining: RelayScene;
  beforeAll(async () => (draining = await startRelayScene()));
  afterAll(() => draining.close());

  it('a call that runs gets its answer, and no other call is taken, whichever way it comes', async () => {
    draining.upstream.onModel(
      'gpt-4o-mini',
      json(
        {
          choices: [{ message: { content: 'slowly' } }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        },
        { delayMs: 300 },
      ),
    );
    const running = draining.post(PATH, good, { 'content-type': DIRECT });
    await eventually(
      () => Promise.resolve(draining.upstream.calls.length),
      count => count === 1,
    );
    draining.app.nest.get(Probes).drain();
    const late = await Promise.all([DIRECT, FRAMED].map(type => draining.post(PATH, good, { 'content-type': type })));
    expect(late.map(({ status }) => status)).toEqual([503, 503]);
    for (const response of late) {
      expect(await response.json()).toMatchObject({ error: { code: 'server_draining' } });
    }
    expect((await running).status).toBe(200);
    expect(await (await running).text()).toContain('slowly');
    expect(draining.upstream.calls).toHaveLength(1);
    await draining.expectEvenLedger();
  });
});
