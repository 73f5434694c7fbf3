import { pixels, optionsFor } from '../../testing/video-options';
import { toCogvideoRequest } from './video-request';
import { cogvideoFacts, readCogvideoTask } from './video-response';

const options = optionsFor('cogvideox-3');

describe('a request for CogVideoX', () => {
  it('has only the fields that the options set', () => {
    expect(toCogvideoRequest(options({}))).toMatchObject({
      action: 'TEXT_TO_VIDEO',
      body: { prompt: 'a boat' },
      prices: [{ model: 'cogvideox-3', factor: 1, seconds: 5 }],
      dropped: [],
    });
    expect(Object.keys(toCogvideoRequest(options({})).body)).toEqual(['prompt']);
  });

  it.each([
    ['cogvideox-3', pixels(1280, 720), '1280x720'],
    ['cogvideox-3', pixels(1792, 1024), '1920x1080'],
    ['cogvideox-3', { width: 9, height: 16, isRatio: true }, '1080x1920'],
    ['cogvideox-3', pixels(3000, 1700), '3840x2160'],
    ['cogvideox-flash', pixels(1280, 720), '1920x1080'],
    ['cogvideox-flash', pixels(720, 480), '720x480'],
    ['cogvideox-2', pixels(1024, 1024), '1024x1024'],
  ])('of %s for %j is made in %s', (model, size, made) => {
    expect(toCogvideoRequest(options({ model, size })).body.size).toBe(made);
  });

  it('is priced by size and length, also when they come in the provider’s own fields', () => {
    const { prices, facts } = toCogvideoRequest(options({ metadata: { duration: 10, size: '1920x1080' } }));
    expect(prices).toEqual([
      { model: 'cogvideox-3_1920x1080_10', factor: 1, seconds: 10 },
      { model: 'cogvideox-3_1920x1080', factor: 2, seconds: 10 },
      { model: 'cogvideox-3', factor: 2, seconds: 10 },
    ]);
    expect(facts).toEqual({ seconds: 10, size: '1920x1080' });
  });

  it.each([
    [{ seconds: 11 }, 'at most 10 seconds'],
    [{ prompt: '' }, 'prompt or image is required'],
    [{ metadata: { duration: 0 } }, 'duration'],
    [{ metadata: { duration: 61 } }, 'duration'],
    [{ metadata: { duration: 5.5 } }, 'duration'],
  ])('%j is refused: %s', (fields, reason) => expect(() => toCogvideoRequest(options(fields))).toThrow(reason));

  it('may have an image without a prompt', () => {
    expect(toCogvideoRequest(options({ prompt: '', image: 'https://a' }))).toMatchObject({ action: 'IMAGE_TO_VIDEO' });
    expect(toCogvideoRequest(options({ metadata: { model: 'x' } })).dropped).toEqual(['metadata.model']);
  });
});

describe('a response of CogVideoX', () => {
  const video = { video_result: [{ url: 'https://f/1.mp4', cover_image_url: 'https://f/1.png' }] };

  it.each([
    [{ task_status: 'PROCESSING' }, 'IN_PROGRESS'],
    [{ task_status: 'SUCCESS', ...video }, 'SUCCESS'],
    [{ task_status: 'FAIL' }, 'FAILURE'],
  ])('%j is %s', (json, status) => expect(readCogvideoTask(json)?.status).toBe(status));

  it.each([
    [{ task_status: 'SUCCESS' }],
    [{ task_status: 'SUCCESS', video_result: [{}] }],
    [{ task_status: 'SUCCESS', video_result: 'https://f' }],
    [{ task_status: 'THINKING' }],
    [{ error: { code: '1302', message: 'slow down' } }],
    [[video]],
    ['SUCCESS'],
    [undefined],
  ])('%j says nothing', json => expect(readCogvideoTask(json)).toBeNull());

  it('gives the reason why a video failed', () => {
    const failed = { task_status: 'FAIL', error: { code: '1301', message: 'unsafe' } };
    expect(readCogvideoTask(failed)?.failReason).toBe('unsafe (1301)');
    expect(readCogvideoTask({ task_status: 'FAIL' })?.failReason).toBe('the video could not be made');
  });

  it('has the address of the video and of its first image', () => {
    expect(cogvideoFacts({ data: video } as never)).toEqual({
      videoUrl: 'https://f/1.mp4',
      thumbnailUrl: 'https://f/1.png',
      expiresAtMs: null,
    });
  });
});
