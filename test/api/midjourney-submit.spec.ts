import { buttonsOf, faults, json, IMAGE_UUID } from '../support/fakes/task-upstreams';
import {
  MIDJOURNEY_MODELS,
  FULL,
  HALF,
  IMAGE,
  SECRET,
  START,
  startMidjourneyScene,
  type MidjourneyScene,
} from '../support/scenes/midjourney-scene';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
let scene: MidjourneyScene;

beforeAll(async () => {
  app = await startTestApp();
  await app.make.option('RetryTimes', 0);
  await app.make.option('AutomaticDisableChannelEnabled', true);
});
afterAll(() => app.close());
beforeEach(async () => {
  scene = await startMidjourneyScene(app);
});
afterEach(async () => {
  await scene.close();
  expect((await app.verifyLedger()).differences).toEqual([]);
});

function button(verb: string): string {
  const found = [...buttonsOf('IMAGINE'), ...buttonsOf('UPSCALE')].find(({ customId }) => customId.includes(verb));
  if (!found) throw new Error(`no button ${verb}`);
  return found.customId;
}

describe('new image tasks', () => {
  it.each([
    ['imagine', { prompt: 'a fox' }, 'IMAGINE', 'mj_imagine', FULL],
    ['describe', { base64: IMAGE }, 'DESCRIBE', 'mj_describe', HALF],
    ['blend', { base64Array: [IMAGE, IMAGE], dimensions: 'SQUARE' }, 'BLEND', 'mj_blend', FULL],
    ['shorten', { prompt: 'a very long prompt' }, 'SHORTEN', 'mj_shorten', FULL],
    ['edits', { prompt: 'a hat', image: IMAGE }, 'EDITS', 'mj_edits', FULL],
    ['edit', { prompt: 'a hat', image: IMAGE }, 'EDITS', 'mj_edits', FULL],
    ['video', { prompt: 'a wave', motion: 'low' }, 'VIDEO', 'mj_video', 400_000],
  ])('%s is charged once under its own name', async (route, body, action, model, units) => {
    const { status, body: answer } = await scene.post(`/mj/submit/${route}`, body);
    expect([status, answer]).toMatchObject([200, { code: 1, result: scene.proxy.ids[0] }]);
    expect(scene.lastSubmit).toMatchObject({ path: `/mj/submit/${route}`, body, secret: SECRET });
    expect(await scene.spent()).toBe(units);
    expect(await scene.rows()).toMatchObject([
      { action, modelName: model, status: 'SUBMITTED', code: 1, quota: units, taskId: answer.result, progress: '0%' },
    ]);
    expect(await scene.logs(2)).toMatchObject([{ model_name: model, quota: units }]);
  });

  it('include swapped faces for half the price', async () => {
    const body = { sourceBase64: IMAGE, targetBase64: IMAGE };
    expect((await scene.post('/mj/insight-face/swap', body)).body.code).toBe(1);
    expect(await scene.spent()).toBe(HALF);
    expect((await scene.rows())[0]).toMatchObject({ action: 'SWAP_FACE', modelName: 'swap_face' });
    expect(await scene.fetch(scene.proxy.ids[0] ?? '')).toMatchObject({ prompt: 'InsightFace', action: 'SWAP_FACE' });
    scene.proxy.next({ code: 22 });
    await scene.post('/mj/insight-face/swap', body);
    expect(await scene.spent()).toBe(HALF);
  });

  it('include uploads, which are finished by their response, on channels that list either name', async () => {
    const { body } = await scene.post('/mj/submit/upload-discord-images', { base64Array: [IMAGE, IMAGE] });
    expect(body.code).toBe(1);
    expect(body.result).toHaveLength(2);
    expect(body.result[0]).toMatch(/^http.*\.png$/);
    expect(await scene.rows()).toMatchObject([{ action: 'UPLOAD', status: 'SUCCESS', progress: '100%', taskId: '' }]);
    expect(await scene.logs(2)).toMatchObject([{ model_name: 'mj_upload', quota: HALF }]);
    const other = await startMidjourneyScene(app, {}, { models: 'mj_upload', group: 'default' });
    await must(app.root.put('/api/channel/', { id: scene.channelId, models: 'mj_imagine' }));
    const again = await scene.post('/mj/submit/upload-discord-images', { base64Array: [IMAGE] });
    expect([again.body.code, other.proxy.callsOf('upload')]).toMatchObject([1, [expect.anything()]]);
    await other.close();
  });

  it('leave no part of an image in record and log', async () => {
    await scene.post('/mj/submit/imagine', { prompt: `a fox ${IMAGE}`, base64Array: [IMAGE] });
    const kept = JSON.stringify([await scene.rows(), await scene.logs(2)]);
    expect(kept).toContain('a fox');
    expect(kept).not.toContain(IMAGE.slice(30, 60));
  });

  it('pass unknown fields on, and return their state', async () => {
    const id = await scene.imagine('a fox', { state: 'order-881', strong: true, botType: 'NIJI_JOURNEY' });
    expect(scene.lastSubmit.body).toEqual({
      prompt: 'a fox',
      state: 'order-881',
      strong: true,
      botType: 'NIJI_JOURNEY',
    });
    expect(await scene.fetch(id)).toMatchObject({ state: 'order-881', botType: 'NIJI_JOURNEY', prompt: 'a fox' });
  });

  it('accept the key in both headers of clients, and are refused in their format', async () => {
    const bearer = { authorization: `Bearer ${scene.key}` };
    expect((await scene.post('/mj/submit/imagine', { prompt: 'a fox' }, bearer)).status).toBe(200);
    const stranger = await scene.post('/mj/submit/imagine', { prompt: 'a fox' }, { 'mj-api-secret': 'sk-nobody' });
    expect(stranger).toMatchObject({ status: 401, body: { type: 'upstream_error', code: 4 } });
    expect(stranger.body.description).toMatch(/^invalid_token /);
  });
});

it('image tasks need only an original proxy, without modes and without buttons', async () => {
  const open = await startMidjourneyScene(
    app,
    { build: 'original' },
    { type: 2, models: 'mj_imagine,mj_upscale,mj_uploads', priority: 9 },
  );
  const id = (await open.post('/mj-fast/mj/submit/imagine', { prompt: 'a fox' })).body.result;
  open.proxy.finish(id);
  expect(await open.fetch(id)).toMatchObject({ status: 'SUCCESS', buttons: [], customId: '' });
  expect((await open.post('/mj/submit/simple-change', { content: `${id} U1` })).body.code).toBe(1);
  // Only newer builds have this route; its absence must not count as acceptance.
  const upload = await open.post('/mj/submit/upload-discord-images', { base64Array: [IMAGE] });
  expect(upload).toMatchObject({ status: 400, body: { description: 'do_request_failed', code: 5 } });
  expect(await open.spent()).toBe(FULL + HALF);
  await open.close();
});

describe('a refused submission', () => {
  it.each([
    ['submit/imagine', 'no json', 'bind_request_body_failed'],
    ['submit/imagine', '', 'bind_request_body_failed'],
    ['submit/imagine', '[1]', 'bind_request_body_failed'],
    ['submit/imagine', {}, 'prompt_is_required'],
    ['submit/shorten', { prompt: ' ' }, 'prompt_is_required'],
    ['submit/change', { action: 'UPSCALE', index: 1 }, 'task_id_is_required'],
    ['submit/change', { taskId: '1' }, 'action_is_required'],
    ['submit/change', { taskId: '1', action: 'UPSCALE' }, 'index_is_required'],
    ['submit/simple-change', {}, 'content_is_required'],
    ['submit/simple-change', { content: '1 U9' }, 'content_parse_failed'],
    ['submit/action', { taskId: '1' }, 'custom_id_is_required'],
    ['submit/action', { taskId: '1', customId: 'MJ::JOB' }, 'unknown_action:MJ::JOB'],
    ['submit/action', { taskId: '1', customId: 'MJ::JOB::upsample::x::y' }, 'index_parse_failed'],
    ['insight-face/swap', { sourceBase64: IMAGE }, 'sour_base64_and_target_base64_is_required'],
    ['submit/modal', { taskId: 'nobody-has-this' }, 'task_not_found'],
  ])('%s with %j is refused: %s', async (route, body, description) => {
    expect(await scene.post(`/mj/${route}`, body)).toMatchObject({
      status: 400,
      body: { description, type: 'upstream_error', code: 4 },
    });
    expect([scene.proxy.calls.length, await scene.spent()]).toEqual([0, 0]);
  });

  it('comes before any upstream call for an empty account and an empty key', async () => {
    const id = scene.owner.user?.id ?? 0;
    await must(app.root.put('/api/user/', { id, username: scene.owner.user?.username, quota: FULL - 1 }));
    const refused = { status: 400, body: { description: 'quota_not_enough', code: 4 } };
    expect(await scene.post('/mj/submit/imagine', { prompt: 'a fox' })).toMatchObject(refused);
    await must(app.root.put('/api/user/', { id, username: scene.owner.user?.username, quota: START }));
    const poor = await app.make.token(scene.owner, { unlimited_quota: false, remain_quota: FULL - 1 });
    const answer = await scene.post('/mj/submit/imagine', { prompt: 'a fox' }, { 'mj-api-secret': poor.secret });
    expect(answer).toMatchObject(refused);
    expect(scene.proxy.calls).toEqual([]);
  });

  it('has a key that may not use the model, or a model without a channel', async () => {
    const limited = await app.make.token(scene.owner, { model_limits_enabled: true, model_limits: 'gpt-4o' });
    const denied = await scene.post('/mj/submit/imagine', { prompt: 'a fox' }, { 'mj-api-secret': limited.secret });
    expect(denied).toMatchObject({ status: 403, body: { type: 'upstream_error', code: 4 } });
    await must(app.root.put('/api/channel/', { id: scene.channelId, models: 'mj_blend' }));
    const unserved = await scene.post('/mj/submit/imagine', { prompt: 'a fox' });
    expect(unserved).toMatchObject({ status: 503, body: { description: expect.stringContaining('mj_imagine') } });
  });

  it('has a prompt with a word of the operator’s list, in upper or lower case', async () => {
    await app.make.option('CheckSensitiveEnabled', true);
    await app.make.option('SensitiveWords', 'Forbidden Fruit');
    for (const route of ['submit/imagine', 'submit/shorten']) {
      const body = { prompt: 'a bowl of fORBIDDEN fRUIT' };
      expect(await scene.post(`/mj/${route}`, body)).toMatchObject({
        status: 400,
        body: { description: 'sensitive_words_detected sensitive words detected', code: 4 },
      });
    }
    expect([scene.proxy.calls.length, await scene.spent()]).toEqual([0, 0]);
    const rows = await eventually(
      () => scene.logs(6),
      found => found.length >= 2,
    );
    expect(rows[0]).toMatchObject({ content: 'sensitive words detected', model_name: 'mj_shorten', quota: 0 });
    await app.make.option('SensitiveWords', '');
  });

  it('is a video or an edit without a price of the operator', async () => {
    const prices = JSON.parse(
      (await must(app.root.get<{ key: string; value: string }[]>('/api/option/'))).find(o => o.key === 'ModelPrice')
        ?.value ?? '{}',
    );
    const { mj_video: _video, mj_edits: _edit, mj_imagine: _drawing, ...others } = prices;
    await app.make.option('ModelPrice', others);
    expect(await scene.post('/mj/submit/video', { prompt: 'a wave' })).toMatchObject({ status: 503 });
    expect(await scene.post('/mj/submit/edits', { prompt: 'a hat' })).toMatchObject({ status: 503 });
    expect(scene.proxy.calls).toEqual([]);
    await scene.imagine();
    expect(await scene.spent()).toBe(FULL);
    await app.make.option('ModelPrice', prices);
  });
});

describe('the response of the proxy to a submission', () => {
  it('accepts queued work, which is shown as code 1 and stored as 22', async () => {
    scene.proxy.next({ code: 22 });
    const { body } = await scene.post('/mj/submit/imagine', { prompt: 'a fox' });
    expect(body).toMatchObject({ code: 1, properties: { numberOfQueues: 1 } });
    expect(await scene.rows()).toMatchObject([{ code: 22, quota: FULL }]);
  });

  it.each([
    [3, 'related task not found'],
    [4, 'validation error'],
    [9, 'system error'],
    [23, 'queue is full, try again later'],
    [24, 'may contain sensitive words'],
    [77, 'something new'],
  ])('passes code %i on, which costs nothing', async (code, description) => {
    scene.proxy.next({ code, description });
    expect(await scene.post('/mj/submit/imagine', { prompt: 'a fox' })).toMatchObject({
      status: 200,
      body: { code, description },
    });
    expect(await scene.spent()).toBe(0);
    expect(await scene.rows()).toMatchObject([{ status: 'FAILURE', code, failReason: description, quota: 0 }]);
    expect((await must(app.root.get<{ status: number }>(`/api/channel/${scene.channelId}`))).status).toBe(1);
  });

  it('becomes 429 for overload, with a text of the gateway', async () => {
    scene.proxy.next({ code: 30, description: 'group premium of upstream.example is full' });
    const { status, body } = await scene.post('/mj/submit/imagine', { prompt: 'a fox' });
    expect([status, body]).toMatchObject([429, { code: 30 }]);
    expect(body.description).not.toContain('premium');
  });

  it.each([
    ['no account', { code: 3, description: 'no available account instance' }, null],
    ['a wrong secret', {}, 'another secret'],
  ])('disables the channel for %s and lets another one do the work', async (_name, next, secret) => {
    const other = await startMidjourneyScene(app, {}, { priority: -1 });
    await app.make.option('RetryTimes', 1);
    if (secret) scene.proxy.secret = secret;
    else scene.proxy.next(next);
    expect((await scene.post('/mj/submit/imagine', { prompt: 'a fox' })).body).toMatchObject({
      code: 1,
      result: other.proxy.ids[0],
    });
    const shown = () => must(app.root.get<{ status: number }>(`/api/channel/${scene.channelId}`));
    await eventually(shown, ({ status }) => status === 3);
    expect(await scene.spent()).toBe(FULL);
    await app.make.option('RetryTimes', 0);
    await other.close();
  });

  it('does not disable the channel when a speed mode finds no account', async () => {
    scene.proxy.next({ code: 3, description: 'no available account instance' });
    await scene.post('/mj-turbo/mj/submit/imagine', { prompt: 'a fox' });
    await new Promise(resolve => setTimeout(resolve, 200));
    expect((await must(app.root.get<{ status: number }>(`/api/channel/${scene.channelId}`))).status).toBe(1);
  });

  it.each([
    ['dropped', faults.dropped, 'do_request_failed'],
    ['empty', faults.empty, 'empty_response_body'],
    ['html', faults.html, 'unmarshal_response_body_failed'],
    ['cut JSON', faults.brokenJson, 'unmarshal_response_body_failed'],
    ['another shape', faults.oddJson, 'unmarshal_response_body_failed'],
    ['a bad gateway', faults.badGateway, 'do_request_failed'],
    [
      'a code of success with a status of failure',
      json({ code: 1, result: '5' }, { status: 500 }),
      'unmarshal_response_body_failed',
    ],
  ])('costs nothing and names no address for %s', async (_name, fault, description) => {
    scene.proxy.refuse('submit', fault);
    const answer = await scene.post('/mj/submit/imagine', { prompt: 'a fox' });
    expect(answer).toMatchObject({ status: 400, body: { description, code: 5 } });
    expect(answer.text).not.toContain('127.0.0.1');
    expect([await scene.spent(), scene.proxy.callsOf('submit').length]).toEqual([0, 1]);
  });

  it('may be lost without a second submission, even with retries on', async () => {
    await app.make.option('RetryTimes', 3);
    const other = await startMidjourneyScene(app);
    for (const { proxy } of [scene, other]) proxy.interrupt('submit', faults.dropped);
    await scene.post('/mj/submit/imagine', { prompt: 'a fox' });
    expect(scene.proxy.callsOf('submit').length + other.proxy.callsOf('submit').length).toBe(1);
    await app.make.option('RetryTimes', 0);
    await other.close();
  });
});

describe('speed modes', () => {
  afterEach(() => app.make.option('MjAccountFilterEnabled', false));

  it.each(['fast', 'relax', 'turbo'])('include %s, which is forwarded in the path', async mode => {
    expect((await scene.post(`/mj-${mode}/mj/submit/imagine`, { prompt: 'a fox' })).body.code).toBe(1);
    expect(scene.lastSubmit.path).toBe(`/mj-${mode}/mj/submit/imagine`);
    expect(scene.lastSubmit.body.accountFilter).toBeUndefined();
  });

  it.each(['mj-warp', 'foo', 'mj-'])('do not include %s, which is refused', async mode => {
    expect(await scene.post(`/${mode}/mj/submit/imagine`, { prompt: 'a fox' })).toMatchObject({
      status: 400,
      body: { description: 'invalid acceleration mode', code: 4 },
    });
    expect(scene.proxy.calls).toEqual([]);
  });

  it('have a price of their own where the operator wrote one', async () => {
    const entries = await must(app.root.get<{ key: string; value: string }[]>('/api/option/'));
    const prices = JSON.parse(entries.find(({ key }) => key === 'ModelPrice')?.value ?? '{}');
    await app.make.option('ModelPrice', { ...prices, mj_turbo_imagine: 0.3 });
    await scene.post('/mj-turbo/mj/submit/imagine', { prompt: 'a fox' });
    expect(await scene.spent()).toBe(3 * FULL);
    await scene.post('/mj-relax/mj/submit/imagine', { prompt: 'a fox' });
    expect(await scene.spent()).toBe(4 * FULL);
    await app.make.option('ModelPrice', prices);
  });

  it.each(['empty', 'html'] as const)('fall back once to the plain path where the proxy has none (%s)', async page => {
    await app.make.option('MjAccountFilterEnabled', true);
    scene.proxy.knowsModes = false;
    scene.proxy.unknownPath = page;
    const fast = () => scene.post('/mj-fast/mj/submit/imagine', { prompt: 'a fox' });
    expect((await fast()).body.code).toBe(1);
    expect((await fast()).body.code).toBe(1);
    expect(scene.proxy.calls.map(({ path }) => path)).toEqual([
      '/mj-fast/mj/submit/imagine',
      '/mj/submit/imagine',
      '/mj/submit/imagine',
    ]);
    expect(scene.lastSubmit.body.accountFilter).toEqual({ modes: ['FAST'] });
    expect(await scene.spent()).toBe(2 * FULL);
  });
});

describe('options', () => {
  afterEach(async () => {
    for (const key of ['MjAccountFilterEnabled', 'MjModeClearEnabled', 'MjNotifyEnabled']) {
      await app.make.option(key, false);
    }
    await app.make.option('ServerAddress', '');
  });

  const wants = {
    prompt: 'a fox --turbo --ar 3:2',
    accountFilter: { instanceId: '1118', modes: ['RELAX'] },
    notifyHook: 'https://caller.example/hook',
  };

  it('that are off send neither hook nor account filter', async () => {
    await app.make.option('ServerAddress', 'https://gw.example');
    await scene.post('/mj/submit/imagine', wants);
    expect(scene.lastSubmit.body).toEqual({ prompt: wants.prompt });
    expect((await scene.rows())[0]?.hookUrl).toBe(wants.notifyHook);
  });

  it('that are on clear the prompt, send the filter and name a hook of the gateway, never the caller’s', async () => {
    await app.make.option('ServerAddress', 'https://gw.example');
    for (const key of ['MjAccountFilterEnabled', 'MjModeClearEnabled', 'MjNotifyEnabled']) {
      await app.make.option(key, true);
    }
    await scene.post('/mj/submit/imagine', wants);
    expect(scene.lastSubmit.body).toEqual({
      prompt: 'a fox --ar 3:2',
      accountFilter: wants.accountFilter,
      notifyHook: expect.stringMatching(/^https:\/\/gw\.example\/mj\/notify\/\w{40}$/),
    });
    expect((await scene.post('/mj/submit/imagine', { prompt: '--fast' })).body.description).toBe('prompt_is_required');
  });
});

it('every button has its name and its price', async () => {
  const grid = await scene.drawn();
  const prices: Record<string, readonly [string, number]> = {
    [button('upsample::2')]: ['mj_upscale', HALF],
    [button('variation::3')]: ['mj_variation', FULL],
    [button('reroll')]: ['mj_reroll', FULL],
    [button('high_variation')]: ['mj_high_variation', FULL],
    [button('low_variation')]: ['mj_low_variation', FULL],
    [`MJ::JOB::pan_left::1::${IMAGE_UUID}::SOLO`]: ['mj_pan', FULL],
    [`MJ::Outpaint::50::1::${IMAGE_UUID}::SOLO`]: ['mj_zoom', FULL],
    [`MJ::CustomZoom::${IMAGE_UUID}`]: ['mj_custom_zoom', 0],
    [button('Inpaint')]: ['mj_inpaint', 0],
    [`MJ::JOB::animate_low::1::${IMAGE_UUID}::SOLO`]: ['mj_video', 400_000],
  };
  let spent = await scene.spent();
  for (const [customId, [model, units]] of Object.entries(prices)) {
    const { body } = await scene.post('/mj/submit/action', { taskId: grid, customId });
    expect([customId, body.code]).toEqual([customId, units === 0 ? 21 : 1]);
    expect((await scene.rows()).at(-1)).toMatchObject({ modelName: model, quota: units });
    spent += units;
    expect([customId, await scene.spent()]).toEqual([customId, spent]);
  }
  expect(MIDJOURNEY_MODELS.split(',')).toEqual(expect.arrayContaining(Object.values(prices).map(([model]) => model)));
});
