import { recordedFile } from '@formats/testing';
import { AnswerFolder, type ChatReading } from '@formats';
import { type UpstreamFailure } from '../../contract/upstream';
import { CANARY_KEY, testCall, testTarget } from '../../testing/adapter-conformance';
import { gemini, geminiReading } from './index';

const tools = [
  { type: 'function', function: { name: '1st/tool' } },
  { type: 'custom', custom: { name: 'free' } },
  { type: 'function', function: { name: 'plain' } },
];

describe('the answer to a converted call', () => {
  const reading = readingFor({ model: 'm', messages: [{ role: 'user', content: 'hi' }], tools });
  const call = (name: string, args: object): object => ({ functionCall: { id: name, name, args } });
  const parts = [call('_1st_tool', { a: 1 }), call('free', { input: 'text' }), call('plain', {})];
  const body = { candidates: [{ content: { parts }, finishReason: 'STOP' }] };
  const blocks = [
    { type: 'toolCall', id: '_1st_tool', name: '1st/tool', arguments: '{"a":1}', kind: 'function' },
    { type: 'toolCall', id: 'free', name: 'free', arguments: 'text', kind: 'custom' },
    { type: 'toolCall', id: 'plain', name: 'plain', arguments: '{}', kind: 'function' },
  ];

  it('contains tools by the names and of the kinds that the caller gave', () => {
    expect(reading.readAnswer(body).choices[0]?.blocks).toEqual(blocks);
  });

  it('contains them in streams, too, also in pieces', () => {
    const folder = new AnswerFolder();
    const reader = reading.openReader();
    const piece = { functionCall: { name: 'free', id: 'x', willContinue: true, args: { input: 'late' } } };
    for (const payload of [body, { candidates: [{ content: { parts: [piece] } }] }]) {
      for (const event of reader.read({ event: '', data: JSON.stringify(payload) })) folder.add(event);
    }
    for (const event of reader.end()) folder.add(event);
    const late = { type: 'toolCall', id: 'x', name: 'free', arguments: 'late', kind: 'custom' };
    expect(folder.result().choices[0]?.blocks).toEqual([...blocks, late]);
    expect(reader.isDone).toBe(false);
  });

  it('is an error when the body holds one, inside a list or not', () => {
    expect(reading.isError?.({ error: { message: 'x' } })).toBe(true);
    expect(reading.isError?.([{ error: { message: 'x' } }])).toBe(true);
    expect(reading.isError?.(body)).toBe(false);
  });
});

describe('refusals of type 24 (Gemini)', () => {
  const fail = (given: number, error: object, headers = {}): UpstreamFailure =>
    gemini.readFailure({ status: given, headers, body: JSON.stringify({ error: { code: given, ...error } }) });
  const reason = (word: string): object => ({
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: word }],
  });

  it.each([
    [
      'a bad key',
      400,
      { status: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' },
      'disable',
    ],
    [
      'a bad key by its reason',
      400,
      { status: 'INVALID_ARGUMENT', message: 'x', ...reason('API_KEY_INVALID') },
      'disable',
    ],
    ['a bad request', 400, { status: 'INVALID_ARGUMENT', message: 'Unknown name "additionalProperties"' }, 'caller'],
    ['a wrong country', 400, { status: 'FAILED_PRECONDITION', message: 'User location is not supported' }, 'retry'],
    ['no credit', 429, { status: 'RESOURCE_EXHAUSTED', message: 'Your prepayment credits are depleted.' }, 'disable'],
    ['no payment', 402, { status: 'RESOURCE_EXHAUSTED', message: 'x' }, 'disable'],
    ['a closed service', 403, { status: 'PERMISSION_DENIED', message: 'x', ...reason('SERVICE_DISABLED') }, 'disable'],
    [
      'a suspended account',
      403,
      { status: 'PERMISSION_DENIED', message: 'x', ...reason('CONSUMER_SUSPENDED') },
      'disable',
    ],
    ['a leaked key', 403, { status: 'PERMISSION_DENIED', message: 'Your API key was reported as leaked.' }, 'disable'],
    ['another 403', 403, { status: 'PERMISSION_DENIED', message: 'Permission denied on resource' }, 'retry'],
    ['an unknown model', 404, { status: 'NOT_FOUND', message: 'models/x is not found' }, 'retry'],
    ['a rate', 429, { status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota' }, 'retry'],
    ['a fault', 500, { status: 'INTERNAL', message: 'x' }, 'retry'],
    ['an overload', 503, { status: 'UNAVAILABLE', message: 'The model is overloaded.' }, 'retry'],
    ['a time-out', 504, { status: 'DEADLINE_EXCEEDED', message: 'x' }, 'retry'],
  ])('are classified by %s', (_name, given, error, errorClass) => {
    const failure = fail(given, error);
    expect(failure.shouldDisableChannel).toBe(errorClass === 'disable');
    expect(failure.isRetryable).toBe(errorClass !== 'caller');
    expect(failure.error.message).toBe(error.message);
  });

  it('report kind and type by names that callers know', () => {
    expect(fail(429, { status: 'RESOURCE_EXHAUSTED', message: 'x' })).toMatchObject({
      kind: 'busy',
      error: { type: 'rate_limit_error' },
    });
    expect(fail(404, { status: 'NOT_FOUND', message: 'x' })).toMatchObject({
      kind: 'modelUnavailable',
      error: { code: 'model_not_found' },
    });
    expect(fail(500, { status: 'INTERNAL', message: 'x', ...reason('ODD') })).toMatchObject({
      kind: 'broken',
      error: { type: 'internal', code: '500' },
    });
  });

  it('report the seconds after which to try again', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' }];
    const error = { status: 'RESOURCE_EXHAUSTED', message: 'x', details };
    expect(fail(429, error).retryAfterSeconds).toBe(35);
    expect(fail(429, error, { 'retry-after': '3' }).retryAfterSeconds).toBe(3);
    expect(fail(429, { ...error, details: [{ retryDelay: 'soon' }] }).retryAfterSeconds).toBeNull();
  });

  it('are read inside a list, and inside a success', () => {
    const error = { code: 503, message: 'overloaded', status: 'UNAVAILABLE' };
    const listed = gemini.readFailure({ status: 200, headers: {}, body: JSON.stringify([{ error }]) });
    expect(listed).toMatchObject({ kind: 'broken', status: 503, isRetryable: true, error: { message: 'overloaded' } });
    const body = JSON.stringify({ predictions: [{ raiFilteredReason: 'Filtered by policy.' }] });
    expect(gemini.readFailure({ status: 200, headers: {}, body })).toMatchObject({
      kind: 'badRequest',
      status: 400,
      isRetryable: false,
      error: { message: 'Filtered by policy.', code: 'content_filter' },
    });
  });

  it.each(['', '<html>', '[]', 'null', '{"error":{}}', '{"error":'])(
    'have a plain message for the unreadable body %j',
    body => {
      expect(gemini.readFailure({ status: 502, headers: {}, body })).toMatchObject({
        kind: 'broken',
        error: { message: 'bad response status code 502' },
      });
    },
  );

  it('never contain the key', () => {
    const body = JSON.stringify({
      error: { message: `key ${CANARY_KEY} at https://canary-upstream.example/x`, status: 'INTERNAL' },
    });
    const { error } = gemini.readFailure({ status: 500, headers: {}, body }, testTarget(gemini));
    expect(error.message).not.toContain('canary');
  });
});

const recorded = recordedFile('google/google-429-retry-info.json');

(recorded ? it : it.skip)('takes the recorded limit per minute for what it is', () => {
  expect(gemini.readFailure({ status: 429, headers: {}, body: recorded ?? '' })).toMatchObject({
    kind: 'busy',
    shouldDisableChannel: false,
    isRetryable: true,
    retryAfterSeconds: 35,
  });
});

function readingFor(fields: Readonly<Record<string, unknown>>): ChatReading {
  const reading = geminiReading(testCall(fields));
  if (!reading) throw new Error('an answer of another format must be read');
  return reading;
}
