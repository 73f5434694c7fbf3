import { sealedCallId, type ChatReading } from '@formats';
import { moonshot } from '../adapters/moonshot';
import { openai } from '../adapters/openai';
import { type UpstreamCall } from '../contract/upstream';
import { bodySent, testCall, testTarget } from '../testing/adapter-conformance';

const seal = { provider: 'anthropic', kind: 'signature', value: 'c2ln' } as const;

function history(id: string): unknown[] {
  return [
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: 'ok' },
  ];
}

describe('a conversation that moves from another provider', () => {
  it('is sent without the seals in its ids, whose length a provider of the chat format refuses', () => {
    const id = sealedCallId('toolu_1', { seal, text: 'a long thought' });
    const sent = bodySent(openai, testCall({ model: 'gpt-4.1', messages: history(id) }));
    expect(sent.messages).toEqual(history('toolu_1'));
  });

  it('passes as bytes when an id only resembles a sealed one', () => {
    const call = testCall({ model: 'gpt-4.1', messages: history('call_slseal1_x') });
    expect(openai.buildRequest(call, testTarget(openai)).body).toBe(call.body);
  });
});

describe('answers for callers of other formats', () => {
  const patch = { type: 'custom', name: 'patch', format: { type: 'text' } };
  const ask = (): UpstreamCall =>
    testCall({ model: 'kimi-k3', input: 'hi', tools: [patch] }, { format: 'responses', model: 'kimi-k3' });

  function readingOf(call: UpstreamCall): ChatReading {
    const { answer } = moonshot.buildRequest(call, testTarget(moonshot));
    if (answer?.kind !== 'chat') throw new Error('there is no reading');
    return answer;
  }

  it('contain calls of custom tools, although the provider only knows functions', () => {
    expect(bodySent(moonshot, ask()).tools).toMatchObject([{ type: 'function', function: { name: 'patch' } }]);
    const call = { id: 'a', function: { name: 'patch', arguments: '{"input":"*** Begin"}' } };
    const body = { choices: [{ message: { tool_calls: [call] }, finish_reason: 'tool_calls' }] };
    const made = [{ type: 'toolCall', id: 'a', name: 'patch', arguments: '*** Begin', kind: 'custom' }];
    expect(readingOf(ask()).readAnswer(body).choices[0]?.blocks).toEqual(made);
  });

  it.each([
    [{ error: { message: 'x' } }, true],
    [{ error: 'x' }, true],
    [{ code: 429, message: 'slow down' }, true],
    [{ choices: [], code: 0 }, false],
    [{ choices: [{ message: { content: 'x' } }], error: null }, false],
  ])('are separated from errors inside HTTP 200: %j', (body, isError) => {
    expect(readingOf(ask()).isError?.(body)).toBe(isError);
  });
});
