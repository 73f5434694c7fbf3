import { formOf, generationsOf } from '.';
import { lumaFactor } from './cost';
import { readOfficialLuma, readProxyLuma } from './read-request';
import { readLumaResponse, readLumaTask } from './response';
import { lumaBody } from './write-request';

it.each([
  ['https://api.lumalabs.ai', 'https://api.lumalabs.ai/dream-machine/v1/generations'],
  ['https://api.lumalabs.ai/dream-machine/v1', 'https://api.lumalabs.ai/dream-machine/v1/generations'],
  ['https://mirror.example/dream-machine', 'https://mirror.example/dream-machine/v1/generations'],
  ['https://gateway.example', 'https://gateway.example/luma/generations'],
  ['https://api.lumalabs.ai.evil.example', 'https://api.lumalabs.ai.evil.example/luma/generations'],
])('the channel address %s gives the URL %s', (baseUrl, url) => {
  expect(generationsOf({ baseUrl })).toBe(url);
  expect(formOf({ baseUrl })).toBe(url.includes('dream-machine') ? 'official' : 'proxy');
});

describe('a request for Luma', () => {
  it('is converted from the resellers’ format to the provider’s', () => {
    const request = readProxyLuma({
      user_prompt: 'a kite',
      image_url: 'https://a.example/a.png',
      duration: '5s',
      loop: true,
      odd: 1,
    });
    expect(lumaBody(request, { form: 'official', model: 'ray-2', callbackUrl: 'https://hook' })).toEqual({
      body: {
        model: 'ray-2',
        prompt: 'a kite',
        duration: '5s',
        loop: true,
        keyframes: { frame0: { type: 'image', url: 'https://a.example/a.png' } },
        callback_url: 'https://hook',
      },
      dropped: ['odd'],
    });
  });

  it('is converted from the provider’s format to the resellers’', () => {
    const request = readOfficialLuma('video', { model: 'ray-2', prompt: 'a kite', resolution: '720p', extra: true });
    expect(lumaBody(request, { form: 'proxy', model: 'ray-v2', callbackUrl: null })).toEqual({
      body: { model_name: 'ray-v2', user_prompt: 'a kite', resolution: '720p' },
      dropped: ['extra'],
    });
  });

  it.each([
    [{ prompt: 'a kite' }, 'model is required'],
    [{ model: 'ray-2' }, 'prompt is required'],
    [{ model: 'ray-2', prompt: 'ab' }, 'at least 3'],
    [{ model: 'ray-2', prompt: 'a kite', duration: 'long' }, 'duration'],
    [{ model: 'ray-2', keyframes: { frame0: { type: 'image', url: 'data:image/png;base64,A' } } }, 'http or https'],
    [{ model: 'ray-2', keyframes: { frame0: { type: 'video' } } }, 'keyframe'],
    [{ model: 'ray-2', prompt: 'a kite', loop: 'yes' }, 'loop'],
  ])('%j is refused: %s', (fields, reason) => expect(() => readOfficialLuma('video', fields)).toThrow(reason));
});

it.each([
  [{}, 1],
  [{ resolution: '540p' }, 0.56],
  [{ resolution: '4K' }, 9],
  [{ duration: '9s' }, 1.8],
  [{ resolution: '1080p', duration: '9s' }, 4.05],
])('%j costs %d times as much', (fields, factor) => {
  expect(lumaFactor(readOfficialLuma('video', { model: 'ray-2', prompt: 'a kite', ...fields }))).toBeCloseTo(factor, 9);
});

describe('a response of Luma', () => {
  it.each([
    [401, { detail: 'Invalid authentication' }, true, true],
    [402, {}, true, true],
    [400, { detail: 'Insufficient credits' }, true, true],
    [400, { detail: 'moderated' }, false, false],
    [422, { detail: [{ loc: ['body', 'prompt'], msg: 'too short' }] }, false, false],
    [429, {}, true, false],
    [503, {}, true, false],
    [504, {}, false, false],
  ])('%i %j: another channel %s, this one out %s', (status, json, mayRetry, shouldDisableChannel) =>
    expect(readLumaResponse({ status, json, text: '' })).toMatchObject({
      kind: 'refused',
      mayRetry,
      shouldDisableChannel,
    }),
  );

  it('names the wrong field', () => {
    const json = { detail: [{ loc: ['body', 'prompt'], msg: 'too short' }] };
    expect(readLumaResponse({ status: 422, json, text: '' }).answer.message).toBe('prompt too short');
  });

  it.each([
    ['pending', 'SUBMITTED'],
    ['queued', 'QUEUED'],
    ['dreaming', 'IN_PROGRESS'],
    ['processing', 'IN_PROGRESS'],
    ['completed', 'SUCCESS'],
    ['failed', 'FAILURE'],
  ])('with %s mean %s', (state, status) => expect(readLumaTask({ id: 'x', state })).toMatchObject({ status }));

  it('gives no report for an unknown state', () => expect(readLumaTask({ id: 'x', state: 'odd' })).toBeNull());
});
