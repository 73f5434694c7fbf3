import { apiRootOf, isProvider } from '.';
import { runwayPrices } from './cost';
import { toRunwayRequest } from './from-options';
import { readRunwayApi, readRunwayProxy } from './read-request';
import { readRunwayResponse, readRunwayTask } from './response';

it.each([
  ['https://api.dev.runwayml.com', 'https://api.dev.runwayml.com/v1', true],
  ['https://api.dev.runwayml.com/v1', 'https://api.dev.runwayml.com/v1', true],
  ['https://mirror.example/v1', 'https://mirror.example/v1', true],
  ['https://gateway.example', 'https://gateway.example/runwayml/v1', false],
  ['https://gateway.example/runwayml', 'https://gateway.example/runwayml/v1', false],
  ['https://gateway.example/runwayml/v1', 'https://gateway.example/runwayml/v1', false],
])('the channel address %s gives the root %s', (baseUrl, root, provider) => {
  expect(apiRootOf({ baseUrl })).toBe(root);
  expect(isProvider({ baseUrl })).toBe(provider);
});

describe('a request for Runway', () => {
  const image = (fields: object) =>
    readRunwayApi('image_to_video', { model: 'gen4_turbo', promptImage: 'https://a', ...fields });

  it('has a numeric length, five seconds by default', () => {
    expect(image({}).body.duration).toBe(5);
    expect(image({ duration: '10' }).body.duration).toBe(10);
    expect(readRunwayApi('text_to_video', { model: 'veo3', promptText: 'x' }).body.duration).toBe(8);
    expect(image({ model: 'gen3a_turbo', duration: 10 }).body.duration).toBe(10);
  });

  it.each([
    [{ promptImage: '' }, 'promptImage is required'],
    [{ model: '' }, 'model is required'],
    [{ duration: 'long' }, 'duration'],
    [{ duration: 0 }, 'duration'],
    [{ promptText: 'x'.repeat(1001) }, '1000'],
  ])('%j is refused: %s', (fields, reason) => expect(() => image(fields)).toThrow(reason));

  it('is priced by the second when it has a length', () => {
    expect(runwayPrices(image({ duration: 10 }))).toEqual([{ model: 'gen4_turbo', factor: 2, seconds: 10 }]);
    const aleph = readRunwayApi('video_to_video', { model: 'gen4_aleph', videoUri: 'https://a', duration: 10 });
    expect(runwayPrices(aleph)).toEqual([{ model: 'gen4_aleph', factor: 1 }]);
  });

  it('has five or ten seconds at a reverse proxy', () => {
    expect(readRunwayProxy({ prompt: 'x' })).toMatchObject({ model: 'gen3', body: { options: { seconds: 5 } } });
    expect(() => readRunwayProxy({ prompt: 'x', options: { seconds: 7 } })).toThrow('5 or 10');
    expect(() => readRunwayProxy({})).toThrow('prompt or image');
  });

  it('gets a ratio and a length that the model supports', () => {
    const options = { prompt: 'x', image: '', seconds: 8, size: null, metadata: {} };
    expect(toRunwayRequest({ ...options, model: 'gen3a_turbo' }).fields).toMatchObject({
      duration: 10,
      ratio: '1280:768',
    });
    expect(toRunwayRequest({ ...options, model: 'gen4_turbo' }).fields).toMatchObject({
      duration: 8,
      ratio: '1280:720',
    });
  });
});

describe('a response of Runway', () => {
  it.each([
    [401, { error: 'no' }, true, true],
    [400, { error: 'You do not have enough credits' }, true, true],
    [400, { error: 'bad', issues: [{ message: 'ratio' }] }, false, false],
    [422, {}, false, false],
    [429, {}, true, false],
    [503, {}, true, false],
    [504, {}, false, false],
  ])('%i %j: another channel %s, this one out %s', (status, json, mayRetry, shouldDisableChannel) =>
    expect(readRunwayResponse({ status, json, text: '' }, 'api')).toMatchObject({
      kind: 'refused',
      mayRetry,
      shouldDisableChannel,
    }),
  );

  it('has its status in the body at a proxy', () => {
    const read = (json: unknown) => readRunwayResponse({ status: 200, json, text: '' }, 'proxy');
    expect(read({ code: 200, data: { task_id: 'x' } })).toMatchObject({ kind: 'accepted', upstreamId: 'x' });
    expect(read({ code: 429, msg: 'busy' })).toMatchObject({ kind: 'refused', failureKind: 'busy' });
    expect(read({ code: 200, data: {} })).toMatchObject({ kind: 'refused', mayRetry: false });
  });

  it.each([
    [{ status: 'PENDING' }, { status: 'SUBMITTED', progress: '0%' }],
    [{ status: 'THROTTLED' }, { status: 'QUEUED' }],
    [
      { status: 'RUNNING', progress: 0.429 },
      { status: 'IN_PROGRESS', progress: '42%' },
    ],
    [
      { status: 'RUNNING', progress: 'soon' },
      { status: 'IN_PROGRESS', progress: '0%' },
    ],
    [{ status: 'CANCELLED' }, { status: 'FAILURE' }],
    [{ status: 'FAILED', failure: 'no', failureCode: 'INTERNAL' }, { failReason: 'no (INTERNAL)' }],
    [
      { status: 'FAILED', failureCode: 'INPUT_PREPROCESSING.SAFETY.TEXT.X' },
      { data: { failureCode: 'INPUT_PREPROCESSING.SAFETY.TEXT' } },
    ],
  ])('%j mean %j', (task, report) => expect(readRunwayTask({ id: 'x', ...task }, 'api')).toMatchObject(report));
});
