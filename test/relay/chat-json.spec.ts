import { json, MOCK_USAGE } from '../../apps/mock-upstream/src/index';
import { chat, otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => (scene = await startRelayScene()));
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

describe('the relay of a call without a stream', () => {
  it('passes the upstream’s bytes on, bills its usage exactly and logs the receipt', async () => {
    const before = await scene.balance();
    const response = await scene.post('/v1/chat/completions', chat());
    const text = await response.text();
    expect(response.status).toBe(200);
    const answer = JSON.parse(text);
    expect(answer.choices[0].message.content).toBe('Hello from the mock upstream.');
    const [row] = await scene.consumption(1);
    if (!row) throw new Error('no row');
    // gpt-4o-mini: ratio 0.075, completion ratio 4, rounded half up
    const expected = Math.round((MOCK_USAGE.prompt_tokens + MOCK_USAGE.completion_tokens * 4) * 0.075);
    expect(row).toMatchObject({
      quota: expected,
      prompt_tokens: 11,
      completion_tokens: 6,
      model_name: 'gpt-4o-mini',
      is_stream: false,
      token_group: 'default',
      client_ip: '127.0.0.1',
    });
    expect(recomputed(row)).toBe(expected);
    expect(otherOf(row)).toMatchObject({ model_ratio: 0.075, completion_ratio: 4, group_ratio: 1, model_price: -1 });
    const after = await scene.balance();
    expect(before.quota - after.quota).toBe(expected);
    expect(after.used_quota - before.used_quota).toBe(expected);
    expect(after.request_count - before.request_count).toBe(1);
    expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 });
  });

  it('sends the caller’s bytes unchanged, with the channel’s key and no header of the caller', async () => {
    const body = `{"model":"gpt-4o-mini", "unknown_field":{"a":[1, 2]},\n "messages":[{"role":"user","content":"h\\u00e9"}]}`;
    await scene.post('/v1/chat/completions', body, {
      cookie: 'session=x',
      'x-forwarded-for': '1.2.3.4',
      'x-secret': 'no',
    });
    const [call] = scene.upstream.calls;
    expect(call?.rawBody.toString()).toBe(body);
    expect(call?.headers.authorization).toBe('Bearer sk-upstream-secret');
    expect(call?.headers).not.toHaveProperty('cookie');
    expect(call?.headers).not.toHaveProperty('x-forwarded-for');
    expect(call?.headers).not.toHaveProperty('x-secret');
  });

  it('maps the model name along the chain and bills by the requested name', async () => {
    const id = await scene.app.make.channel({
      base_url: scene.upstream.url,
      models: 'gpt-4o',
      priority: 5,
      model_mapping: JSON.stringify({ 'gpt-4o': 'middle', middle: 'final-name' }),
      openai_organization: 'org-7',
    });
    const response = await scene.post('/v1/chat/completions', chat({ model: 'gpt-4o' }));
    await response.text();
    const [call] = scene.upstream.calls;
    expect(call?.model).toBe('final-name');
    expect(call?.headers['openai-organization']).toBe('org-7');
    const [row] = await scene.consumption(3);
    expect(row).toMatchObject({ model_name: 'gpt-4o' });
    expect(row?.quota).toBe(Math.round((11 + 6 * 4) * 1.25));
    await scene.app.root.delete(`/api/channel/${id}/`);
  });

  it('bills cached tokens at their own ratio', async () => {
    scene.upstream.onModel(
      'gpt-4o',
      json({
        choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
        usage: {
          prompt_tokens: 1000,
          completion_tokens: 200,
          total_tokens: 1200,
          prompt_tokens_details: { cached_tokens: 400 },
        },
      }),
    );
    await scene.app.make.option('GroupRatio', { default: 0.8, vip: 1, svip: 1 });
    await (await scene.post('/v1/chat/completions', chat({ model: 'gpt-4o' }))).text();
    const [row] = await scene.consumption(4);
    expect(row?.quota).toBe(1600);
    expect(otherOf(row!)).toMatchObject({ cache_tokens: 400, cache_ratio: 0.5 });
    await scene.app.make.option('GroupRatio', { default: 1, vip: 1, svip: 1 });
  });

  it('charges a price per call when there is one, and at least one unit otherwise', async () => {
    await scene.app.make.option('ModelPrice', { 'gpt-4o-mini': 0.01 });
    await (await scene.post('/v1/chat/completions', chat())).text();
    const [priced] = await scene.consumption(5);
    expect(priced?.quota).toBe(5000);
    expect(recomputed(priced!)).toBe(5000);
    await scene.app.make.option('ModelPrice', {});
    scene.upstream.onModel(
      'gpt-4o-mini',
      json({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 0, total_tokens: 1 } }),
    );
    await (await scene.post('/v1/chat/completions', chat())).text();
    const [cheap] = await scene.consumption(6);
    expect(cheap?.quota).toBe(1);
  });

  it('counts tokens itself when the upstream reports no usage', async () => {
    const content = 'The quick brown fox jumps over the lazy dog.';
    scene.upstream.onModel('gpt-4o-mini', json({ choices: [{ index: 0, message: { role: 'assistant', content } }] }));
    await (await scene.post('/v1/chat/completions', chat())).text();
    const [row] = await scene.consumption(7);
    expect(row?.completion_tokens).toBe(10);
    expect(row?.prompt_tokens).toBe(10);
    expect(otherOf(row!).usage_source).toBe('local');
  });

  it('serves embeddings, completions and moderations, and ignores a trailing slash', async () => {
    const embedding = await scene.post('/v1/embeddings/', { model: 'text-embedding-3-small', input: 'hello' });
    expect(((await embedding.json()) as { data: unknown[] }).data).toHaveLength(1);
    const completion = await scene.post('/v1/completions', { model: 'gpt-3.5-turbo-instruct', prompt: 'hello' });
    expect(completion.status).toBe(200);
    const moderation = await scene.post('/v1/moderations', { model: 'omni-moderation-latest', input: 'hello' });
    expect(moderation.status).toBe(200);
    await Promise.all([completion.text(), moderation.text()]);
    await scene.consumption(10);
  });

  it('lists exactly the models that this key may use', async () => {
    const list = await fetch(`${scene.app.url}/v1/models`, { headers: { 'x-api-key': scene.key } });
    const names = ((await list.json()) as { data: { id: string }[] }).data.map(model => model.id);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('gpt-4o-mini');
    const one = await fetch(`${scene.app.url}/v1/models/gpt-4o-mini`, {
      headers: { authorization: `Bearer ${scene.key}` },
    });
    expect(await one.json()).toMatchObject({ id: 'gpt-4o-mini', object: 'model' });
    const none = await fetch(`${scene.app.url}/v1/models/org/none`, {
      headers: { authorization: `Bearer ${scene.key}` },
    });
    expect(none.status).toBe(404);
    expect(await none.json()).toMatchObject({ error: { code: 'model_not_found' } });
  });
});
