import { FULL, INPAINT, SECRET, startMidjourneyScene, type MidjourneyScene } from '../support/scenes/midjourney-scene';
import { must } from '../support/clients/factories';
import { faults, json } from '../support/fakes/task-upstreams';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
let scene: MidjourneyScene;

beforeAll(async () => (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => (scene = await startMidjourneyScene(app)));
afterEach(async () => {
  await scene.close();
  expect((await app.verifyLedger()).differences).toEqual([]);
});

function cancel(id: string, prefix = '/mj', headers = scene.auth) {
  return scene.post(`${prefix}/task/${id}/cancel`, {}, headers);
}

async function refundsOf(id: string) {
  return (await scene.logs(4)).filter(({ content }) => content.includes(id));
}

describe('an image task that its owner cancels', () => {
  it.each(['/mj', '/mj-fast/mj', '/mj-relax/mj', '/mj-turbo/mj'])(
    'ends at once under %s, and its price is paid back',
    async prefix => {
      const id = await scene.imagine();
      await scene.fetch(id);
      expect(await cancel(id, prefix)).toMatchObject({ status: 200, body: { code: 1, description: 'cancelled' } });
      expect(scene.proxy.callsOf('cancel')).toMatchObject([
        { path: `/mj/task/${id}/cancel`, headers: { 'mj-api-secret': SECRET } },
      ]);
      expect(await scene.rows()).toMatchObject([{ status: 'FAILURE', isOpen: false, isRefunded: true }]);
      expect(await scene.spent()).toBe(0);
      expect(await scene.fetch(id)).toMatchObject({
        status: 'FAILURE',
        progress: '100%',
        failReason: 'the drawing was cancelled',
      });
    },
  );

  it('is refunded once, even when several readers learn of its end at the same moment', async () => {
    await app.make.option('ServerAddress', app.url);
    await app.make.option('MjNotifyEnabled', true);
    const id = await scene.imagine();
    await scene.age({ dueAtMs: 1, askedAtMs: 1 });
    await Promise.all([
      ...Array.from({ length: 6 }, () => cancel(id)),
      scene.round(),
      scene.get(`/mj/task/${id}/fetch`),
    ]);
    await scene.proxy.hooksSettled();
    await scene.round();
    expect([await scene.spent(), (await refundsOf(id)).length]).toEqual([0, 1]);
    await app.make.option('MjNotifyEnabled', false);
    await app.make.option('ServerAddress', '');
  });

  it('ends as well while it waits for a dialog, and had cost nothing', async () => {
    const { body } = await scene.post('/mj/submit/action', { taskId: await scene.drawn(), customId: INPAINT });
    expect((await cancel(body.result)).body.code).toBe(1);
    expect((await scene.rows()).at(-1)).toMatchObject({ action: 'INPAINT', status: 'FAILURE', quota: 0 });
    expect(await scene.spent()).toBe(FULL);
  });

  it('is cancelled with the key with which it was submitted', async () => {
    const keys = { key: 'one\ntwo\nthree', several_keys: true, priority: 50 };
    const several = await startMidjourneyScene(app, { secret: '' }, keys);
    for (let round = 0; round < 6; round++) {
      const id = await several.imagine();
      await several.post(`/mj/task/${id}/cancel`, {});
      expect(several.proxy.callsOf('cancel').at(-1)?.headers['mj-api-secret']).toBe(several.lastSubmit.secret);
    }
    await several.close();
  });
});

describe('no refund happens', () => {
  it('while the upstream accepts the cancel and goes on; its later image is charged', async () => {
    const id = await scene.imagine();
    scene.proxy.refuse('cancel', json({ code: 1, description: 'cancelled' }));
    expect((await cancel(id)).body.code).toBe(1);
    expect(await scene.rows()).toMatchObject([{ isOpen: true, isRefunded: false }]);
    scene.proxy.finish(id);
    await scene.round();
    expect([(await scene.fetch(id)).status, await scene.spent()]).toEqual(['SUCCESS', FULL]);
  });

  it('for an image that was finished before the cancel arrived, and the record shows it', async () => {
    const id = await scene.imagine();
    scene.proxy.finish(id);
    expect(await cancel(id)).toMatchObject({ status: 200, body: { code: 4, description: 'the task has ended' } });
    expect(await scene.rows()).toMatchObject([{ status: 'SUCCESS', isOpen: false }]);
    expect(await scene.spent()).toBe(FULL);
  });

  it.each([
    ['a success', () => scene.drawn(), FULL],
    ['a cancelled one', async () => cancel(await scene.imagine()).then(() => scene.proxy.ids[0] ?? ''), 0],
  ])('for %s, which is over: the upstream gets no call', async (_name, make, spent) => {
    const id = await make();
    const calls = scene.proxy.calls.length;
    expect(await cancel(id)).toMatchObject({
      status: 400,
      body: { description: 'task_has_ended', type: 'upstream_error', code: 4 },
    });
    expect([scene.proxy.calls.length, await scene.spent()]).toEqual([calls, spent]);
  });

  it('for other users, to whom the task does not exist', async () => {
    const id = await scene.imagine();
    const other = await app.make.signedIn({ quota: 10_000_000 });
    const strange = { 'mj-api-secret': (await app.make.token(other)).secret };
    for (const [task, headers] of [
      [id, strange],
      ['nobody', scene.auth],
    ] as const) {
      expect(await cancel(task, '/mj', headers)).toMatchObject({
        status: 400,
        body: { description: 'task_no_found', code: 4 },
      });
    }
    expect((await cancel(id, '/mj', {})).status).toBe(401);
    expect([scene.proxy.callsOf('cancel'), await scene.spent()]).toEqual([[], FULL]);
  });

  it.each([
    ['dropped', faults.dropped, 'do_request_failed'],
    ['empty', faults.empty, 'empty_response_body'],
    ['html', faults.html, 'unmarshal_response_body_failed'],
    ['no such route', json('', { status: 404 }), 'empty_response_body'],
    ['a wrong secret', json('', { status: 401 }), 'do_request_failed'],
  ])('when the response of the upstream is useless: %s', async (_name, fault, description) => {
    const id = await scene.imagine();
    scene.proxy.refuse('cancel', fault);
    expect(await cancel(id)).toMatchObject({ status: 400, body: { description, code: 5 } });
    expect([(await scene.rows())[0]?.isOpen, await scene.spent()]).toEqual([true, FULL]);
  });

  it('before the next round, when only the response was lost', async () => {
    const id = await scene.imagine();
    scene.proxy.interrupt('cancel', faults.dropped);
    expect((await cancel(id)).body.description).toBe('do_request_failed');
    expect(await scene.spent()).toBe(FULL);
    await scene.round();
    expect([await scene.spent(), (await refundsOf(id)).length]).toEqual([0, 1]);
  });

  it('when its channel is disabled or gone, and no other channel gets a call', async () => {
    const id = await scene.imagine();
    const rival = await startMidjourneyScene(app, {}, { priority: 50 });
    await must(app.root.put('/api/channel/', { id: scene.channelId, status: 2 }));
    expect((await cancel(id)).body).toMatchObject({ description: 'the channel of this task is disabled', code: 4 });
    await must(app.root.delete(`/api/channel/${scene.channelId}`));
    expect((await cancel(id)).body).toMatchObject({ description: 'get_channel_info_failed', code: 4 });
    expect([scene.proxy.callsOf('cancel'), rival.proxy.calls, await scene.spent()]).toEqual([[], [], FULL]);
    await rival.close();
    await scene.proxy.close();
    scene = await startMidjourneyScene(app);
  });
});
