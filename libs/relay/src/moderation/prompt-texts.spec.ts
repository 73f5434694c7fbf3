import { promptTexts } from './prompt-texts';

function textsOf(body: unknown) {
  return [...promptTexts(body)].sort();
}

const BASE64 = 'QUJD'.repeat(40);

describe('the texts of a body that moderation reads', () => {
  it('are those of all roles, tools and results of the OpenAI form', () => {
    const body = {
      model: 'm',
      messages: [
        { role: 'system', content: 'one' },
        { role: 'user', name: 'two', content: [{ type: 'text', text: 'three' }] },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'four', arguments: '{"a":5}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'six' },
      ],
      tools: [{ type: 'function', function: { name: 'seven', description: 'eight' } }],
    };
    expect(textsOf(body)).toEqual(['eight', 'four', 'one', 'seven', 'six', 'three', 'two', '{"a":5}'].sort());
  });

  it('are those of the Anthropic form, with tool input of any names', () => {
    const body = {
      system: [{ type: 'text', text: 'one', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 't', name: 'two', input: { type: 'three', id: 'four' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'five' }] },
      ],
    };
    expect(textsOf(body)).toEqual(['five', 'four', 'one', 'three', 'two']);
  });

  it('are those of the Gemini and the Responses form', () => {
    expect(textsOf({ contents: [{ role: 'user', parts: [{ text: 'one' }] }] })).toEqual(['one']);
    const input = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'two' }] }];
    expect(textsOf({ input, instructions: 'three' })).toEqual(['three', 'two']);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['a prompt', { model: 'm', prompt: 'one' }, ['one']],
    ['prompts', { prompt: ['one', 'two'] }, ['one', 'two']],
    ['embeddings of texts', { input: ['one', 'two'] }, ['one', 'two']],
    ['embeddings of tokens', { input: [1, 2] }, []],
    ['rerank', { query: 'one', documents: ['two', { text: 'three' }] }, ['one', 'three', 'two']],
    ['speech', { input: 'one', voice: 'two', instructions: 'three' }, ['one', 'three', 'two']],
  ])('are found in %s', (_what, body, texts) => {
    expect(textsOf(body)).toEqual(texts);
  });

  it.each<[string, unknown]>([
    ['an address of data', { image_url: { url: `data:image/png;base64,${BASE64}` } }],
    ['bytes', { source: { type: 'base64', media_type: 'image/png', data: BASE64 } }],
    ['bytes of Gemini', { inlineData: { mimeType: 'image/png', data: BASE64 } }],
    ['sealed reasoning', { type: 'reasoning', encrypted_content: BASE64 }],
  ])('are not %s', (_what, body) => {
    expect(textsOf(body)).toEqual([]);
  });

  it('include prose in a field for bytes', () => {
    expect(textsOf({ data: 'plain prose' })).toEqual(['plain prose']);
    expect(textsOf({ role: 'a sentence instead of a role' })).toEqual(['a sentence instead of a role']);
  });
});
