import { gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { LogType, type LogEntry, type LogOther, type Page } from '@contracts';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => (scene = await startRelayScene({ environment: { RELAY_BODY_LIMIT_MB: '2' } })));
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

async function keyOf(fields: Record<string, unknown>) {
  return (await scene.app.make.token(scene.owner, fields)).secret;
}

function withKey(key: string, body: unknown = chat()) {
  return scene.post('/v1/chat/completions', body, { authorization: `Bearer ${key}` });
}

async function errorOf(response: Response) {
  return ((await response.json()) as { error: { code: string; message: string; type: string; param: null } }).error;
}

describe('keys of the relay', () => {
  it.each([
    ['authorization', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['bare authorization', (key: string) => ({ authorization: key })],
    ['without prefix', (key: string) => ({ authorization: `Bearer ${key.slice(3)}` })],
    ['x-api-key', (key: string) => ({ 'x-api-key': key, authorization: '' })],
    ['api-key', (key: string) => ({ 'api-key': key, authorization: '' })],
    ['x-goog-api-key', (key: string) => ({ 'x-goog-api-key': key, authorization: '' })],
    ['mj-api-secret', (key: string) => ({ 'mj-api-secret': key, authorization: '' })],
    [
      'sub-protocol',
      (key: string) => ({ 'sec-websocket-protocol': `realtime, openai-insecure-api-key.${key}`, authorization: '' }),
    ],
  ])('are read from %s', async (_form, headers) => {
    const response = await scene.post('/v1/chat/completions', chat(), headers(scene.key) as Record<string, string>);
    expect(response.status).toBe(200);
    await response.text();
  });

  it('are read from the query', async () => {
    const response = await fetch(`${scene.app.url}/v1/chat/completions?key=${scene.key}`, {
      method: 'POST',
      body: JSON.stringify(chat()),
    });
    expect(response.status).toBe(200);
    await response.text();
  });

  it.each([
    ['no key', { authorization: '' }, 'no token provided'],
    ['an unknown key', { authorization: 'Bearer sk-unknown' }, 'invalid token'],
    ['a malformed key', { authorization: 'Bearer sk-a-b-c' }, 'invalid token'],
  ])('are refused with 401 and all four error fields: %s', async (_name, headers, message) => {
    const response = await scene.post('/v1/chat/completions', chat(), headers as Record<string, string>);
    expect(response.status).toBe(401);
    const error = await errorOf(response);
    expect(error.message).toContain(message);
    expect(error.message).toContain(response.headers.get('x-request-id'));
    expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type']);
    expect(scene.upstream.calls).toHaveLength(0);
  });

  it('are refused at once when they are disabled, deleted or expired', async () => {
    const token = await scene.app.make.token(scene.owner);
    expect((await withKey(token.secret)).status).toBe(200);
    await scene.owner.put('/api/token/?status_only=true', { id: token.id, status: 2 });
    expect((await withKey(token.secret)).status).toBe(401);
    await scene.owner.put('/api/token/?status_only=true', { id: token.id, status: 1 });
    expect((await withKey(token.secret)).status).toBe(200);
    await scene.owner.delete(`/api/token/${token.id}/`);
    expect((await withKey(token.secret)).status).toBe(401);
    const soon = await keyOf({ expired_time: Math.floor(Date.now() / 1000) + 4 });
    expect((await withKey(soon)).status).toBe(200);
    await new Promise(resolve => setTimeout(resolve, 4100));
    expect(await errorOf(await withKey(soon))).toMatchObject({ code: 'token_expired' });
  });

  it('may be restricted to addresses and networks', async () => {
    expect((await withKey(await keyOf({ ip_limits: '127.0.0.0/8' }))).status).toBe(200);
    const response = await withKey(await keyOf({ ip_limits: '10.0.0.0/8, 192.168.1.1' }));
    expect(response.status).toBe(403);
    expect(await errorOf(response)).toMatchObject({ code: 'ip_not_allowed' });
  });

  it('leave one warning row for a refused address, however often it tries', async () => {
    const owner = await scene.app.make.signedIn({ quota: 1_000_000 });
    const { secret } = await scene.app.make.token(owner, { name: 'laptop', ip_limits: '10.0.0.0/8' });
    for (let tries = 0; tries < 3; tries++) expect((await withKey(secret)).status).toBe(403);
    const warnings = () => must(owner.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=9&type=${LogType.Warning}`));
    const { items } = await eventually(warnings, page => page.items.length > 0);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ token_name: 'laptop', client_ip: '127.0.0.1', quota: 0 });
    expect(items[0]?.content).toBe("the address 127.0.0.1 is not in the key's list and was refused");
    expect((JSON.parse(items[0]?.other ?? '') as LogOther).said).toEqual({
      key: 'address_refused',
      address: '127.0.0.1',
    });
  });

  it('may be restricted to models', async () => {
    const key = await keyOf({ model_limits_enabled: true, model_limits: 'gpt-4o' });
    expect((await withKey(key, chat({ model: 'gpt-4o' }))).status).toBe(200);
    const response = await withKey(key);
    expect(response.status).toBe(403);
    expect(await errorOf(response)).toMatchObject({ code: 'model_not_allowed' });
  });

  it('may be restricted to a rate, with the time to wait in the refusal, and list calls do not count', async () => {
    const key = await keyOf({ rate_limit_enabled: true, rate_limit_count: 2, rate_limit_interval: 10 });
    const list = () => fetch(`${scene.app.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([200, 200, 200]);
    expect([(await withKey(key)).status, (await withKey(key)).status]).toEqual([200, 200]);
    const third = await withKey(key);
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await errorOf(third)).toMatchObject({ code: 'rate_limit_exceeded' });
  });

  it('stop working the moment their owner is banned', async () => {
    const owner = await scene.app.make.signedIn({ quota: 100_000 });
    const { secret } = await scene.app.make.token(owner);
    expect((await withKey(secret)).status).toBe(200);
    await scene.app.root.post('/api/user/manage', { id: owner.user!.id, action: 'disable' });
    expect((await withKey(secret)).status).toBe(403);
  });

  it('serve only groups that their owner may use', async () => {
    await scene.app.make.option('HiddenGroups', ['svip']);
    const refused = await scene.owner.post('/api/token/', {
      name: 'x',
      remain_quota: 0,
      unlimited_quota: true,
      expired_time: -1,
      model_limits_enabled: false,
      model_limits: '',
      group: 'svip',
    });
    expect(refused.body.success).toBe(false);
    await scene.app.make.option('HiddenGroups', []);
    const key = await keyOf({ group: 'svip' });
    expect(await errorOf(await withKey(key))).toMatchObject({ code: 'model_not_found' });
    await scene.app.make.option('HiddenGroups', ['svip']);
    const response = await withKey(key);
    expect(response.status).toBe(403);
    await scene.app.make.option('HiddenGroups', []);
  });
});

describe('the relay', () => {
  it('refuses a call that the user cannot pay, before the upstream gets a request', async () => {
    const poor = await scene.app.make.signedIn({ quota: 10 });
    const { secret } = await scene.app.make.token(poor);
    const response = await withKey(secret, chat({ max_tokens: 4000 }));
    expect(response.status).toBe(403);
    expect(await errorOf(response)).toMatchObject({ code: 'insufficient_user_quota' });
    const broke = await scene.app.make.token(await scene.app.make.signedIn({ quota: 0 }));
    expect((await withKey(broke.secret)).status).toBe(403);
    expect(scene.upstream.calls).toHaveLength(0);
  });

  it('applies the lower of the balances of user and key, and closes a key that is used up', async () => {
    const key = await keyOf({ unlimited_quota: false, remain_quota: 60 });
    const tooMuch = await withKey(key, chat({ max_tokens: 4000 }));
    expect(tooMuch.status).toBe(403);
    expect(await errorOf(tooMuch)).toMatchObject({ code: 'pre_consume_token_quota_failed' });
    const drained = await scene.app.make.token(scene.owner, { unlimited_quota: false, remain_quota: 0 });
    const response = await withKey(drained.secret);
    expect(response.status).toBe(401);
    expect(await errorOf(response)).toMatchObject({ code: 'token_quota_exhausted' });
  });

  it('lets exactly one of twenty parallel calls pass that each need 60 % of the balance', async () => {
    const owner = await scene.app.make.signedIn({ quota: 1000 });
    const { secret } = await scene.app.make.token(owner);
    scene.upstream.script(() => ({
      kind: 'json',
      body: { choices: [], usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 } },
      delayMs: 1500,
    }));
    const responses = await Promise.all(Array.from({ length: 20 }, () => withKey(secret, chat({ max_tokens: 2000 }))));
    expect(responses.filter(response => response.status === 200)).toHaveLength(1);
    expect(responses.filter(response => response.status === 403)).toHaveLength(19);
  });

  it('refuses an unknown model, unless self-use mode accepts it', async () => {
    await scene.app.make.channel({ base_url: scene.upstream.url, models: 'my-own-model' });
    const refused = await withKey(scene.key, chat({ model: 'my-own-model' }));
    expect(refused.status).toBe(503);
    expect(await errorOf(refused)).toMatchObject({
      code: 'model_price_error',
      message: expect.stringContaining('my-own-model'),
    });
    await scene.app.make.option('SelfUseModeEnabled', true);
    expect((await withKey(scene.key, chat({ model: 'my-own-model' }))).status).toBe(200);
    await scene.app.make.option('SelfUseModeEnabled', false);
    const unserved = await withKey(scene.key, chat({ model: 'nobody-has-this' }));
    expect(unserved.status).toBe(404);
    expect(await errorOf(unserved)).toMatchObject({ code: 'model_not_found' });
  });
});

describe('unusual input', () => {
  it.each([
    ['malformed JSON', '{"model":', 400],
    ['no body', '', 400],
    ['a list', '[]', 400],
    ['no model', { messages: [{ role: 'user', content: 'x' }] }, 400],
    ['a model of the wrong type', { model: 7, messages: [{ role: 'user', content: 'x' }] }, 400],
    ['no messages', { model: 'gpt-4o-mini' }, 400],
    ['messages of the wrong type', { model: 'gpt-4o-mini', messages: 'hi' }, 400],
    ['entries of the wrong type', { model: 'gpt-4o-mini', messages: ['hi'] }, 400],
    ['stream of the wrong type', chat({ stream: 'yes' }), 400],
    ['too many tokens', chat({ max_tokens: 2_000_000_000 }), 400],
    ['a hostile model name', chat({ model: '__proto__' }), 404],
    ['a model name with NUL', chat({ model: 'gpt\u0000' }), 404],
  ])('is refused in the caller’s format: %s', async (_name, body, status) => {
    const response = await scene.post('/v1/chat/completions', body);
    expect(response.status).toBe(status);
    expect((await errorOf(response)).message).toBeTruthy();
    expect(scene.upstream.calls).toHaveLength(0);
  });

  it('beyond the body limit is refused, compressed or not, and the server goes on working', async () => {
    const large = JSON.stringify(chat({ messages: [{ role: 'user', content: 'x'.repeat(3 * 1024 * 1024) }] }));
    const plain = await scene.post('/v1/chat/completions', large);
    expect(plain.status).toBe(413);
    expect(await errorOf(plain)).toMatchObject({ code: 'request_too_large' });
    const packed = await scene.post('/v1/chat/completions', gzipSync(large), { 'content-encoding': 'gzip' });
    expect(packed.status).toBe(413);
    const fine = await scene.post('/v1/chat/completions', gzipSync(JSON.stringify(chat())), {
      'content-encoding': 'gzip',
    });
    expect(fine.status).toBe(200);
    const unknown = await scene.post('/v1/chat/completions', JSON.stringify(chat()), { 'content-encoding': 'snappy' });
    expect(unknown.status).toBe(400);
  });

  it('in unknown fields reaches the upstream', async () => {
    await (await scene.post('/v1/chat/completions', chat({ brand_new: { a: 1 } }))).text();
    expect(scene.upstream.calls[0]?.body).toMatchObject({ brand_new: { a: 1 } });
  });

  it('that is not HTTP at all disturbs no other call', async () => {
    const { port } = new URL(scene.app.url);
    await new Promise<void>(resolve => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GARBAGE\r\n\u0000\u0001\r\n\r\n'));
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
      socket.resume();
    });
    expect((await withKey(scene.key)).status).toBe(200);
  });

  it('on unknown routes gets 404 with an error object', async () => {
    const response = await scene.post('/v1/unknown', {});
    expect(response.status).toBe(404);
    expect((await errorOf(response)).message).toContain('Invalid URL (POST /v1/unknown)');
  });

  it('in a preflight of any origin gets a response, without credentials', async () => {
    const response = await fetch(`${scene.app.url}/v1/chat/completions`, {
      method: 'OPTIONS',
      headers: { origin: 'https://x.example' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
