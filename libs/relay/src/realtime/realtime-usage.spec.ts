import { usageOfResponse } from './realtime-usage';

function read(usage: unknown) {
  return usageOfResponse({ type: 'response.done', response: { usage } });
}

describe('the usage of a realtime response', () => {
  it('is read as the provider reports it, zero included', () => {
    const reported = read({ input_tokens: 0, output_tokens: 0 });
    expect(reported).toMatchObject({ kind: 'reported', isZero: true, usage: { promptTokens: 0, completionTokens: 0 } });
  });

  it('is counted by the gateway when there is none', () => {
    expect(read(undefined).kind).toBe('missing');
    expect(read(null).kind).toBe('missing');
    expect(read([]).kind).toBe('missing');
  });

  it.each([
    [{ input_tokens: -5, output_tokens: 3 }, 'input_tokens'],
    [{ input_tokens: 5, output_tokens: '3' }, 'output_tokens'],
    [{ input_tokens: 5.5, output_tokens: 3 }, 'input_tokens'],
    [{ input_tokens: 1e300, output_tokens: 3 }, 'input_tokens'],
    [{ input_tokens: 5 }, 'output_tokens'],
    [{}, 'input_tokens'],
    [{ input_tokens: 5, output_tokens: 3, input_token_details: { audio_tokens: 'many' } }, 'audio_tokens'],
    [{ input_tokens: 5, output_tokens: 3, output_token_details: { audio_tokens: -1 } }, 'audio_tokens'],
  ])('is counted by the gateway and marked when it is nonsense: %j', (usage, name) => {
    expect(read(usage)).toEqual({ kind: 'nonsense', reason: `${name} is no token count` });
  });
});
