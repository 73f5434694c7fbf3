import { failure } from '../../apps/mock-upstream/src/index';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';

let scene: RelayScene;
beforeAll(async () => (scene = await startRelayScene()));
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

async function keyOf(fields: Record<string, unknown>) {
  return (await scene.app.make.token(scene.owner, fields)).secret;
}

function ask(key: string, body: unknown = chat()) {
  return scene.post('/v1/chat/completions', body, { authorization: `Bearer ${key}` });
}

async function statusOf(asking: Promise<Response>) {
  const response = await asking;
  await response.text();
  return response.status;
}

function left(response: Response, unit: string) {
  return [response.headers.get(`x-ratelimit-limit-${unit}`), response.headers.get(`x-ratelimit-remaining-${unit}`)];
}

describe('the limits of a key', () => {
  it('admit so many requests a minute, tell what is left, and name the limit and the wait', async () => {
    const key = await keyOf({ rpm_limit: 2 });
    const first = await ask(key);
    expect([first.status, ...left(first, 'requests')]).toEqual([200, '2', '1']);
    const second = await ask(key);
    expect([second.status, ...left(second, 'requests')]).toEqual([200, '2', '0']);
    const third = await ask(key);
    expect([third.status, ...left(third, 'requests')]).toEqual([429, '2', '0']);
    const seconds = Number(third.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(61);
    const { error } = (await third.json()) as { error: { code: string; message: string } };
    expect(error.code).toBe('rate_limit_exceeded');
    expect(error.message).toContain(
      `this API key is reached: 2 requests in 60 seconds; try again in ${seconds} seconds`,
    );
    expect(scene.upstream.calls).toHaveLength(2);
  });

  it('admit exactly as many of simultaneous requests', async () => {
    const key = await keyOf({ rpm_limit: 10 });
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(ask(key))));
    expect(statuses.filter(status => status === 200)).toHaveLength(10);
    expect(statuses.filter(status => status === 429)).toHaveLength(10);
  });

  it('hold for a day, too', async () => {
    const key = await keyOf({ rpd_limit: 1, rpm_limit: 50 });
    const first = await ask(key);
    expect([first.status, ...left(first, 'requests')]).toEqual([200, '1', '0']);
    const second = await ask(key);
    expect(second.status).toBe(429);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await second.text()).toContain('1 requests in 24 hours');
  });

  it('reserve tokens by an estimate, and keep what was used', async () => {
    const key = await keyOf({ tpm_limit: 10_000 });
    const first = await ask(key, chat({ max_tokens: 9_000 }));
    const [limit, remaining] = left(first, 'tokens');
    expect([first.status, limit]).toEqual([200, '10000']);
    expect(Number(remaining)).toBeLessThan(1_000);
    const { usage } = (await first.json()) as { usage: { total_tokens: number } };
    // Without the correction the second call would find less than 1,000 tokens.
    const second = await ask(key, chat({ max_tokens: 9_000 }));
    expect(second.status).toBe(200);
    await second.text();
    expect(Number(remaining) - Number(left(second, 'tokens')[1])).toBe(usage.total_tokens);
  });

  it('refuse tokens beyond the limit, while a call that is larger than the limit needs the whole of it', async () => {
    const key = await keyOf({ tpm_limit: 1_000 });
    scene.upstream.reset();
    expect(await statusOf(ask(key, chat({ max_tokens: 5_000 })))).toBe(200);
    const second = await ask(key, chat({ max_tokens: 5_000 }));
    expect([second.status, left(second, 'tokens')[0]]).toEqual([429, '1000']);
    expect(await second.text()).toContain('1000 tokens in 60 seconds');
  });

  it.each([
    ['/v1/chat/completions', chat(), 'rate_limit_error'],
    ['/v1/messages', chat({ max_tokens: 9 }), 'rate_limit_error'],
    ['/v1/responses', { model: 'gpt-4o-mini', input: 'hi' }, 'rate_limit_error'],
    [
      '/v1beta/models/gpt-4o-mini:generateContent',
      { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
      'RESOURCE_EXHAUSTED',
    ],
  ])('are told in the dialect of %s', async (path, body, sign) => {
    const key = await keyOf({ rpm_limit: 1 });
    await statusOf(ask(key));
    const refused = await scene.post(path, body, { authorization: `Bearer ${key}` });
    expect([refused.status, ...left(refused, 'requests')]).toEqual([429, '1', '0']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain(sign);
  });

  it.each([['rpm_limit'], ['tpm_limit'], ['max_concurrency'], ['rpd_limit']])('refuse a bad %s', async field => {
    for (const value of [-1, 1.5, 'many', 1_000_000_001]) {
      const { body } = await scene.owner.post('/api/token/', {
        name: 'x',
        remain_quota: 0,
        unlimited_quota: true,
        expired_time: -1,
        model_limits_enabled: false,
        model_limits: '',
        group: 'default',
        [field]: value,
      });
      expect(body.success).toBe(false);
      expect(body.message).toContain(`${field} must be a whole number from 0 to 1000000000`);
    }
  });

  it('are kept, shown and changed', async () => {
    const limits = { rpm_limit: 3, tpm_limit: 4, max_concurrency: 5, rpd_limit: 6 };
    const { id } = await scene.app.make.token(scene.owner, limits);
    expect(await must(scene.owner.get(`/api/token/${id}`))).toMatchObject(limits);
    await must(scene.owner.put('/api/token/', { id, rpm_limit: 0 }));
    expect(await must(scene.owner.get(`/api/token/${id}`))).toMatchObject({ ...limits, rpm_limit: 0 });
  });
});

describe('a limit of calls at the same time', () => {
  it('gives a place back after an answer, an error of the upstream, and a stream', async () => {
    const key = await keyOf({ max_concurrency: 1 });
    expect(await statusOf(ask(key))).toBe(200);
    expect(await statusOf(ask(key, chat({ stream: true })))).toBe(200);
    expect(await statusOf(ask(key, chat({ model: 'nobody-has-it' })))).toBe(404);
    scene.upstream.onModel('gpt-4o-mini', failure(400, { message: 'no' }));
    expect(await statusOf(ask(key))).toBe(400);
    scene.upstream.reset();
    expect(await statusOf(ask(key))).toBe(200);
  });

  it('refuses one call more, names itself, and is free again when the caller hangs up', async () => {
    const key = await keyOf({ max_concurrency: 1 });
    scene.upstream.onModel('gpt-4o-mini', { kind: 'stall' });
    const caller = new AbortController();
    const hanging = fetch(`${scene.app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(chat()),
      signal: caller.signal,
    }).catch(() => null);
    await eventually(
      () => Promise.resolve(scene.upstream.calls.length),
      count => count === 1,
    );
    const refused = await ask(key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.text()).toContain('1 calls at the same time');
    caller.abort();
    await hanging;
    scene.upstream.reset();
    await eventually(
      () => statusOf(ask(key)),
      status => status === 200,
    );
  });
});

describe('the limits of others', () => {
  it('of a user hold over all keys, and only administrators set them', async () => {
    const owner = await scene.app.make.signedIn({ quota: 1_000_000 });
    const [one, two] = [await scene.app.make.token(owner), await scene.app.make.token(owner)];
    const id = owner.user!.id;
    expect(await statusOf(ask(one.secret))).toBe(200);
    const bad = await scene.app.admin.put('/api/user/', { id, rpm_limit: -1 });
    expect(bad.body).toMatchObject({ success: false });
    await must(scene.app.admin.put('/api/user/', { id, rpm_limit: 1 }));
    expect(await must(owner.get('/api/user/self'))).toMatchObject({ rpm_limit: 1 });
    await owner.put('/api/user/self', { rpm_limit: 0 });
    expect(await must(owner.get('/api/user/self'))).toMatchObject({ rpm_limit: 1 });
    expect(await statusOf(ask(one.secret))).toBe(200);
    const refused = await ask(two.secret);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('the limit of this user is reached: 1 requests in 60 seconds');
  });

  it.each([
    ['GroupRateLimits', 'default', 'the group default'],
    ['ModelRateLimits', 'gpt-4o-mini', 'the model gpt-4o-mini'],
  ])('in %s hold for everybody', async (option, name, shown) => {
    const [one, two] = [await keyOf({}), await keyOf({})];
    await scene.app.make.option(option, { [name]: { rpm: 1 } });
    try {
      const first = await ask(one);
      expect([first.status, ...left(first, 'requests')]).toEqual([200, '1', '0']);
      const second = await ask(two);
      expect([second.status, ...left(second, 'requests')]).toEqual([429, '1', '0']);
      expect(await second.text()).toContain(`the limit of ${shown} is reached`);
    } finally {
      await scene.app.make.option(option, {});
    }
    expect(await statusOf(ask(two))).toBe(200);
  });
});
