import fc from 'fast-check';
import { encodeSeal, sealedCallId } from '../canonical/seal';
import { type ChatBlock, type ChatCall, type Seal } from '../canonical/chat';
import { readMessagesCall } from './read-call';

function question(fields: Readonly<Record<string, unknown>>): ChatCall {
  return readMessagesCall({ messages: [], ...fields });
}

function blocksOf(content: unknown, role = 'user'): readonly ChatBlock[] {
  return question({ messages: [{ role, content }] }).messages[0]?.blocks ?? [];
}

const BILLING = 'x-anthropic-billing-header: cc_version=2.1.0; cc_entrypoint=cli; cch=4f2a1;';

describe('instructions of a Messages caller', () => {
  it('are read from a text or from blocks', () => {
    const expected = [{ role: 'system', blocks: [{ type: 'text', text: 'be brief' }] }];
    expect(question({ system: 'be brief' }).messages).toEqual(expected);
    expect(question({ system: [{ type: 'text', text: 'be brief' }] }).messages).toEqual(expected);
  });

  it('keep cache marks', () => {
    const marked = { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } };
    expect(question({ system: [marked] }).messages[0]?.blocks).toEqual([
      { type: 'text', text: 'a', cache: { ttl: '1h' } },
    ]);
  });

  it('stay at their place when they stand between other messages', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'system', content: 'b' },
    ];
    expect(question({ messages }).messages.map(message => message.role)).toEqual(['user', 'system']);
  });

  it.each<[string, unknown]>([
    [
      'the first block',
      [
        { type: 'text', text: BILLING },
        { type: 'text', text: 'be brief' },
      ],
    ],
    ['the first line of a text', `${BILLING}\nbe brief`],
    ['the first line of a block', [{ type: 'text', text: `${BILLING}\nbe brief` }]],
  ])('lose the billing line when it is %s', (_place, system) => {
    const blocks = [{ type: 'text', text: 'be brief' }];
    expect(question({ system }).messages).toEqual([{ role: 'system', blocks }]);
    expect(question({ messages: [{ role: 'system', content: system }] }).messages).toEqual([
      { role: 'system', blocks },
    ]);
  });

  it('keep the billing line where it is not the first line of instructions', () => {
    expect(question({ system: `be brief\n${BILLING}` }).messages[0]?.blocks).toEqual([
      { type: 'text', text: `be brief\n${BILLING}` },
    ]);
    expect(blocksOf(BILLING)).toEqual([{ type: 'text', text: BILLING }]);
  });

  it('are absent when there was only the billing line', () => {
    expect(question({ system: BILLING }).messages).toEqual([]);
  });
});

describe('content of a Messages caller', () => {
  it.each<[string, object, ChatBlock]>([
    ['text', { type: 'text', text: 'a' }, { type: 'text', text: 'a' }],
    [
      'an image as data',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } },
      { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA' } },
    ],
    [
      'an image by address, marked',
      { type: 'image', source: { type: 'url', url: 'https://a.example/p' }, cache_control: { type: 'ephemeral' } },
      { type: 'image', source: { kind: 'url', url: 'https://a.example/p' }, cache: { ttl: '5m' } },
    ],
    [
      'a stored image',
      { type: 'image', source: { type: 'file', file_id: 'file_1' } },
      { type: 'image', source: { kind: 'stored', id: 'file_1' } },
    ],
    [
      'a document with a title',
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'AA' },
        title: 't.pdf',
        citations: { enabled: false },
      },
      { type: 'file', source: { kind: 'data', mime: 'application/pdf', data: 'AA' }, name: 't.pdf' },
    ],
    [
      'a document of text',
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'né' } },
      { type: 'file', source: { kind: 'data', mime: 'text/plain', data: Buffer.from('né').toString('base64') } },
    ],
    [
      'a document by address',
      { type: 'document', source: { type: 'url', url: 'https://a.example/d' } },
      { type: 'file', source: { kind: 'url', url: 'https://a.example/d' } },
    ],
    [
      'a document made of blocks',
      { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'a' }] } },
      { type: 'text', text: 'a' },
    ],
    [
      'a call',
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } },
      { type: 'toolCall', id: 'toolu_1', name: 'f', arguments: '{"a":1}', kind: 'function' },
    ],
    [
      'a result as a text',
      { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok', is_error: true },
      { type: 'toolResult', callId: 'toolu_1', content: [{ type: 'text', text: 'ok' }], isError: true },
    ],
    [
      'a result without content',
      { type: 'tool_result', tool_use_id: 't' },
      { type: 'toolResult', callId: 't', content: [] },
    ],
    [
      'a result with an image',
      {
        type: 'tool_result',
        tool_use_id: 't',
        content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } }],
      },
      {
        type: 'toolResult',
        callId: 't',
        content: [{ type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA' } }],
      },
    ],
    [
      'thinking',
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'reasoning', text: 'hm', seal: { provider: 'anthropic', kind: 'signature', value: 's' } },
    ],
    [
      'thinking without a signature',
      { type: 'thinking', thinking: 'hm', signature: '' },
      { type: 'reasoning', text: 'hm' },
    ],
    [
      'redacted thinking',
      { type: 'redacted_thinking', data: 'r' },
      { type: 'reasoning', text: '', seal: { provider: 'anthropic', kind: 'redacted', value: 'r' } },
    ],
  ])('is read: %s', (_name, block, expected) => {
    expect(blocksOf([block])).toEqual([expected]);
    expect(question({ messages: [{ role: 'user', content: [block] }] }).extraFields).toEqual([]);
  });

  it('is named when it has no place', () => {
    const content = [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
      { type: 'container_upload', file_id: 'f' },
      { type: 'text', text: 'a', annotations: [] },
      { type: 'document', source: { type: 'url', url: 'u' }, context: 'c', citations: { enabled: true } },
      { type: 'search_result', title: 'T', source: 'https://a.example', content: [{ type: 'text', text: 'x' }] },
      { type: 'image', source: { type: 'hologram' } },
      7,
    ];
    const { extraFields, messages } = question({
      messages: [{ role: 'assistant', content, weight: 1 }, 'odd'],
      container: 'c',
    });
    expect([...extraFields].sort()).toEqual([
      'container',
      'message.annotations',
      'message.citations',
      'message.container_upload',
      'message.content',
      'message.context',
      'message.image',
      'message.search_result',
      'message.server_tool_use',
      'message.web_search_tool_result',
      'message.weight',
      'messages',
    ]);
    expect(messages[0]?.blocks).toContainEqual({ type: 'text', text: 'T\nhttps://a.example\nx' });
  });

  it('keeps the pages that an earlier answer cited', () => {
    const page = { type: 'web_search_result_location', url: 'https://a.example', title: 'A', encrypted_index: 'e' };
    expect(blocksOf([{ type: 'text', text: 'a', citations: [page] }], 'assistant')).toEqual([
      { type: 'text', text: 'a', citations: [{ url: 'https://a.example', title: 'A' }] },
    ]);
  });

  it('gets back the own ids of calls and results whose ids carry seals', () => {
    const seal: Seal = { provider: 'openai', kind: 'encrypted', value: 'v' };
    const id = sealedCallId('call_1', { seal, text: 'thought' });
    const reasoning: ChatBlock = { type: 'reasoning', text: 'thought', seal };
    const use = { type: 'tool_use', id, name: 'f', input: {} };
    expect(blocksOf([use], 'assistant')).toMatchObject([reasoning, { type: 'toolCall', id: 'call_1' }]);
    const thinking = { type: 'thinking', thinking: 'thought', signature: encodeSeal({ seal, text: '' }) };
    expect(blocksOf([thinking, use], 'assistant')).toMatchObject([reasoning, { type: 'toolCall', id: 'call_1' }]);
    expect(blocksOf([{ type: 'tool_result', tool_use_id: id, content: 'x' }])).toMatchObject([{ callId: 'call_1' }]);
  });
});

it('never throws, whatever the body is', () => {
  const keys = fc.constantFrom(
    'messages',
    'system',
    'tools',
    'tool_choice',
    'thinking',
    'output_config',
    'metadata',
    'stop_sequences',
  );
  fc.assert(
    fc.property(fc.dictionary(keys, fc.jsonValue()), fc.jsonValue(), (body, content) => {
      readMessagesCall(body);
      readMessagesCall({
        messages: [
          { role: 'user', content },
          { role: 'assistant', content: [content] },
        ],
      });
    }),
  );
});
