import { CallRefusal, type JsonObject, at } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type UpstreamCall } from '../../contract/upstream';
import { CANARY_KEY, bodySent, testCall, testTarget } from '../../testing/adapter-conformance';
import { namedModel } from './models';
import { gemini, geminiBody } from './index';

const messages = [{ role: 'user', content: 'hi' }];
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
const HOST = 'https://generativelanguage.googleapis.com';

function native(fields: JsonObject, changes: Partial<UpstreamCall> = {}): UpstreamCall {
  return testCall(fields, { format: 'gemini', model: 'gemini-2.5-flash', ...changes });
}

function sentNatively(fields: JsonObject, changes: Partial<UpstreamCall> = {}): JsonObject {
  return bodySent(gemini, native(fields, changes));
}

describe('addresses of type 24 (Gemini)', () => {
  const urlOf = (model: string, target = {}, isStream = false): string =>
    gemini.buildRequest(testCall({ model, messages }, { isStream }), testTarget(gemini, { baseUrl: '', ...target }))
      .url;

  it.each([
    ['gemini-2.5-flash', {}, false, `${HOST}/v1beta/models/gemini-2.5-flash:generateContent`],
    ['gemini-2.5-flash', {}, true, `${HOST}/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse`],
    ['gemini-2.5-flash', { other: 'v1' }, false, `${HOST}/v1/models/gemini-2.5-flash:generateContent`],
    ['gemini-2.5-flash', { other: '../odd' }, false, `${HOST}/v1beta/models/gemini-2.5-flash:generateContent`],
    ['models/gemini-2.5-flash', {}, false, `${HOST}/v1beta/models/gemini-2.5-flash:generateContent`],
    ['tunedModels/mine-1', {}, false, `${HOST}/v1beta/tunedModels/mine-1:generateContent`],
    ['../../evil?x', {}, false, `${HOST}/v1beta/models/..%2F..%2Fevil%3Fx:generateContent`],
    ['m', { baseUrl: 'https://x.example/p/v1beta/' }, false, 'https://x.example/p/v1beta/models/m:generateContent'],
    ['gemini-2.5-flash-thinking', {}, false, `${HOST}/v1beta/models/gemini-2.5-flash:generateContent`],
  ])('are built for %s with %j, stream %s', (model, target, isStream, url) => {
    expect(urlOf(model, target, isStream)).toBe(url);
  });

  it('must begin with http', () => {
    expect(() => urlOf('m', { baseUrl: 'file:///etc/passwd' })).toThrow(ChannelAddressError);
  });

  it('are used with the key in a header and no header of the caller', () => {
    const call = testCall({ model: 'm', messages }, { isStream: true, callerHeaders: { 'anthropic-beta': 'x' } });
    expect(gemini.buildRequest(call, testTarget(gemini)).headers).toEqual({
      'x-goog-api-key': CANARY_KEY,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
    });
  });
});

describe('a chat in the Gemini format', () => {
  it('passes as its bytes, and so does the answer', () => {
    const call = native({ contents, labels: { a: 'b' }, safetySettings: [] });
    const request = gemini.buildRequest(call, testTarget(gemini));
    expect(request.body).toBe(call.body);
    expect(request.answer).toBeUndefined();
    expect(call.dropped.isEmpty).toBe(true);
  });

  it('does not name the model beside the address', () => {
    expect(sentNatively({ model: 'models/alias', contents })).toEqual({ contents });
  });

  it.each([
    ['gemini-2.5-flash-nothinking', {}, { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }],
    [
      'gemini-2.5-flash-thinking-4096',
      { generationConfig: { topK: 1 } },
      { generationConfig: { topK: 1, thinkingConfig: { thinkingBudget: 4096, includeThoughts: true } } },
    ],
    [
      'gemini-2.5-flash-thinking',
      { generation_config: { thinking_config: { includeThoughts: false } } },
      { generation_config: { thinkingConfig: { thinkingBudget: -1, includeThoughts: false } } },
    ],
    [
      'gemini-2.5-flash-thinking',
      { generationConfig: { thinkingConfig: { thinkingBudget: 5 } } },
      { generationConfig: { thinkingConfig: { thinkingBudget: 5 } } },
    ],
    ['gemini-2.5-flash-search', {}, { tools: [{ googleSearch: {} }] }],
    ['gemini-2.5-flash-search', { tools: [{ google_search: {} }] }, { tools: [{ google_search: {} }] }],
  ])('by the name %s has %j become %j', (model, fields, expected) => {
    expect(sentNatively({ contents, ...fields }, { model })).toEqual({ contents, ...expected });
  });
});

describe('a chat in another format for Gemini', () => {
  it('is written from its canonical form, with the filters off and dropped fields named', () => {
    const call = testCall({ model: 'gemini-2.5-flash', messages, temperature: 0.5, logit_bias: { 1: 1 } });
    const sent = bodySent(gemini, call);
    expect(sent).toMatchObject({ contents, generationConfig: { temperature: 0.5 } });
    expect(at(sent, 'safetySettings', 0)).toEqual({ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' });
    expect(sent.safetySettings).toHaveLength(5);
    expect(call.dropped.list).toEqual(['logit_bias']);
    const old = bodySent(gemini, testCall({ model: 'gemini-1.5-pro', messages }));
    expect(at(old, 'safetySettings', 0, 'threshold')).toBe('BLOCK_NONE');
  });

  it('takes thinking and search from the name, unless the caller sets them', () => {
    const asked = bodySent(gemini, testCall({ model: 'gemini-2.5-flash-thinking-2048-search', messages }));
    expect(asked).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingBudget: 2048, includeThoughts: true } },
      tools: [{ googleSearch: {} }],
    });
    const own = testCall({ model: 'gemini-3-flash-preview-nothinking', messages, reasoning_effort: 'high' });
    expect(at(bodySent(gemini, own), 'generationConfig', 'thinkingConfig', 'thinkingLevel')).toBe('high');
  });
});

it.each([
  ['m', 'm', null, false],
  ['m-thinking', 'm', { budgetTokens: -1, isShown: true }, false],
  ['m-thinking-128', 'm', { budgetTokens: 128, isShown: true }, false],
  ['m-nothinking', 'm', { effort: 'none' }, false],
  ['m-search', 'm', null, true],
  ['m-search-thinking', 'm', { budgetTokens: -1, isShown: true }, true],
  ['m-thinking-64-search', 'm', { budgetTokens: 64, isShown: true }, true],
  ['gemini-2.0-flash-thinking-exp', 'gemini-2.0-flash-thinking-exp', null, false],
])('reads the suffixes of %s', (name, model, reasoning, searches) => {
  expect(namedModel(name)).toEqual({ model, reasoning, searches });
});

describe('a body for Vertex', () => {
  const options = { takesCallIds: false };
  const bodyFor = (call: UpstreamCall): unknown => JSON.parse(geminiBody(call, options).body.toString());

  it('contains no ids of calls, and a role on every content', () => {
    const parts = [
      { functionCall: { id: 'a', name: 'f', args: { id: 'kept' } }, thoughtSignature: 's' },
      { function_response: { id: 'a', name: 'f', response: {} } },
    ];
    expect(bodyFor(native({ contents: [{ parts }] }))).toEqual({
      contents: [
        {
          role: 'user',
          parts: [
            { functionCall: { name: 'f', args: { id: 'kept' } }, thoughtSignature: 's' },
            { function_response: { name: 'f', response: {} } },
          ],
        },
      ],
    });
    const chat = [
      ...messages,
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    ];
    expect(JSON.stringify(bodyFor(testCall({ model: 'gemini-2.5-flash', messages: chat })))).not.toContain('"id"');
  });

  it('passes as bytes when nothing has to change', () => {
    const call = native({ contents });
    expect(geminiBody(call, options)).toEqual({ model: 'gemini-2.5-flash', body: call.body });
    expect(geminiBody(call, options).body).toBe(call.body);
  });
});

describe('counting of type 24 (Gemini)', () => {
  it('passes the body, with the model replaced where it is named again', () => {
    const plain = native({ contents }, { endpoint: 'countTokens' });
    const request = gemini.buildRequest(plain, testTarget(gemini, { baseUrl: '' }));
    expect(request.url).toBe(`${HOST}/v1beta/models/gemini-2.5-flash:countTokens`);
    expect(request.body).toBe(plain.body);
    const whole = { generateContentRequest: { model: 'models/alias', contents } };
    expect(sentNatively(whole, { endpoint: 'countTokens' })).toEqual({
      generateContentRequest: { model: 'models/gemini-2.5-flash', contents },
    });
  });
});

describe('embeddings of Gemini', () => {
  const call = (fields: JsonObject): UpstreamCall =>
    testCall({ model: 'gemini-embedding-001', ...fields }, { endpoint: 'embeddings', requestedModel: 'mine' });
  const convert = (fields: JsonObject, body: unknown): unknown => {
    const { answer } = gemini.buildRequest(call(fields), testTarget(gemini));
    return answer?.kind === 'json' ? answer.convert(body) : null;
  };

  it('are requested for one text', () => {
    const request = gemini.buildRequest(call({ input: 'a', dimensions: 8 }), testTarget(gemini, { baseUrl: '' }));
    expect(request.url).toBe(`${HOST}/v1beta/models/gemini-embedding-001:embedContent`);
    expect(bodySent(gemini, call({ input: ['a'], dimensions: 8 }))).toEqual({
      model: 'models/gemini-embedding-001',
      content: { parts: [{ text: 'a' }] },
      outputDimensionality: 8,
    });
    expect(convert({ input: 'a' }, { embedding: { values: [0.5] } })).toEqual({
      body: {
        object: 'list',
        data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
        model: 'mine',
        usage: { prompt_tokens: 0, total_tokens: 0 },
      },
      usage: { kind: 'missing' },
    });
  });

  it('are requested for several texts', () => {
    const request = gemini.buildRequest(call({ input: ['a', 'b'] }), testTarget(gemini));
    expect(request.url.endsWith(':batchEmbedContents')).toBe(true);
    expect(at(bodySent(gemini, call({ input: ['a', 'b'] })), 'requests', 1)).toEqual({
      model: 'models/gemini-embedding-001',
      content: { parts: [{ text: 'b' }] },
    });
    const answer = convert(
      { input: ['a', 'b'], encoding_format: 'base64' },
      { embeddings: [{ values: [0.5] }, { values: [1] }] },
    );
    expect(at(answer, 'body', 'data', 1)).toEqual({ object: 'embedding', index: 1, embedding: 'AACAPw==' });
  });

  it('are refused for token numbers and for more texts than the provider accepts', () => {
    expect(() => bodySent(gemini, call({ input: [1, 2] }))).toThrow(CallRefusal);
    expect(() => bodySent(gemini, call({ input: Array.from({ length: 101 }, () => 'a') }))).toThrow(CallRefusal);
  });
});

describe('images of Gemini', () => {
  const call = (fields: JsonObject): UpstreamCall =>
    testCall({ prompt: 'a cat', ...fields }, { endpoint: 'imageGenerations' });

  it('are requested from Imagen', () => {
    const asked = call({ model: 'imagen-4.0-generate-001', n: 2, size: '1792x1024', quality: 'hd' });
    const request = gemini.buildRequest(asked, testTarget(gemini));
    expect(request.url.endsWith('/models/imagen-4.0-generate-001:predict')).toBe(true);
    expect(JSON.parse(request.body?.toString() ?? '')).toEqual({
      instances: [{ prompt: 'a cat' }],
      parameters: { sampleCount: 2, aspectRatio: '16:9', personGeneration: 'allow_adult' },
    });
    expect(asked.dropped.list).toEqual(['quality']);
    const answer = request.answer?.kind === 'json' ? request.answer : null;
    const body = { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: 'AA' }, { raiFilteredReason: 'no' }] };
    expect(answer?.convert(body)).toMatchObject({
      body: { data: [{ b64_json: 'AA' }] },
      usage: { kind: 'reported', isZero: false, usage: { calls: 1, promptTokens: 0 } },
    });
    expect(answer?.isError?.(body)).toBe(false);
    expect(answer?.isError?.({ predictions: [{ raiFilteredReason: 'no' }] })).toBe(true);
  });

  it('are requested from Gemini models, one per call', () => {
    const asked = call({ model: 'gemini-2.5-flash-image', n: 2, size: '1536x1024' });
    const request = gemini.buildRequest(asked, testTarget(gemini));
    expect(request.url.endsWith('/models/gemini-2.5-flash-image:generateContent')).toBe(true);
    expect(at(JSON.parse(request.body?.toString() ?? ''), 'generationConfig')).toEqual({
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: { aspectRatio: '3:2' },
    });
    expect(asked.dropped.list).toEqual(['n']);
    const answer = request.answer?.kind === 'json' ? request.answer : null;
    const parts = [{ text: 'Here:' }, { inlineData: { mimeType: 'image/png', data: 'AA==' } }];
    const usageMetadata = {
      promptTokenCount: 2,
      candidatesTokenCount: 9,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 8 }],
    };
    expect(answer?.convert({ candidates: [{ content: { parts } }], usageMetadata })).toMatchObject({
      body: { data: [{ b64_json: 'AA==' }] },
      usage: { usage: { promptTokens: 2, imageOutputTokens: 8, completionTokens: 1, calls: 1 } },
    });
  });

  it.each([0, 9])('are limited in number: %d', n => {
    const asked = call({ model: 'imagen-3.0-generate-002', n });
    expect(at(bodySent(gemini, asked), 'parameters', 'sampleCount')).toBe(n === 0 ? 1 : 4);
    expect(asked.dropped.list).toEqual(['n']);
  });
});

it('lists models without their prefix, sorted, each once, and reads garbage as an empty list', () => {
  const request = gemini.models?.buildRequest(testTarget(gemini, { baseUrl: '' }));
  expect(request).toMatchObject({ method: 'GET', url: `${HOST}/v1beta/models?pageSize=1000`, body: null });
  expect(request?.headers['x-goog-api-key']).toBe(CANARY_KEY);
  const body = '{"models":[{"name":"models/b"},{"name":"models/a"},{"name":"models/b"},{},null],"nextPageToken":"x"}';
  expect(gemini.models?.read(body)).toEqual(['a', 'b']);
  for (const garbage of ['', '<html>', '{"models":5}', 'null']) expect(gemini.models?.read(garbage)).toEqual([]);
});
