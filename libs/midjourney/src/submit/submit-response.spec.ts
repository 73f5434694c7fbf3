import { readSubmitResponse, type SubmitContext } from './submit-response';

const imagine: SubmitContext = { action: 'IMAGINE', isFollowUp: false, isNarrowed: false };

function answer(body: unknown, status = 200) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, text, json: undefined };
}

describe('an accepted submission', () => {
  it.each([1, 22])('shows code %s as 1 to the caller, and stores the original code', code => {
    const outcome = readSubmitResponse(answer({ code, description: 'd', result: '17', properties: { n: 1 } }), imagine);
    expect(outcome).toMatchObject({ kind: 'accepted', upstreamId: '17', code, report: { status: 'SUBMITTED' } });
    expect(outcome.answer.body).toEqual({ code: 1, description: 'd', result: '17', properties: { n: 1 } });
  });

  it('shows code 21 to the caller only for dialogs', () => {
    const waiting = answer({ code: 21, description: 'waiting', result: '17', properties: { remix: true } });
    const dialog = readSubmitResponse(waiting, { ...imagine, action: 'INPAINT' });
    expect(dialog).toMatchObject({ report: { status: 'MODAL' }, answer: { body: { code: 21 } } });
    const remix = readSubmitResponse(waiting, { ...imagine, action: 'VARIATION' });
    expect(remix).toMatchObject({ report: { status: 'SUBMITTED' }, code: 21, answer: { body: { code: 1 } } });
  });

  it('is finished at once when the operation had already been done', () => {
    const properties = { status: 'SUCCESS', imageUrl: 'https://cdn.example/u2.png' };
    const outcome = readSubmitResponse(answer({ code: 21, result: '17', properties }), imagine);
    expect(outcome).toMatchObject({
      code: 1,
      report: { status: 'SUCCESS', progress: '100%', data: { imageUrl: 'https://cdn.example/u2.png' } },
    });
  });

  it('keeps every digit of an id that is a number beyond 2^53', () => {
    const outcome = readSubmitResponse(answer('{"code":1,"result":1760000000000123456}'), imagine);
    expect(outcome).toMatchObject({
      upstreamId: '1760000000000123456',
      answer: { body: { result: '1760000000000123456' } },
    });
  });

  it('finishes an upload at once, with its addresses only in the response', () => {
    const result = ['https://cdn.example/1.png'];
    const outcome = readSubmitResponse(answer({ code: 1, result }), { ...imagine, action: 'UPLOAD' });
    expect(outcome).toMatchObject({ upstreamId: '', report: { status: 'SUCCESS' }, answer: { body: { result } } });
    expect(JSON.stringify((outcome as { report: unknown }).report)).not.toContain('cdn.example');
  });

  it('charges a face swap only for code 1', () => {
    const free = [1, 21, 22].map(code => {
      const outcome = readSubmitResponse(answer({ code, result: '17' }), { ...imagine, action: 'SWAP_FACE' });
      return outcome.kind === 'accepted' && outcome.isFree === true;
    });
    expect(free).toEqual([false, true, true]);
  });

  it('counts as refused without an id, and is not retried because the work may run', () => {
    expect(readSubmitResponse(answer({ code: 1 }), imagine)).toMatchObject({ kind: 'refused', mayRetry: false });
  });
});

describe('a refused submission', () => {
  it.each([
    [{ code: 24, description: 'may contain sensitive words' }, 200, 'badRequest', false],
    [{ code: 4, description: 'validation error' }, 200, 'badRequest', false],
    [{ code: 99, description: 'odd' }, 200, 'badRequest', false],
    [{ code: 3, description: 'related task not found' }, 404, 'badRequest', false],
    [{ code: 9, description: 'system error' }, 200, 'broken', true],
    [{ code: 23, description: 'queue is full' }, 200, 'busy', true],
  ])('with %j is passed on', (body, status, failureKind, mayRetry) => {
    expect(readSubmitResponse(answer(body, status), imagine)).toMatchObject({
      failureKind,
      mayRetry,
      code: body.code,
      reason: body.description,
      answer: { status, body },
    });
  });

  it.each(['no available account instance', '无可用的账号实例', 'No available account instance'])(
    'proves a bad account by "%s", unless the caller narrowed the choice',
    description => {
      const response = answer({ code: 3, description });
      expect(readSubmitResponse(response, imagine)).toMatchObject({ mayRetry: true, shouldDisableChannel: true });
      expect(readSubmitResponse(response, { ...imagine, isNarrowed: true })).toMatchObject({
        shouldDisableChannel: false,
      });
      expect(readSubmitResponse(response, { ...imagine, isFollowUp: true })).toMatchObject({
        shouldDisableChannel: false,
      });
    },
  );

  it('for an overloaded upstream is a 429 with the text of the gateway', () => {
    expect(readSubmitResponse(answer({ code: 30, description: 'group vip of gw2 saturated' }), imagine).answer).toEqual(
      {
        status: 429,
        body: expect.objectContaining({ code: 30, description: expect.stringMatching(/^the upstream load/) }),
      },
    );
    expect(readSubmitResponse(answer('', 429), imagine).answer.status).toBe(429);
  });

  it.each([
    ['', 401, 'do_request_failed', true, true],
    ['<html>', 502, 'do_request_failed', true, undefined],
    ['<html>', 404, 'do_request_failed', true, undefined],
    ['', 200, 'empty_response_body', false, undefined],
    ['{"code":1,"result":', 200, 'unmarshal_response_body_failed', false, undefined],
    ['[[null]]', 200, 'unmarshal_response_body_failed', false, undefined],
    ['{"code":{}}', 500, 'unmarshal_response_body_failed', false, undefined],
  ])('by %j with status %i is %s', (text, status, description, mayRetry, shouldDisableChannel) => {
    const outcome = readSubmitResponse(answer(text, status), imagine);
    expect(outcome).toMatchObject({
      kind: 'refused',
      mayRetry,
      answer: { status: 400, body: { description, code: 5 } },
    });
    expect((outcome as { shouldDisableChannel?: boolean }).shouldDisableChannel).toBe(shouldDisableChannel);
  });

  it('without a response is retried only when the request was never sent', () => {
    expect(readSubmitResponse({ fault: 'unreachable', isUnsent: true }, imagine)).toMatchObject({
      mayRetry: true,
    });
    expect(readSubmitResponse({ fault: 'timeout', isUnsent: false }, imagine)).toMatchObject({
      mayRetry: false,
      code: 5,
    });
  });

  it('has no address in the logged reason', () => {
    const response = answer({ code: 4, description: 'cannot reach http://10.0.0.5:8080/mj, sorry' });
    expect(readSubmitResponse(response, imagine)).toMatchObject({ reason: 'cannot reach […] sorry' });
  });
});
