import { pixels, optionsFor } from '../../testing/video-options';
import { toHailuoRequest } from './video-request';
import { addressIn, fileIdIn, hailuoFacts, isUnknownHailuo, readHailuoTask } from './video-response';

const MODEL = 'MiniMax-Hailuo-2.3';
const IMAGE = 'https://a.example/a.png';
const options = optionsFor(MODEL);

describe('a request for Hailuo', () => {
  it('always has a size and a length', () => {
    expect(toHailuoRequest(options({}))).toMatchObject({
      action: 'TEXT_TO_VIDEO',
      body: { prompt: 'a boat', resolution: '768P', duration: 6 },
      dropped: [],
    });
  });

  it.each([
    [{ size: pixels(1280, 720) }, '768P', []],
    [{ size: pixels(1920, 1080) }, '1080P', []],
    [{ size: pixels(854, 480) }, '768P', []],
    [{ size: pixels(720, 1280) }, '768P', ['size']],
    [{ size: pixels(720, 1280), image: IMAGE }, '768P', []],
    [{ size: { width: 1, height: 1, isRatio: true }, image: IMAGE }, '768P', ['size']],
    [{ size: pixels(854, 480), image: IMAGE, model: 'MiniMax-Hailuo-02' }, '512P', []],
    [{ size: pixels(854, 480), model: 'MiniMax-Hailuo-02' }, '768P', []],
    [{ size: pixels(1280, 720), metadata: { resolution: '1080p' } }, '1080p', []],
  ])('for %j is made in %s, and tells what it could not say: %j', (fields, resolution, dropped) => {
    const request = toHailuoRequest(options(fields));
    expect(request.body.resolution).toBe(resolution);
    expect(request.dropped).toEqual(dropped);
  });

  it('has neither for a model of the first generation', () => {
    expect(toHailuoRequest(options({ model: 'T2V-01', seconds: 4, size: pixels(1280, 720) }))).toMatchObject({
      body: { prompt: 'a boat' },
      prices: [{ model: 'T2V-01', factor: 1, seconds: 6 }],
      dropped: ['size'],
    });
    expect(toHailuoRequest(options({ model: 'S2V-01', image: IMAGE })).body).toEqual({
      prompt: 'a boat',
      subject_reference: [{ type: 'character', image: [IMAGE] }],
    });
  });

  it('is priced by size and length, also when they come in the provider’s own fields', () => {
    expect(toHailuoRequest(options({ seconds: 8 })).prices).toEqual([
      { model: `${MODEL}_768P_10`, factor: 1, seconds: 10 },
      { model: `${MODEL}_768P`, factor: 10 / 6, seconds: 10 },
      { model: MODEL, factor: 10 / 6, seconds: 10 },
    ]);
    expect(toHailuoRequest(options({ metadata: { duration: 10 } })).prices.at(-1)).toEqual({
      model: MODEL,
      factor: 10 / 6,
      seconds: 10,
    });
  });

  it.each([
    [{ seconds: 11 }, 'at most 10 seconds'],
    [{ seconds: 7, size: pixels(1920, 1080) }, 'at most 6 seconds'],
    [{ seconds: 7, metadata: { resolution: '1080P' } }, 'at most 6 seconds'],
    [{ seconds: 7, model: 'T2V-01' }, 'at most 6 seconds'],
    [{ model: 'I2V-01-live' }, 'needs an image'],
    [{ model: 'S2V-01' }, 'needs an image'],
    [{ model: 'MiniMax-Hailuo-2.3-Fast' }, 'needs an image'],
    [{ model: 'T2V-01-Director', image: IMAGE }, 'no videos from an image'],
    [{ prompt: '' }, 'prompt or image is required'],
    [{ metadata: { duration: 'long' } }, 'duration'],
  ])('%j is refused: %s', (fields, reason) => expect(() => toHailuoRequest(options(fields))).toThrow(reason));

  it('may have its images in the provider’s own fields', () => {
    const request = toHailuoRequest(options({ model: 'I2V-01', metadata: { first_frame_image: IMAGE, model: 'x' } }));
    expect(request).toMatchObject({
      action: 'IMAGE_TO_VIDEO',
      body: { first_frame_image: IMAGE },
      dropped: ['metadata.model'],
    });
  });
});

describe('a response of Hailuo', () => {
  const good = { status_code: 0, status_msg: 'success' };
  const done = { task_id: '1', status: 'Success', file_id: '9', base_resp: good };
  const file = { file_id: 9, download_url: 'https://f/9.mp4' };

  it.each([
    [{ status: 'Preparing' }, 'QUEUED'],
    [{ status: 'Queueing' }, 'QUEUED'],
    [{ status: 'Processing' }, 'IN_PROGRESS'],
    [{ ...done, file }, 'SUCCESS'],
    [{ status: 'Fail' }, 'FAILURE'],
    [{ base_resp: { status_code: 1027, status_msg: 'sensitive' } }, 'FAILURE'],
  ])('%j is %s', (json, status) => expect(readHailuoTask({ base_resp: good, ...json })?.status).toBe(status));

  it.each([
    [done],
    [{ ...done, file: {} }],
    [{ ...done, file, base_resp: { status_code: 1000, status_msg: 'unknown' } }],
    [{ status: 'Polishing', base_resp: good }],
    [{ base_resp: { status_code: 1004, status_msg: 'login fail' } }],
    [[done]],
    ['Success'],
    [undefined],
  ])('%j says nothing', json => expect(readHailuoTask(json)).toBeNull());

  it('gives the reason why a video failed', () => {
    const failed = { status: 'Fail', base_resp: { status_code: 1026, status_msg: 'sensitive' } };
    expect(readHailuoTask(failed)?.failReason).toBe('sensitive (1026)');
    expect(readHailuoTask({ status: 'Fail', base_resp: good })?.failReason).toBe('the video could not be made');
  });

  it('has a file id only when the video is finished', () => {
    expect(fileIdIn(done)).toBe('9');
    expect(fileIdIn({ ...done, status: 'Processing' })).toBe('');
    expect(addressIn({ file, base_resp: { status_code: 2013, status_msg: 'no' } })).toBe('');
    expect(isUnknownHailuo({ base_resp: { status_code: 2013, status_msg: 'no task' } })).toBe(true);
    expect(isUnknownHailuo(done)).toBe(false);
  });

  it('has an address that expires after an hour', () => {
    const row = { status: 'SUCCESS', finishTimeMs: 1_000, data: { ...done, file } };
    expect(hailuoFacts(row as never)).toEqual({
      videoUrl: 'https://f/9.mp4',
      thumbnailUrl: '',
      expiresAtMs: 3_601_000,
    });
    expect(hailuoFacts({ ...row, data: {} } as never).expiresAtMs).toBeNull();
  });
});
