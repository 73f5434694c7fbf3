import { type ChatBlock } from '../canonical/chat';
import { at } from '../json/read-value';
import { call, result, say, write } from './testing-calls';

describe('messages for the Messages API', () => {
  it('have the instructions first and then the user and the assistant in turn', () => {
    const { body, messages, dropped } = write({
      messages: [
        say('system', 'a'),
        say('developer', 'b'),
        say('user', 'c'),
        say('user', 'd'),
        say('assistant', 'e'),
        say('system', 'f'),
      ],
    });
    expect(body.system).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
    expect(messages).toEqual([
      ['user', ['c', 'd']],
      ['assistant', ['e']],
      ['user', ['f']],
    ]);
    expect(dropped).toEqual(['message.role']);
  });

  it('have the results of one turn together, at the beginning, and in the order of the calls', () => {
    const { messages } = write({
      messages: [
        say('user', 'q'),
        say('assistant', call('a'), 'said', call('b')),
        say('user', result('b', '2')),
        say('user', 'and', result('a', '1')),
      ],
    });
    expect(messages).toEqual([
      ['user', ['q']],
      ['assistant', ['said', 'call a', 'call b']],
      ['user', ['result a: 1', 'result b: 2', 'and']],
    ]);
  });

  it('have a result for every call and a call for every result', () => {
    const { messages, dropped } = write({
      messages: [
        say('user', result('lost'), 'q'),
        say('assistant', call('a'), call('b')),
        say('user', result('a', '1'), result('a', 'again')),
        say('assistant', call('c')),
      ],
    });
    expect(messages).toEqual([
      ['user', ['q']],
      ['assistant', ['call a', 'call b']],
      ['user', ['result a: 1', 'result b: result not available']],
      ['assistant', ['call c']],
      ['user', ['result c: result not available']],
    ]);
    expect(dropped).toEqual(['message.tool_result']);
  });

  it('keep two rounds of calls apart when only results lie between them', () => {
    const { messages } = write({
      messages: [say('user', 'q'), say('assistant', call('a')), say('user', result('a')), say('assistant', call('b'))],
    });
    expect(messages.map(([role]) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  });

  it('have ids that the API accepts, each once, and the same in call and result', () => {
    const round = [say('assistant', call('f:0')), say('user', result('f:0'))];
    const { messages } = write({ messages: [say('user', 'q'), ...round, ...round] });
    expect(messages.slice(1)).toEqual([
      ['assistant', ['call f_0']],
      ['user', ['result f_0: ok']],
      ['assistant', ['call f_0_2']],
      ['user', ['result f_0_2: ok']],
    ]);
  });

  it('begin with the user and hold no blank text', () => {
    const { messages } = write({
      messages: [say('assistant', 'a'), say('user', ' ', '\n'), say('assistant', '', 'b'), say('user', 'c')],
    });
    expect(messages).toEqual([
      ['user', ['…']],
      ['assistant', ['a', 'b']],
      ['user', ['c']],
    ]);
  });

  it('end with an answer that the caller began when the model can continue it', () => {
    const messages = [say('user', 'q'), say('assistant', 'The answer is  ')];
    expect(write({ messages }).messages.at(-1)).toEqual(['assistant', ['The answer is']]);
    const refused = write({ messages }, 'claude-opus-4-6');
    expect(refused.messages.at(-1)).toEqual(['user', ['…']]);
    expect(refused.dropped).toEqual(['message.prefill']);
    const thinking = write({ messages, settings: { reasoning: { budgetTokens: 2000 } } });
    expect(thinking.messages.at(-1)).toEqual(['user', ['…']]);
  });

  it('return thinking that the provider sealed, and no other', () => {
    const messages = [
      say('user', 'q'),
      say(
        'assistant',
        { type: 'reasoning', text: 'own', seal: { provider: 'anthropic', kind: 'signature', value: 's' } },
        { type: 'reasoning', text: '', seal: { provider: 'anthropic', kind: 'redacted', value: 'r' } },
        { type: 'reasoning', text: 'foreign', seal: { provider: 'google', kind: 'signature', value: 's' } },
        { type: 'reasoning', text: 'bare' },
        'a',
      ),
      say('user', 'q'),
    ];
    const { messages: sent, dropped } = write({ messages });
    expect(sent[1]).toEqual(['assistant', ['thinking own', 'redacted_thinking', 'a']]);
    expect(dropped).toEqual(['message.reasoning', 'message.reasoning_signature']);
    expect(write({ messages }, 'claude-3-5-haiku-20241022').messages[1]).toEqual(['assistant', ['a']]);
  });

  it('give images the type that their bytes show', () => {
    const image = (mime: string, data: string): ChatBlock => ({
      type: 'image',
      source: { kind: 'data', mime, data },
    });
    const { body, dropped } = write({
      messages: [say('user', image('image/png', '/9j/AAAA'), image('image/tiff', 'AAAA'))],
    });
    expect(at(body, 'messages', 0, 'content')).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: '/9j/AAAA' } },
    ]);
    expect(dropped).toEqual(['message.image']);
  });

  it('hold documents as data, text, address, or stored file', () => {
    const text = Buffer.from('né').toString('base64');
    const { body } = write({
      messages: [
        say(
          'user',
          { type: 'file', source: { kind: 'data', mime: 'application/pdf', data: 'AA' }, name: 'a.pdf' },
          { type: 'file', source: { kind: 'data', mime: 'text/markdown', data: text }, cache: { ttl: '5m' } },
          { type: 'file', source: { kind: 'url', url: 'https://a.example/d' } },
          { type: 'file', source: { kind: 'stored', id: 'file_1' } },
        ),
      ],
    });
    expect(at(body, 'messages', 0, 'content')).toEqual([
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AA' }, title: 'a.pdf' },
      {
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'né' },
        cache_control: { type: 'ephemeral' },
      },
      { type: 'document', source: { type: 'url', url: 'https://a.example/d' } },
      { type: 'document', source: { type: 'file', file_id: 'file_1' } },
    ]);
  });

  it('hold results with images and errors', () => {
    const content = [
      { type: 'text', text: 'see' },
      { type: 'image', source: { kind: 'url', url: 'https://a.example/p' } },
    ] as const;
    const { body } = write({
      messages: [
        say('user', 'q'),
        say('assistant', call('a')),
        say('user', { type: 'toolResult', callId: 'a', content, isError: true }),
      ],
    });
    expect(at(body, 'messages', 2, 'content', 0)).toEqual({
      type: 'tool_result',
      tool_use_id: 'a',
      is_error: true,
      content: [
        { type: 'text', text: 'see' },
        { type: 'image', source: { type: 'url', url: 'https://a.example/p' } },
      ],
    });
  });

  it('hold arguments that are not an object under a key of their own', () => {
    const messages = [say('user', 'q'), say('assistant', call('a', '{"cut'), call('b', ''))];
    const { body, dropped } = write({ messages });
    expect(at(body, 'messages', 1, 'content')).toMatchObject([{ input: { _raw: '{"cut' } }, { input: {} }]);
    expect(dropped).toEqual(['message.arguments']);
  });

  it('have at most four cache marks, the last ones, and no long one after a short one', () => {
    const marked = (text: string, ttl: '5m' | '1h'): ChatBlock => ({ type: 'text', text, cache: { ttl } });
    const { body, dropped } = write({
      messages: [
        say('system', marked('a', '1h'), marked('b', '1h')),
        say('user', marked('c', '1h'), marked('d', '5m'), marked('e', '1h')),
      ],
    });
    expect(at(body, 'system')).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b', cache_control: { type: 'ephemeral', ttl: '1h' } },
    ]);
    expect(at(body, 'messages', 0, 'content')).toMatchObject([
      { cache_control: { ttl: '1h' } },
      { cache_control: { type: 'ephemeral' } },
      { cache_control: { type: 'ephemeral' } },
    ]);
    expect(at(body, 'messages', 0, 'content', 2, 'cache_control')).toEqual({ type: 'ephemeral' });
    expect(dropped).toEqual(['message.cache_control']);
  });
});
