import { CallRefusal } from '@formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonReading, type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { testCall } from '../../testing/adapter-conformance';
import { embeddingsRequest, imageRequest } from './google';

const access = { address: 'https://region.example/v1/projects/p/locations/l', headers: {}, isExpress: false };

function build(call: UpstreamCall): UpstreamRequest {
  return call.endpoint === 'embeddings' ? embeddingsRequest(call, access) : imageRequest(call, access);
}

function sent(call: UpstreamCall): unknown {
  return JSON.parse(build(call).body?.toString() ?? 'null');
}

function fixture(file: string): string {
  return readFileSync(join(__dirname, '__fixtures__', file), 'utf8');
}

describe('embeddings of type 41 (Vertex AI)', () => {
  const embed = (fields: Readonly<Record<string, unknown>>): UpstreamCall =>
    testCall({ model: 'text-embedding-005', input: ['a', 'b'], ...fields }, { endpoint: 'embeddings' });
  const readingOf = (call: UpstreamCall): JsonReading => build(call).answer as JsonReading;

  it('send one instance for each text', () => {
    const call = embed({ dimensions: 256, task_type: 'RETRIEVAL_QUERY', user: 'u' });
    expect(build(call).url).toBe(`${access.address}/publishers/google/models/text-embedding-005:predict`);
    expect(sent(call)).toEqual({
      instances: [
        { content: 'a', task_type: 'RETRIEVAL_QUERY' },
        { content: 'b', task_type: 'RETRIEVAL_QUERY' },
      ],
      parameters: { outputDimensionality: 256 },
    });
    expect(call.dropped.list).toEqual(['user']);
  });

  it('return vectors, and the sum of their tokens', () => {
    const { body, usage } = readingOf(embed({})).convert(JSON.parse(fixture('embeddings.json')));
    expect(body).toMatchObject({
      data: [
        { index: 0, embedding: [0.5, -0.25] },
        { index: 1, embedding: [1, 0] },
      ],
      usage: { prompt_tokens: 11, total_tokens: 11 },
    });
    expect(usage).toMatchObject({ usage: { promptTokens: 11 } });
    expect(readingOf(embed({})).isError?.({ predictions: [] })).toBe(true);
  });

  it('of the newer models are requested for one text at a time', () => {
    const model = 'gemini-embedding-2';
    expect(() => build(embed({ model }))).toThrow(CallRefusal);
    expect(() => build(embed({ model: 'gemini-embedding-001' }))).toThrow(CallRefusal);
    const call = embed({ model, input: 'a', dimensions: 768 });
    expect(build(call).url).toMatch(/gemini-embedding-2:embedContent$/);
    expect(sent(call)).toEqual({ content: { parts: [{ text: 'a' }] }, outputDimensionality: 768 });
    expect(readingOf(call).convert({ embedding: { values: [1, 2] } })).toMatchObject({
      body: { data: [{ embedding: [1, 2] }] },
      usage: { kind: 'missing' },
    });
    expect(build(embed({ model: 'gemini-embedding-001', input: ['a'] })).url).toMatch(/:predict$/);
  });

  it('are refused for token numbers', () => {
    expect(() => build(embed({ input: [[1, 2]] }))).toThrow(CallRefusal);
    expect(() => build(embed({ input: Array.from({ length: 251 }, () => 'x') }))).toThrow(CallRefusal);
  });
});

it('requests images by a prompt on type 41 (Vertex AI)', () => {
  const fields = { model: 'imagen-4.0-generate-001', prompt: 'a cat', n: 2, size: '1792x1024' };
  const call = testCall(fields, { endpoint: 'imageGenerations' });
  expect(build(call).url).toMatch(/imagen-4.0-generate-001:predict$/);
  expect(sent(call)).toMatchObject({
    instances: [{ prompt: 'a cat' }],
    parameters: { sampleCount: 2, aspectRatio: '16:9' },
  });
  const { answer } = build(call);
  const predictions = [{ mimeType: 'image/png', bytesBase64Encoded: 'iVBO' }];
  expect((answer as JsonReading).convert({ predictions }).body).toEqual({ data: [{ b64_json: 'iVBO' }] });
});
