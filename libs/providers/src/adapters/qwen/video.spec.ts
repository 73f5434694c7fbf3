import { pixels, optionsFor } from '../../testing/video-options';
import { toWanRequest } from './video-request';
import { isUnknownWan, readWanTask, wanFacts } from './video-response';

const IMAGE = 'https://a.example/a.png';
const options = optionsFor('wan2.6-t2v');

describe('a request for Wan', () => {
  it('always has a size and a length', () => {
    expect(toWanRequest(options({}))).toEqual({
      action: 'TEXT_TO_VIDEO',
      body: { input: { prompt: 'a boat' }, parameters: { size: '1280*720', duration: 5 } },
      prices: [
        { model: 'wan2.6-t2v_720P_5', factor: 1, seconds: 5 },
        { model: 'wan2.6-t2v_720P', factor: 1, seconds: 5 },
        { model: 'wan2.6-t2v', factor: 1, seconds: 5 },
      ],
      facts: { seconds: 5, size: '1280x720' },
      dropped: [],
    });
    expect(toWanRequest(options({ model: 'wan2.6-i2v-flash', image: IMAGE })).body).toEqual({
      input: { prompt: 'a boat', img_url: IMAGE },
      parameters: { resolution: '720P', duration: 5 },
    });
  });

  it.each([
    ['wan2.6-t2v', pixels(1792, 1024), '1920*1080'],
    ['wan2.6-t2v', pixels(854, 480), '1280*720'],
    ['wan2.5-t2v-preview', pixels(854, 480), '832*480'],
    ['wan2.6-t2v', { width: 9, height: 16, isRatio: true }, '720*1280'],
    ['wan2.2-t2v-plus', null, '1920*1080'],
    ['wan2.2-t2v-plus', pixels(1280, 720), '1920*1080'],
    ['wanx2.1-t2v-turbo', pixels(1920, 1080), '1280*720'],
    ['wanx2.1-t2v-plus', pixels(1024, 1024), '960*960'],
  ])('%s for %j is made in %s', (model, size, made) => {
    expect(toWanRequest(options({ model, size })).body.parameters).toMatchObject({ size: made });
  });

  it.each([
    ['wan2.6-i2v', pixels(1080, 1920), '1080P', []],
    ['wanx2.1-i2v-turbo', pixels(832, 480), '480P', []],
    ['wan2.6-i2v', { width: 1, height: 1, isRatio: true }, '720P', ['size']],
  ])('%s for %j takes its form from the image, and %s', (model, size, resolution, dropped) => {
    const request = toWanRequest(options({ model, size, image: IMAGE }));
    expect(request.body.parameters).toMatchObject({ resolution });
    expect(request.dropped).toEqual(dropped);
  });

  it('has no length for a model with one fixed length', () => {
    expect(toWanRequest(options({ model: 'wanx2.1-t2v-turbo', seconds: 4 }))).toMatchObject({
      body: { parameters: { size: '1280*720' } },
      facts: { seconds: 5 },
    });
    expect(toWanRequest(options({ model: 'wan2.2-t2v-plus' })).body.parameters).not.toHaveProperty('duration');
  });

  it('is priced by size and length, also when they come in the provider’s own fields', () => {
    const metadata = { parameters: { duration: 10, size: '1080*1920' } };
    expect(toWanRequest(options({ metadata })).prices).toEqual([
      { model: 'wan2.6-t2v_1080P_10', factor: 1, seconds: 10 },
      { model: 'wan2.6-t2v_1080P', factor: 2, seconds: 10 },
      { model: 'wan2.6-t2v', factor: 2, seconds: 10 },
    ]);
    const flat = toWanRequest(options({ model: 'wan2.6-i2v', image: IMAGE, metadata: { resolution: '1080p' } }));
    expect(flat.prices[0]).toEqual({ model: 'wan2.6-i2v_1080P_5', factor: 1, seconds: 5 });
  });

  it('has the provider’s own fields in their places', () => {
    const metadata = { negative_prompt: 'people', seed: 1, input: { audio_url: 'https://s' }, model: 'x' };
    expect(toWanRequest(options({ metadata }))).toMatchObject({
      body: {
        input: { prompt: 'a boat', negative_prompt: 'people', audio_url: 'https://s' },
        parameters: { seed: 1 },
      },
      dropped: ['metadata.model'],
    });
  });

  it.each([
    [{ seconds: 16 }, 'at most 15 seconds'],
    [{ model: 'wan2.5-t2v-preview', seconds: 11 }, 'at most 10 seconds'],
    [{ model: 'wan2.6-i2v' }, 'needs an image'],
    [{ image: IMAGE }, 'no videos from an image'],
    [{ prompt: '' }, 'prompt is required'],
    [{ metadata: { size: 'large' } }, 'size must be written'],
    [{ metadata: { duration: -5 } }, 'duration'],
  ])('%j is refused: %s', (fields, reason) => expect(() => toWanRequest(options(fields))).toThrow(reason));
});

describe('a response of Wan', () => {
  const task = (output: object) => ({ request_id: 'r', output: { task_id: '1', ...output } });

  it.each([
    [{ task_status: 'PENDING' }, 'QUEUED'],
    [{ task_status: 'SUSPENDED' }, 'QUEUED'],
    [{ task_status: 'RUNNING' }, 'IN_PROGRESS'],
    [{ task_status: 'SUCCEEDED', video_url: 'https://f/1.mp4' }, 'SUCCESS'],
    [{ task_status: 'FAILED' }, 'FAILURE'],
    [{ task_status: 'CANCELED' }, 'FAILURE'],
  ])('%j is %s', (output, status) => expect(readWanTask(task(output))?.status).toBe(status));

  it.each([
    [task({ task_status: 'SUCCEEDED' })],
    [task({ task_status: 'SUCCEEDED', video_url: ['https://f'] })],
    [task({ task_status: 'UNKNOWN' })],
    [task({ task_status: 'DREAMING' })],
    [{ code: 'Throttling', message: 'slow down' }],
    [{ output: [] }],
    ['SUCCEEDED'],
    [undefined],
  ])('%j says nothing', json => expect(readWanTask(json)).toBeNull());

  it('gives the reason why a video failed', () => {
    const failed = task({ task_status: 'FAILED', code: 'DataInspectionFailed', message: 'unsafe' });
    expect(readWanTask(failed)?.failReason).toBe('unsafe (DataInspectionFailed)');
    expect(readWanTask(task({ task_status: 'CANCELED' }))?.failReason).toBe('the task was cancelled');
  });

  it('about an unknown task differs from one with an unknown state', () => {
    expect(isUnknownWan(task({ task_status: 'UNKNOWN' }))).toBe(true);
    expect(isUnknownWan(task({ task_status: 'DREAMING' }))).toBe(false);
    expect(isUnknownWan('UNKNOWN')).toBe(false);
  });

  it('has an address that expires after a day', () => {
    const data = task({ video_url: 'https://f/1.mp4' });
    expect(wanFacts({ status: 'SUCCESS', finishTimeMs: 1_000, data } as never)).toEqual({
      videoUrl: 'https://f/1.mp4',
      thumbnailUrl: '',
      expiresAtMs: 86_401_000,
    });
  });
});
