import { decode } from 'jsonwebtoken';
import { addressOf } from '.';
import { klingModels, klingPrices } from './cost';
import { readKlingRequest } from './request';
import { readKlingResponse } from './response';
import { keyPairOf, klingToken } from './token';

const FACTORS = { mode: { std: 1, pro: 3.5 }, durationSeconds: { '5': 1, '10': 2 } };

describe('the token of Kling', () => {
  // Signed without this code, by Kling's page on authentication: HS256 over its three claims.
  const TOKEN =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJrbGluZ1Rlc3RBY2Nlc3NLZXkwMSIsImV4cCI6MTcwMDAwMTgwMCwibmJmIjoxNjk5OTk5OTk1fQ.-hzBixcLhgHa79HTtiE0dBy3VyJyXwWEwSXec7fHISU';

  it('is exactly that of the worked example', () => {
    const token = klingToken('klingTestAccessKey01', 'klingTestSecretKey01', 1_700_000_000);
    expect(token).toBe(TOKEN);
    expect(decode(token)).toEqual({ iss: 'klingTestAccessKey01', exp: 1_700_001_800, nbf: 1_699_999_995 });
  });

  it.each([
    ['a|b', { accessKey: 'a', secretKey: 'b' }],
    [' a | b ', { accessKey: 'a', secretKey: 'b' }],
    ['sk-abc', null],
    ['a|', null],
    ['a|b|c', null],
  ])('of %s is made of %j', (key, pair) => expect(keyPairOf(key)).toEqual(pair));
});

it.each([
  ['https://api.klingai.com', 'a|b', 'https://api.klingai.com/v1/x'],
  ['https://api.klingai.com/v1', 'a|b', 'https://api.klingai.com/v1/x'],
  ['https://gateway.example', 'sk-1', 'https://gateway.example/kling/v1/x'],
  ['https://gateway.example/kling', 'sk-1', 'https://gateway.example/kling/v1/x'],
])('%s with the key %s is asked at %s', (baseUrl, key, url) => expect(addressOf({ baseUrl, key }, '/v1/x')).toBe(url));

describe('a request for Kling', () => {
  it('has a default model, mode and length', () => {
    const request = readKlingRequest('text2video', { prompt: 'x' });
    expect(request).toMatchObject({ model: 'kling-v1', mode: 'std', seconds: 5 });
    expect(request.body).toEqual({ model_name: 'kling-v1', prompt: 'x', duration: '5' });
  });

  it('may have any length from 3 to 15 seconds for models of the third generation', () => {
    const of = (duration: unknown) => readKlingRequest('text2video', { model: 'kling-v3', prompt: 'x', duration });
    expect(of(3).body.duration).toBe('3');
    expect(of('15').seconds).toBe(15);
    for (const wrong of [2, 16, '5.5', 'long']) expect(() => of(wrong)).toThrow('duration');
  });

  it('may have a prompt of at most 2500 characters', () => {
    expect(readKlingRequest('text2video', { prompt: 'x'.repeat(2500) }).body.prompt).toHaveLength(2500);
    expect(() => readKlingRequest('text2video', { prompt: 'x'.repeat(2501) })).toThrow('2500');
  });

  it('finds the continued video in any of its fields', () => {
    expect(readKlingRequest('video-extend', { video_id: 'v' }).videoId).toBe('v');
    expect(readKlingRequest('lip-sync', { input: { video_id: 'w' } }).videoId).toBe('w');
  });

  it('removes the prefix of data addresses from images at any depth', () => {
    const { body } = readKlingRequest('multi-image2video', { image_list: [{ image: 'data:image/png;base64,AAAA' }] });
    expect(body.image_list).toEqual([{ image: 'AAAA' }]);
  });
});

describe('a price for Kling', () => {
  const prices = (fields: object) =>
    klingPrices(readKlingRequest('text2video', { prompt: 'x', ...fields }), FACTORS).map(({ model, factor }) => [
      model,
      factor,
    ]);

  it('is that of the combination, else that of the model, else the general one', () => {
    expect(prices({ mode: 'pro', duration: '10' })).toEqual([
      ['kling-video_kling-v1_pro_10', 1],
      ['kling-v1', 7],
      ['kling-video', 7],
    ]);
  });

  it('is per second for a length in between', () => {
    expect(prices({ model: 'kling-v3', duration: '15' })[1]).toEqual(['kling-v3', 3]);
  });

  it('ignores the mode for a model without modes', () => {
    expect(prices({ model: 'kling-v2-master', mode: 'pro' })[1]).toEqual(['kling-v2-master', 1]);
  });

  it('follows the inner fields of an effect', () => {
    const request = readKlingRequest('effects', { effect_scene: 'hug', input: { mode: 'pro', duration: 10 } });
    expect(klingPrices(request, FACTORS)).toEqual([{ model: 'kling-effects', factor: 7, seconds: 35 }]);
    expect(request.body).toEqual({ effect_scene: 'hug', input: { mode: 'pro', duration: '10' } });
  });

  it('has a name of its own for any other class', () => {
    const request = readKlingRequest('effects', { input: { model_name: 'kling-v1-6' } });
    expect(klingPrices(request, FACTORS)).toEqual([
      { model: 'kling-effects_kling-v1-6', factor: 1, seconds: 5 },
      { model: 'kling-effects', factor: 1, seconds: 5 },
    ]);
    expect(klingModels(request)).toEqual(['kling-v1-6', 'kling-effects', 'kling-video']);
  });
});

describe('a refusal of Kling', () => {
  const refusal = (status: number, code: number) =>
    readKlingResponse({ status, text: '', json: { code, message: 'the account has 3 CNY', request_id: 'r' } });

  it.each([
    [401, 1002, true, true],
    [401, 1004, true, false],
    [429, 1101, true, true],
    [429, 1102, true, true],
    [403, 1103, true, false],
    [400, 1201, false, false],
    [404, 1203, false, false],
    [400, 1301, false, false],
    [429, 1302, true, false],
    [429, 1303, true, false],
    [429, 1304, true, true],
    [500, 5000, true, false],
    [504, 5002, false, false],
  ])('%i with %i: another channel %s, this one out %s', (status, code, mayRetry, shouldDisableChannel) => {
    expect(refusal(status, code)).toMatchObject({ kind: 'refused', mayRetry, shouldDisableChannel });
  });

  it('about the account reveals nothing of it to the caller, and is not a 401', () => {
    const { answer } = refusal(401, 1002);
    expect(answer.status).toBe(502);
    expect(JSON.stringify(answer)).not.toContain('CNY');
  });

  it.each([
    [200, {}],
    [200, null],
    [200, [1]],
    [200, { code: 0 }],
    [200, { code: 0, data: { task_id: {} } }],
    [502, null],
  ])('that is none, %i %j, may have been accepted', (status, json) =>
    expect(readKlingResponse({ status, text: '', json })).toMatchObject({ kind: 'refused', mayRetry: false }),
  );
});
