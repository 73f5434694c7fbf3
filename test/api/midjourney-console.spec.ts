import { type ImageTaskView } from '@contracts';
import { Database } from '@platform';
import { TaskEntity } from '@task';
import { must } from '../support/clients/factories';
import { startMidjourneyScene, type MidjourneyScene } from '../support/scenes/midjourney-scene';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
let scene: MidjourneyScene;
let other: MidjourneyScene;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  scene = await startMidjourneyScene(app, {}, { priority: 10 });
  other = await startMidjourneyScene(app);
});
afterEach(async () => {
  await scene.close();
  await other.close();
});

function own(query = '') {
  return must(scene.owner.get<ImageTaskView[]>(`/api/mj/self/?p=0${query}`));
}

function all(query = '') {
  return must(app.admin.get<ImageTaskView[]>(`/api/mj/?p=0${query}`));
}

function idsOf(drawings: readonly ImageTaskView[]) {
  return drawings.map(({ mj_id }) => mj_id);
}

describe('the list of image tasks', () => {
  it('shows the owner everything but the channel, which only administrators see', async () => {
    const id = await scene.drawn('a fox');
    const [mine] = await own();
    expect(mine).toMatchObject({
      code: 1,
      user_id: scene.owner.user?.id,
      action: 'IMAGINE',
      mj_id: id,
      prompt: 'a fox',
      prompt_en: 'a fox',
      description: '/imagine a fox',
      state: '',
      status: 'SUCCESS',
      progress: '100%',
      fail_reason: '',
      channel_id: 0,
      quota: 50_000,
      properties: JSON.stringify({ finalPrompt: 'a fox', finalZhPrompt: '' }),
    });
    expect(JSON.parse(mine?.buttons ?? '')).toHaveLength(9);
    expect(mine?.submit_time).toBeGreaterThan(1e12);
    expect(mine?.finish_time).toBeGreaterThanOrEqual(mine?.start_time ?? Infinity);
    const [seen] = await all(`&mj_id=${id}`);
    expect(seen).toEqual({ ...mine, channel_id: scene.channelId });
  });

  it('shows images under an address that opens in the console', async () => {
    scene.allowLocalImages(true);
    await scene.drawn();
    const waiting = await scene.imagine();
    const drawings = await own();
    const addresses = Object.fromEntries(drawings.map(({ mj_id, image_url }) => [mj_id, image_url]));
    expect(addresses[waiting]).toBe('');
    const address = drawings.find(({ status }) => status === 'SUCCESS')?.image_url ?? '';
    expect(address).toMatch(/^\/mj\/image\//);
    expect((await fetch(app.url + address)).status).toBe(200);
    expect(JSON.stringify(drawings)).not.toContain(scene.proxy.files.url);
  });

  it('shows every video of a video task once, under an address that plays in the console', async () => {
    scene.allowLocalImages(true);
    const { body } = await scene.post('/mj/submit/video', { prompt: 'a wave', motion: 'low' });
    const waiting = await own();
    expect(waiting[0]?.video_urls).toEqual([]);
    scene.proxy.finish(body.result);
    await scene.fetch(body.result);
    const drawings = await own();
    const [{ video_urls: videos, image_url: preview } = { video_urls: [], image_url: '' }] = drawings;
    expect(videos).toHaveLength(4);
    expect(new Set(videos).size).toBe(4);
    for (const video of videos) {
      expect(video).toMatch(/^\/mj\/image\//);
      const answer = await fetch(app.url + video, { headers: { range: 'bytes=0-3' } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    }
    expect((await fetch(app.url + preview)).headers.get('content-type')).toBe('image/png');
    expect(JSON.stringify(drawings)).not.toContain(scene.proxy.files.url);
  });

  it.each([
    ['a single one', { videoUrl: 'https://cdn.example/0.mp4', videoUrls: undefined }, ['https://cdn.example/0.mp4']],
    [
      'bare addresses',
      { videoUrl: undefined, videoUrls: ['https://cdn.example/0.mp4', '', 'https://cdn.example/1.mp4'] },
      ['https://cdn.example/0.mp4', 'https://cdn.example/1.mp4'],
    ],
    ['nonsense', { videoUrl: 7, videoUrls: { url: 'https://cdn.example/0.mp4' } }, []],
    ['no addresses', { videoUrl: 'javascript:alert(1)', videoUrls: [{ url: null }, null] }, []],
  ])('reads videos that a fork sends as %s', async (_name, received, videos) => {
    await app.make.option('MjForwardUrlEnabled', false);
    const { body } = await scene.post('/mj/submit/video', { prompt: 'a wave', motion: 'low' });
    scene.proxy.finish(body.result, received as object);
    await scene.fetch(body.result);
    expect((await own())[0]?.video_urls).toEqual(videos);
    await app.make.option('MjForwardUrlEnabled', true);
  });

  it('shows no videos of an image', async () => {
    await scene.drawn();
    expect((await own())[0]?.video_urls).toEqual([]);
  });

  it('holds refused tasks with their reason and code', async () => {
    scene.proxy.next({ code: 24, description: 'may contain sensitive words' });
    await scene.post('/mj/submit/imagine', { prompt: 'a fox' });
    expect(await own()).toMatchObject([
      {
        code: 24,
        status: 'FAILURE',
        progress: '100%',
        fail_reason: 'may contain sensitive words',
        quota: 0,
        mj_id: '',
      },
    ]);
  });

  it('is filtered by id, time and channel', async () => {
    const ids = [await scene.imagine('1'), await scene.imagine('2'), await scene.imagine('3')];
    const rows = await scene.rows();
    for (const [at, row] of rows.entries()) await submittedAt(row.id, 1000 * (at + 1));
    expect(idsOf(await own(`&mj_id=${ids[1]}`))).toEqual([ids[1]]);
    expect(await own('&mj_id=nobody')).toEqual([]);
    expect(idsOf(await own('&start_timestamp=2000'))).toEqual([ids[2], ids[1]]);
    expect(idsOf(await own('&end_timestamp=2000'))).toEqual([ids[1], ids[0]]);
    expect(idsOf(await own('&start_timestamp=1001&end_timestamp=2999'))).toEqual([ids[1]]);
    expect(idsOf(await own('&start_timestamp=nonsense&end_timestamp=-5'))).toHaveLength(3);
    await must(app.root.put('/api/channel/', { id: scene.channelId, priority: -10 }));
    await other.imagine('elsewhere');
    expect(idsOf(await all(`&channel_id=${scene.channelId}`))).toEqual([...ids].reverse());
    expect(await all('&channel_id=999999')).toEqual([]);
    // Users cannot filter by channel.
    expect(await own('&channel_id=999999')).toHaveLength(3);
  });

  it('comes in pages of ten, newest first', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 12; at++) ids.push(await scene.imagine(`fox ${at}`));
    const second = await must(scene.owner.get<ImageTaskView[]>('/api/mj/self/?p=1'));
    expect([...idsOf(await own()), ...idsOf(second)]).toEqual(ids.reverse());
    expect(second).toHaveLength(2);
  });

  it('does not show users the image tasks of others', async () => {
    const id = await scene.imagine();
    expect(await must(other.owner.get('/api/mj/self/'))).toEqual([]);
    expect(await must(other.owner.get(`/api/mj/self/?mj_id=${id}&user_id=${scene.owner.user?.id}`))).toEqual([]);
    expect((await other.owner.get('/api/mj/')).body).toMatchObject({ success: false });
  });

  async function submittedAt(id: number, submitTimeMs: number): Promise<void> {
    await app.nest.get(Database).writer.getRepository(TaskEntity).update({ id }, { submitTimeMs });
  }
});
