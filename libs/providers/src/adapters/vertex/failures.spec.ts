import { type ChannelTarget, type UpstreamFailure } from '../../contract/upstream';
import { readVertexFailure } from './errors';

const document = { type: 'service_account', project_id: 'sluice-test', client_email: 'relay@sluice-test.example' };
const target: ChannelTarget = {
  id: 7,
  type: 41,
  key: JSON.stringify(document),
  baseUrl: '',
  other: '',
  organization: null,
  accessToken: 'ya29.canary',
};

function refuse(status: number, body: unknown, channel: ChannelTarget | undefined = target): UpstreamFailure {
  return readVertexFailure(
    { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) },
    channel,
  );
}

function google(code: number, status: string, message: string, reason?: string): object {
  return {
    error: {
      code,
      message,
      status,
      ...(reason && { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] }),
    },
  };
}

describe('refusals of type 41 (Vertex AI)', () => {
  it.each([
    [400, 'INVALID_ARGUMENT', 'Unable to submit request', undefined, 'badRequest', false, false],
    [
      400,
      'INVALID_ARGUMENT',
      'The input token count (9) exceeds the maximum number of tokens allowed (8)',
      undefined,
      'badRequest',
      false,
      false,
    ],
    [400, 'INVALID_ARGUMENT', 'API key not valid', 'API_KEY_INVALID', 'refused', true, true],
    [
      400,
      'FAILED_PRECONDITION',
      'Publisher Model `x` is not servable in region us-east5.',
      undefined,
      'modelUnavailable',
      false,
      true,
    ],
    [
      401,
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials',
      'ACCESS_TOKEN_EXPIRED',
      'refused',
      true,
      true,
    ],
    [403, 'PERMISSION_DENIED', 'Vertex AI API has not been used', 'SERVICE_DISABLED', 'refused', true, true],
    [
      403,
      'PERMISSION_DENIED',
      'This API method requires billing to be enabled',
      'BILLING_DISABLED',
      'refused',
      true,
      true,
    ],
    [
      403,
      'PERMISSION_DENIED',
      "Permission 'aiplatform.endpoints.predict' denied",
      'IAM_PERMISSION_DENIED',
      'refused',
      true,
      true,
    ],
    [
      403,
      'PERMISSION_DENIED',
      'The model `x` is not enabled for this project',
      undefined,
      'modelUnavailable',
      false,
      true,
    ],
    [
      404,
      'NOT_FOUND',
      'Publisher Model `x` was not found or your project does not have access',
      undefined,
      'modelUnavailable',
      false,
      true,
    ],
    [
      429,
      'RESOURCE_EXHAUSTED',
      'Quota exceeded for quota metric aiplatform.googleapis.com/x',
      undefined,
      'busy',
      false,
      true,
    ],
    [429, 'RESOURCE_EXHAUSTED', 'Resource exhausted, please try again later.', undefined, 'busy', false, true],
    [499, 'CANCELLED', 'cancelled', undefined, 'badRequest', false, true],
    [500, 'INTERNAL', 'internal', undefined, 'broken', false, true],
    [503, 'UNAVAILABLE', 'overloaded', undefined, 'broken', false, true],
    [504, 'DEADLINE_EXCEEDED', 'deadline', undefined, 'broken', false, true],
  ])('are classified: %d %s: %s (%s)', (status, type, message, reason, kind, shouldDisableChannel, isRetryable) => {
    const expected = { kind, shouldDisableChannel, isRetryable, error: { message } };
    expect(refuse(status, google(status, type, message, reason))).toMatchObject(expected);
    expect(refuse(status, [google(status, type, message, reason)])).toMatchObject(expected);
  });

  it.each([
    [400, 'invalid_request_error', 'badRequest', false],
    [413, 'request_too_large', 'badRequest', false],
    [404, 'not_found_error', 'modelUnavailable', true],
    [429, 'rate_limit_error', 'busy', true],
    [529, 'overloaded_error', 'broken', true],
    [200, 'overloaded_error', 'broken', true],
    [200, 'api_error', 'broken', true],
  ])('by Claude are classified: %d %s', (status, type, kind, isRetryable) => {
    const body = { type: 'error', error: { type, message: 'no' } };
    expect(refuse(status, body)).toMatchObject({ kind, isRetryable, shouldDisableChannel: false });
  });

  it.each([
    ['invalid_grant', 'Invalid JWT Signature.', 'refused', true],
    ['invalid_grant', 'Invalid grant: account not found', 'refused', true],
    ['invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes)', 'broken', false],
    ['invalid_client', 'The OAuth client was not found.', 'refused', true],
  ])('of the exchange are classified: %s %s', (error, description, kind, shouldDisableChannel) => {
    const failure = refuse(400, { error, error_description: description });
    expect(failure).toMatchObject({ kind, shouldDisableChannel, isRetryable: true, error: { message: description } });
  });

  it('mark an access token as stale, but not an API key', () => {
    const body = google(401, 'UNAUTHENTICATED', 'no');
    expect(refuse(401, body).isTokenStale).toBe(true);
    const { accessToken: _token, ...keyed } = target;
    expect(refuse(401, body, keyed)).not.toHaveProperty('isTokenStale');
  });

  it('never name project, account and token', () => {
    const message = 'projects/sluice-test of relay@sluice-test.example with ya29.canary';
    expect(refuse(403, google(403, 'PERMISSION_DENIED', message)).error.message).toBe('projects/*** of *** with ***');
  });

  it('by the filter of images are the caller’s fault', () => {
    const failure = refuse(200, { predictions: [{ raiFilteredReason: 'It may violate our guidelines.' }] });
    expect(failure).toMatchObject({ status: 400, isRetryable: false, error: { code: 'content_filter' } });
  });

  it.each(['', '<html>', '[]', 'null', '{"error":{}}', '[{"error":5}]'])('have a plain message for %j', body => {
    expect(refuse(502, body)).toMatchObject({
      kind: 'broken',
      status: 502,
      isRetryable: true,
      shouldDisableChannel: false,
    });
    expect(refuse(502, body).error.message).toBe('bad response status code 502');
  });
});
