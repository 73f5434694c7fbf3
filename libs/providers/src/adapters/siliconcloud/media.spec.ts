import { CallRefusal, type Endpoint, type JsonObject } from '@formats';
import { type JsonReading, type UpstreamCall } from '../../contract/upstream';
import { bodySent, testCall, testTarget } from '../../testing/adapter-conformance';
import { siliconcloud } from './index';

function ask(endpoint: Endpoint, fields: JsonObject): UpstreamCall {
  return testCall(fields, { endpoint });
}

function readingOf(call: UpstreamCall): JsonReading {
  const { answer } = siliconcloud.buildRequest(call, testTarget(siliconcloud));
  if (answer?.kind !== 'json') throw new Error('there is no reading');
  return answer;
}

describe('images of type 40 (SiliconCloud)', () => {
  it('are requested with the provider’s names of fields', () => {
    const call = ask('imageGenerations', {
      model: 'Kwai-Kolors/Kolors',
      prompt: 'a cat',
      size: '1024x1024',
      n: 9,
      quality: 'hd',
      response_format: 'b64_json',
      guidance_scale: 7,
    });
    expect(bodySent(siliconcloud, call)).toEqual({
      model: 'Kwai-Kolors/Kolors',
      prompt: 'a cat',
      image_size: '1024x1024',
      batch_size: 4,
      guidance_scale: 7,
    });
    expect(call.dropped.list).toEqual(['n', 'quality', 'response_format']);
  });

  it.each([
    [1, []],
    [2, ['n']],
  ])('of other models are requested one per call: %d', (n, lost) => {
    const call = ask('imageGenerations', { model: 'Qwen/Qwen-Image', prompt: 'x', n, response_format: 'url' });
    expect(bodySent(siliconcloud, call)).toEqual({ model: 'Qwen/Qwen-Image', prompt: 'x' });
    expect(call.dropped.list).toEqual(lost);
  });

  it.each([
    [{ images: [{ url: 'https://p.example/1' }], data: [{ url: 'https://p.example/2' }] }, 'https://p.example/1'],
    [{ data: [{ url: 'https://p.example/2' }, {}] }, 'https://p.example/2'],
  ])('are returned in the OpenAI form: %j', (body, url) => {
    const reading = readingOf(ask('imageGenerations', { model: 'm', prompt: 'x' }));
    expect(reading.convert(body).body).toEqual({ created: 0, data: [{ url }] });
  });
});

describe('speech and transcription of type 40 (SiliconCloud)', () => {
  const model = 'FunAudioLLM/CosyVoice2-0.5B';

  it.each([
    ['alloy', `${model}:alex`],
    ['claire', `${model}:claire`],
    [`${model}:bella`, `${model}:bella`],
    ['speech:mine:abc', 'speech:mine:abc'],
    [undefined, `${model}:alex`],
  ])('turn the voice %s into %s', (voice, expected) => {
    const call = ask('speech', { model, input: 'hi', ...(voice !== undefined && { voice }), instructions: 'low' });
    expect(bodySent(siliconcloud, call)).toEqual({ model, input: 'hi', voice: expected });
    expect(call.dropped.list).toEqual(['instructions']);
  });

  it('refuse formats that the provider does not make', () => {
    expect(() => bodySent(siliconcloud, ask('speech', { model, input: 'x', response_format: 'flac' }))).toThrow(
      CallRefusal,
    );
    const call = ask('transcriptions', { model, response_format: 'srt' });
    expect(() => bodySent(siliconcloud, call)).toThrow(CallRefusal);
  });
});

it('reranks documents of SiliconCloud in the form that callers know, with the tokens that the provider counted', () => {
  const call = ask('rerank', { model: 'm', query: 'q', documents: ['a', 'b'], return_documents: true });
  const results = [
    { index: 1, relevance_score: 0.98, document: { text: 'b' } },
    { index: 0, relevance_score: 0.1, document: null },
  ];
  const tokens = { input_tokens: 20, output_tokens: 0 };
  const { body, usage } = readingOf(call).convert({ id: 'r1', results, meta: { tokens } });
  expect(body).toMatchObject({ id: 'r1', results: [{ index: 1, relevance_score: 0.98 }, { index: 0 }] });
  expect(usage).toMatchObject({ kind: 'reported', usage: { promptTokens: 20, completionTokens: 0 } });
  expect(readingOf(call).convert({ results, tokens }).usage).toEqual(usage);
});
