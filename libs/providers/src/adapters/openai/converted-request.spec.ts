import { type JsonObject } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { bodySent, testCall } from '../../testing/adapter-conformance';
import { openai } from './index';

function claude(model: string, fields: JsonObject = {}): UpstreamCall {
  return testCall(
    { model: 'x', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }], ...fields },
    { format: 'anthropic', model },
  );
}

describe('chats of other formats at OpenAI', () => {
  it.each([
    ['gpt-4.1', 'high', undefined, ['reasoning_effort']],
    ['gpt-5-chat-latest', 'high', undefined, ['reasoning_effort']],
    ['o3', 'max', 'high', ['reasoning_effort']],
    ['o3', 'low', 'low', []],
    ['gpt-5', 'xhigh', 'high', ['reasoning_effort']],
    ['gpt-5.1', 'medium', 'medium', []],
    ['gpt-5.2', 'xhigh', 'xhigh', []],
    ['gpt-5.2', 'max', 'xhigh', ['reasoning_effort']],
    ['gpt-5.6', 'max', 'max', []],
    ['llama-3', 'max', 'max', []],
  ])('for %s with effort %s request %s', (model, effort, expected, lost) => {
    const call = claude(model, { output_config: { effort } });
    expect(bodySent(openai, call).reasoning_effort).toBe(expected);
    expect(call.dropped.list).toEqual(lost);
  });

  it('request a search only from models with search', () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
    const plain = claude('gpt-4.1', { tools });
    expect(bodySent(openai, plain)).not.toHaveProperty('web_search_options');
    expect(plain.dropped.list).toContain('tools.web_search');
    expect(bodySent(openai, claude('gpt-4o-search-preview', { tools }))).toHaveProperty('web_search_options');
  });

  it.each([
    ['gpt-5', false],
    ['o3', false],
    ['o3-mini', false],
    ['gpt-5-chat-latest', true],
    ['gpt-4.1', true],
  ])('for %s keep stop sequences: %s', (model, isTaken) => {
    const call = claude(model, { stop_sequences: ['END'] });
    expect('stop' in bodySent(openai, call)).toBe(isTaken);
    expect(call.dropped.list.includes('stop')).toBe(!isTaken);
  });

  it('name the fields that a family of models refuses', () => {
    const call = claude('o4-mini', { temperature: 0.5, system: 'brief' });
    expect(bodySent(openai, call)).toEqual({
      model: 'o4-mini',
      messages: [
        { role: 'developer', content: 'brief' },
        { role: 'user', content: 'hi' },
      ],
      max_completion_tokens: 9,
    });
    expect(call.dropped.list).toEqual(['temperature']);
  });

  it.each([
    ['a name as long as is taken', 'u'.repeat(64), 'u'.repeat(64)],
    ['the longer name of a program', JSON.stringify({ device_id: 'd'.repeat(64) }), expect.stringMatching(/^\w{64}$/)],
  ])('carry the end user: %s', (_name, user, sent) => {
    const metadata = { user_id: user };
    expect(bodySent(openai, claude('gpt-4.1', { metadata }))).toHaveProperty('user', sent);
    // Only the Responses API serves this model.
    expect(bodySent(openai, claude('gpt-5-pro', { metadata }))).toHaveProperty('user', sent);
  });

  it('request usage of streams when the channel accepts the option', () => {
    const stream = (addUsageOption: boolean): unknown =>
      bodySent(
        openai,
        testCall({ ...claude('gpt-4.1').parsed }, { format: 'anthropic', isStream: true, addUsageOption }),
      );
    expect(stream(true)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(stream(false)).not.toHaveProperty('stream_options');
  });
});

describe('other endpoints of type 1 (OpenAI)', () => {
  it('drop fields that gpt-image models refuse, and only for those models', () => {
    const image = (model: string): Record<string, unknown> =>
      bodySent(openai, testCall({ model, prompt: 'x', response_format: 'url' }, { endpoint: 'imageGenerations' }));
    expect(image('gpt-image-1')).toEqual({ model: 'gpt-image-1', prompt: 'x' });
    expect(image('dall-e-3')).toHaveProperty('response_format', 'url');
  });
});
