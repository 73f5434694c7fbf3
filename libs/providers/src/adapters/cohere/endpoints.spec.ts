import { CallRefusal } from '@formats';
import { type UpstreamRequest } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { converted, sentTo } from '../../testing/own-protocol';
import { cohere } from './index';

describe('embeddings of type 34 (Cohere)', () => {
  const call = testCall(
    {
      model: 'embed-v4.0',
      input: 'a',
      encoding_format: 'float',
      dimensions: 256,
      input_type: 'search_query',
      user: 'u',
    },
    { endpoint: 'embeddings' },
  );

  it('name the purpose of the texts', () => {
    expect(sentTo(cohere, call)).toEqual({
      model: 'embed-v4.0',
      texts: ['a'],
      input_type: 'search_query',
      embedding_types: ['float'],
      output_dimension: 256,
    });
    expect(call.dropped.list).toEqual(['user']);
  });

  it('return one vector per text', () => {
    const meta = { billed_units: { input_tokens: 4 } };
    expect(converted(cohere, call, { embeddings: { float: [[1], [2]] }, meta })).toMatchObject({
      body: {
        object: 'list',
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: [2] },
        ],
        usage: { total_tokens: 4 },
      },
      usage: { kind: 'reported', usage: { promptTokens: 4, completionTokens: 0 } },
    });
  });

  it.each([[[[1, 2]]], [Array.from({ length: 97 }, () => 'x')]])('are refused, case %#', input => {
    const refused = testCall({ model: 'e', input }, { endpoint: 'embeddings' });
    expect(() => cohere.buildRequest(refused, testTarget(cohere))).toThrow(CallRefusal);
  });
});

describe('rerank of type 34 (Cohere)', () => {
  const documents = ['a', { text: 'b' }, { title: 'c' }];
  const call = testCall(
    { model: 'rerank-v3.5', query: 'q', documents, top_n: 2, return_documents: true },
    { endpoint: 'rerank' },
  );

  it('sends plain texts only', () => {
    expect(sentTo(cohere, call)).toEqual({
      model: 'rerank-v3.5',
      query: 'q',
      documents: ['a', 'b', '{"title":"c"}'],
      top_n: 2,
    });
  });

  it('adds the documents that the provider does not return, and does not count search units', () => {
    const body = {
      id: 'b4',
      results: [{ index: 1, relevance_score: 0.2 }, { index: 0, relevance_score: 0.9 }, { odd: 1 }],
      meta: { billed_units: { search_units: 1 } },
    };
    expect(converted(cohere, call, body)).toEqual({
      body: {
        id: 'b4',
        model: 'rerank-v3.5',
        results: [
          { index: 0, relevance_score: 0.9, document: { text: 'a' } },
          { index: 1, relevance_score: 0.2, document: { text: 'b' } },
        ],
        usage: { prompt_tokens: 0, total_tokens: 0 },
      },
      usage: { kind: 'missing' },
    });
  });
});

describe('transcription with type 34 (Cohere)', () => {
  const form = '--xx\r\ncontent-disposition: form-data; name="model"\r\n\r\nrequested\r\n--xx--\r\n';
  const request = (fields: object): UpstreamRequest => {
    const options = { endpoint: 'transcriptions', contentType: 'multipart/form-data; boundary=xx' } as const;
    const call = testCall({ model: 'cohere-transcribe-03-2026', ...fields }, options);
    return cohere.buildRequest({ ...call, body: Buffer.from(form) }, testTarget(cohere, { baseUrl: '' }));
  };

  it('passes the form with the provider’s model in it', () => {
    const built = request({});
    expect(built.url).toBe('https://api.cohere.ai/v2/audio/transcriptions');
    expect(built.headers['content-type']).toBe('multipart/form-data; boundary=xx');
    expect(built.body?.toString()).toBe(form.replace('requested', 'cohere-transcribe-03-2026'));
  });

  it('returns JSON or the bare text', () => {
    const json = request({}).answer;
    if (json?.kind !== 'json') throw new Error('no json reading');
    expect(json.convert({ text: 'Hi' }).body).toEqual({ text: 'Hi' });
    const text = request({ response_format: 'text' }).answer;
    if (text?.kind !== 'bytes') throw new Error('no bytes reading');
    expect(text.openReader().read({ event: '', data: '{"text":"Hi"}' }).toString()).toBe('Hi');
  });
});
