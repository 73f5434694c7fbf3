import { type UpstreamFailure } from '../contract/upstream';
import { BAD_KEY, BAD_REQUEST } from './error-rules';
import { type ErrorClass, readFailure } from './read-failure';

function fail(status: number, body: unknown = '', headers: Readonly<Record<string, string>> = {}): UpstreamFailure {
  return readFailure({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }, {});
}

describe('retries by the status of a refusal', () => {
  it.each([307, 401, 402, 403, 404, 409, 413, 422, 429, 500, 501, 502, 503, 520, 523, 525, 529])(
    'are allowed after %d',
    status => {
      expect(fail(status).isRetryable).toBe(true);
    },
  );

  it.each([400, 408, 504, 524])('are not allowed after %d', status => {
    expect(fail(status).isRetryable).toBe(false);
  });
});

describe('errors of a bad account', () => {
  it.each([
    [401, {}],
    [403, { error: { message: 'x', type: 'permission_error' } }],
    [403, { error: { message: 'x', type: 'insufficient_user_quota' } }],
    [400, { error: { message: 'x', code: 'account_deactivated' } }],
    [429, { error: { message: 'Sorry: You exceeded your current quota.' } }],
    [400, { error: { message: 'Your credit balance is too low to access the API.' } }],
  ])('disable the channel: %d %j', (status, body) => {
    expect(fail(status, body)).toMatchObject({ kind: 'refused', shouldDisableChannel: true, isRetryable: true });
  });

  it.each([
    [402, {}],
    [403, { error: { message: 'country not supported', code: 'unsupported_country_region_territory' } }],
    [429, { error: { message: 'Rate limit reached', type: 'requests' } }],
    [500, { error: { message: 'the tool said: permission denied' } }],
    [400, { error: { message: "Unknown value 'api key expired'" } }],
  ])('do not include %d %j', (status, body) => {
    expect(fail(status, body).shouldDisableChannel).toBe(false);
  });
});

describe('the message of an error', () => {
  it.each([
    [{ error: { message: 'a' }, message: 'b' }, 'a'],
    [{ message: 'a', msg: 'b' }, 'a'],
    [{ msg: 'a' }, 'a'],
    [{ err: 'a' }, 'a'],
    [{ error_msg: 'a' }, 'a'],
    [{ header: { message: 'a' } }, 'a'],
    [{ response: { error: { message: 'a' } } }, 'a'],
    [{ error: 'a' }, 'a'],
    [{ error: { message: '' }, message: 'a' }, 'a'],
    [{ error: { code: 5 } }, 'bad response status code 418'],
  ])('for %j is %s', (body, message) => {
    expect(fail(418, body).error.message).toBe(message);
  });

  it('comes with the provider’s whole error object, or with defaults for missing fields', () => {
    expect(fail(418, { error: { message: 'a', type: 't', param: null, code: 7 } }).error).toEqual({
      message: 'a',
      type: 't',
      param: null,
      code: '7',
    });
    expect(fail(418, {}).error).toEqual({
      message: 'bad response status code 418',
      type: 'upstream_error',
      param: '418',
      code: 'bad_response_status_code',
    });
  });
});

describe('the seconds until a retry', () => {
  it.each([
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.2' }, 2],
    [{ 'retry-after': '20', 'retry-after-ms': '1' }, 1],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': 'Sat, 01 Aug 2026 00:00:30 GMT' }, null],
    [{ date: 'Sat, 01 Aug 2026 00:01:00 GMT', 'retry-after': 'Sat, 01 Aug 2026 00:00:30 GMT' }, 0],
    [{}, null],
  ])('are read from %j', (headers, seconds) => {
    expect(fail(429, '', headers).retryAfterSeconds).toBe(seconds);
  });
});

it('uses the status, type and code that a provider’s own table names', () => {
  const body = '{"error":{"message":"token expired","type":"odd","code":"111"}}';
  const classifyError = (): ErrorClass => ({ ...BAD_KEY, isTokenStale: true });
  expect(readFailure({ status: 200, headers: {}, body }, { classifyError })).toMatchObject({
    kind: 'refused',
    status: 401,
    shouldDisableChannel: true,
    isTokenStale: true,
    error: { message: 'token expired', type: 'authentication_error', code: 'invalid_api_key' },
  });
  expect(readFailure({ status: 200, headers: {}, body }, { classifyError: () => BAD_REQUEST })).toMatchObject({
    kind: 'badRequest',
    status: 400,
    isRetryable: false,
  });
});
