import { CallRefusal } from '@formats';
import { type UpstreamCall, type UpstreamRequest } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { cloudflare } from './index';

const OTHER = { other: 'a'.repeat(32) };
const FILE = Buffer.from([255, 0, 13, 10, 1]);

function listening(
  model: string,
  fields: object = {},
  endpoint: UpstreamCall['endpoint'] = 'transcriptions',
): UpstreamRequest {
  const call = testCall({ model, ...fields }, { endpoint, contentType: 'multipart/form-data; boundary=xx' });
  const body = Buffer.concat([
    Buffer.from('--xx\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n'),
    FILE,
    Buffer.from('\r\n--xx--\r\n'),
  ]);
  return cloudflare.buildRequest({ ...call, body }, testTarget(cloudflare, OTHER));
}

const result = {
  text: 'Hello there',
  vtt: 'WEBVTT\n\n00:00.000 --> 00:01.500\nHello\n\n01:00:01.500 --> 01:00:02.000\nthere\n',
  segments: [{ start: 0, end: 1.5, text: 'Hello', words: [{ word: 'Hello', start: 0, end: 1.5 }] }],
  transcription_info: { language: 'en', duration: 2 },
};

function answered({ answer }: UpstreamRequest, body: unknown = { result, success: true }): unknown {
  if (answer?.kind === 'json') return answer.convert(body).body;
  if (answer?.kind !== 'bytes') throw new Error('no reading');
  return [
    answer.contentType,
    answer
      .openReader()
      .read({ event: '', data: JSON.stringify(body) })
      .toString(),
  ];
}

describe('transcription with type 39 (Cloudflare)', () => {
  it('sends base64 to the large model and bytes to the small ones', () => {
    const large = listening('@cf/openai/whisper-large-v3-turbo', { language: 'en', prompt: 'names' });
    expect(JSON.parse(large.body?.toString() ?? '')).toEqual({
      audio: FILE.toString('base64'),
      task: 'transcribe',
      language: 'en',
      initial_prompt: 'names',
    });
    const small = listening('@cf/openai/whisper');
    expect(small.body).toEqual(FILE);
    expect(small.headers['content-type']).toBe('application/octet-stream');
  });

  it('translates only with the large model', () => {
    const large = listening('@cf/openai/whisper-large-v3-turbo', {}, 'translations');
    expect(JSON.parse(large.body?.toString() ?? '')).toMatchObject({ task: 'translate' });
    expect(() => listening('@cf/openai/whisper', {}, 'translations')).toThrow(CallRefusal);
    expect(() => listening('@cf/deepgram/nova-3')).toThrow(CallRefusal);
  });

  it.each([
    [undefined, { text: 'Hello there', usage: { type: 'duration', seconds: 2 } }],
    ['json', { text: 'Hello there', usage: { type: 'duration', seconds: 2 } }],
    [
      'verbose_json',
      {
        task: 'transcribe',
        language: 'en',
        duration: 2,
        text: 'Hello there',
        segments: [{ id: 0, ...result.segments[0] }],
        words: [{ word: 'Hello', start: 0, end: 1.5 }],
        usage: { type: 'duration', seconds: 2 },
      },
    ],
    ['text', ['text/plain; charset=utf-8', 'Hello there']],
    ['vtt', ['text/vtt; charset=utf-8', result.vtt]],
    [
      'srt',
      [
        'text/plain; charset=utf-8',
        '1\n00:00:00,000 --> 00:00:01,500\nHello\n\n2\n01:00:01,500 --> 01:00:02,000\nthere\n',
      ],
    ],
  ])('returns the transcript as %s', (format, expected) => {
    const fields = format === undefined ? {} : { response_format: format };
    expect(answered(listening('@cf/openai/whisper-large-v3-turbo', fields))).toEqual(expected);
  });
});

describe('speech with type 39 (Cloudflare)', () => {
  const call = (model: string, fields: object = {}): UpstreamCall =>
    testCall({ model, input: 'Hi', voice: 'v', ...fields }, { endpoint: 'speech' });
  const build = (asked: UpstreamCall): UpstreamRequest => cloudflare.buildRequest(asked, testTarget(cloudflare, OTHER));

  it('takes the audio out of JSON', () => {
    const asked = call('@cf/myshell-ai/melotts', { lang: 'fr', speed: 2 });
    const request = build(asked);
    expect(JSON.parse(request.body?.toString() ?? '')).toEqual({ prompt: 'Hi', lang: 'fr' });
    const audio = Buffer.from('audio').toString('base64');
    expect(answered(request, { result: { audio }, success: true })).toEqual(['audio/mpeg', 'audio']);
    expect(asked.dropped.list).toEqual(['speed', 'voice']);
    if (request.answer?.kind !== 'bytes') throw new Error('no bytes');
    const reader = request.answer.openReader();
    expect(reader.read({ event: '', data: '{"success":false,"errors":[{"code":3040,"message":"m"}]}' })).toHaveLength(
      0,
    );
    expect(reader.error).toMatchObject({ message: 'm (3040)' });
  });

  it.each([
    [undefined, { encoding: 'mp3' }],
    ['wav', { encoding: 'linear16', container: 'wav' }],
  ])('passes the audio of Aura unchanged, format %s', (format, expected) => {
    const request = build(call('@cf/deepgram/aura-1', format === undefined ? {} : { response_format: format }));
    expect(request.answer).toBeUndefined();
    expect(request.headers.accept).toBe('*/*');
    expect(JSON.parse(request.body?.toString() ?? '')).toEqual({ text: 'Hi', speaker: 'v', ...expected });
  });

  it('refuses a model without speech', () => {
    expect(() => build(call('@cf/meta/llama-3.1-8b-instruct'))).toThrow(CallRefusal);
  });
});
