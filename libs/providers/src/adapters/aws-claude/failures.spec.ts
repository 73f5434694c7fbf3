import { readBedrockFailure } from './errors';

describe('refusals of type 33 (Bedrock)', () => {
  const refuse = (status: number, type: string, message: string, body: object = { message }) =>
    readBedrockFailure({
      status,
      headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/x/` },
      body: JSON.stringify(body),
    });

  it.each([
    [400, 'ValidationException', 'max_tokens: must be greater than 0', 'badRequest', false, false],
    [400, 'ValidationException', 'Input is too long for requested model.', 'badRequest', false, false],
    [
      400,
      'ValidationException',
      'Invocation of model ID x with on-demand throughput isn’t supported.',
      'modelUnavailable',
      false,
      true,
    ],
    [
      400,
      'ValidationException',
      "Invocation of model ID x with on-demand throughput isn't supported.",
      'modelUnavailable',
      false,
      true,
    ],
    [400, 'ValidationException', 'The provided model identifier is invalid.', 'modelUnavailable', false, true],
    [400, 'ValidationException', 'Operation not allowed', 'refused', true, true],
    [400, 'ServiceQuotaExceededException', 'quota', 'busy', false, true],
    [
      403,
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
      'refused',
      true,
      true,
    ],
    [403, 'InvalidSignatureException', 'The request signature we calculated does not match', 'refused', true, true],
    [403, 'ExpiredTokenException', 'The security token included in the request is expired', 'refused', true, true],
    [400, 'RequestExpired', 'Request is expired', 'refused', true, true],
    [
      403,
      'AccessDeniedException',
      "You don't have access to the model with the specified model ID.",
      'modelUnavailable',
      false,
      true,
    ],
    [
      403,
      'AccessDeniedException',
      'Your account is not authorized to invoke this API operation.',
      'modelUnavailable',
      false,
      true,
    ],
    [403, 'AccessDeniedException', 'Model access is denied due to INVALID_PAYMENT_INSTRUMENT', 'refused', true, true],
    [
      404,
      'ResourceNotFoundException',
      'This model version has reached the end of its life.',
      'modelUnavailable',
      false,
      true,
    ],
    [408, 'ModelTimeoutException', 'timeout', 'broken', false, true],
    [424, 'ModelErrorException', 'error', 'broken', false, true],
    [429, 'ThrottlingException', 'Too many tokens, please wait before trying again.', 'busy', false, true],
    [429, 'ModelNotReadyException', 'not ready', 'busy', false, true],
    [500, 'InternalServerException', 'oops', 'broken', false, true],
    [503, 'ServiceUnavailableException', 'busy', 'broken', false, true],
  ])('are classified: %d %s: %s', (status, type, message, kind, shouldDisableChannel, isRetryable) => {
    expect(refuse(status, type, message)).toMatchObject({
      kind,
      shouldDisableChannel,
      isRetryable,
      error: { message },
    });
  });

  it('never name the operator’s account', () => {
    const message = 'User: arn:aws:iam::123456789012:user/sluice is not authorized to perform: bedrock:InvokeModel';
    expect(refuse(403, 'AccessDeniedException', message).error.message).toBe(
      'User: [resource] is not authorized to perform: bedrock:InvokeModel',
    );
  });

  it('are classified by the body when the header is missing or the names are spelled differently', () => {
    const body = JSON.stringify({ __type: 'com.amazon.coral.service#UnrecognizedClientException', Message: 'bad key' });
    expect(readBedrockFailure({ status: 403, headers: {}, body })).toMatchObject({
      shouldDisableChannel: true,
      error: { message: 'bad key', type: 'UnrecognizedClientException' },
    });
  });

  it.each([
    ['throttlingException', 429, 'busy', true],
    ['validationException', 400, 'badRequest', false],
    ['modelStreamErrorException', 502, 'broken', true],
    ['serviceUnavailableException', 503, 'broken', true],
  ])('are classified at the start of a stream: %s', (type, status, kind, isRetryable) => {
    const body = JSON.stringify({ __type: type, message: 'no' });
    expect(readBedrockFailure({ status: 200, headers: {}, body })).toMatchObject({ status, kind, isRetryable });
  });

  it('are classified in the form that callers of the Messages format see', () => {
    const body = '{"type":"error","error":{"type":"overloaded_error","message":"serviceUnavailableException"}}';
    expect(readBedrockFailure({ status: 200, headers: {}, body })).toMatchObject({ status: 503, isRetryable: true });
  });

  it.each(['', '<html>', '[]', 'null', '{"message":""}'])('are classified as broken when the body is %j', body => {
    expect(readBedrockFailure({ status: 502, headers: {}, body })).toMatchObject({
      kind: 'broken',
      isRetryable: true,
    });
  });
});
