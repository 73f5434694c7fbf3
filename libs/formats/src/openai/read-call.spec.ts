import { encodeSeal, sealedCallId } from '../canonical/seal';
import { type ChatCall } from '../canonical/chat';
import { readCall } from './read-call';

function read(...messages: readonly unknown[]): ChatCall {
  return readCall({ model: 'm', messages });
}

function blocks(...parts: readonly unknown[]): unknown {
  return read({ role: 'user', content: parts }).messages[0]?.blocks;
}

describe('messages of a chat call', () => {
  it('keep their roles, names and order', () => {
    const call = read(
      { role: 'system', content: 'be brief' },
      { role: 'developer', content: [{ type: 'text', text: 'in German' }] },
      { role: 'user', content: 'hi', name: 'ada' },
      { role: 'assistant', content: 'hello' },
    );
    expect(call).toEqual({
      messages: [
        { role: 'system', blocks: [{ type: 'text', text: 'be brief' }] },
        { role: 'developer', blocks: [{ type: 'text', text: 'in German' }] },
        { role: 'user', blocks: [{ type: 'text', text: 'hi' }], name: 'ada' },
        { role: 'assistant', blocks: [{ type: 'text', text: 'hello' }] },
      ],
      tools: [],
      settings: {},
      extraFields: [],
    });
  });

  it.each([
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'a' },
    ],
    ['a', { type: 'text', text: 'a' }],
    [
      { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } },
      { type: 'text', text: 'a', cache: { ttl: '1h' } },
    ],
    [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC', detail: 'low' } },
      { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AAEC' }, detail: 'low' },
    ],
    [
      { type: 'image_url', image_url: 'https://p.example/a.png' },
      { type: 'image', source: { kind: 'url', url: 'https://p.example/a.png' } },
    ],
    [
      { type: 'image', image: 'https://p.example/a.png' },
      { type: 'image', source: { kind: 'url', url: 'https://p.example/a.png' } },
    ],
    [
      { type: 'input_audio', input_audio: { data: 'AAEC', format: 'mp3' } },
      { type: 'audio', data: 'AAEC', format: 'mp3' },
    ],
    [
      { type: 'video_url', video_url: { url: 'https://p.example/a.mp4' } },
      { type: 'video', source: { kind: 'url', url: 'https://p.example/a.mp4' } },
    ],
    [
      { type: 'file', file: { file_id: 'file-1' } },
      { type: 'file', source: { kind: 'stored', id: 'file-1' } },
    ],
    [
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAEC' } },
      { type: 'file', source: { kind: 'data', mime: 'application/pdf', data: 'AAEC' }, name: 'a.pdf' },
    ],
    [
      { type: 'file', file: { filename: 'a.pdf', file_data: 'AAEC' } },
      { type: 'file', source: { kind: 'data', mime: 'application/pdf', data: 'AAEC' }, name: 'a.pdf' },
    ],
  ])('read the part %j', (part, block) => {
    expect(blocks(part)).toEqual([block]);
  });

  it('accept content that is one part instead of a list', () => {
    expect(read({ role: 'user', content: { type: 'text', text: 'a' } }).messages[0]?.blocks).toEqual([
      { type: 'text', text: 'a' },
    ]);
  });

  it("put tool results into one message with the user's next text", () => {
    const call = read(
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
          { id: 'b', type: 'custom', custom: { name: 'g', input: 'free' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'two' }] },
      { role: 'user', content: 'and?' },
      { role: 'user', content: 'well?' },
    );
    expect(call.messages).toEqual([
      {
        role: 'assistant',
        blocks: [
          { type: 'toolCall', id: 'a', name: 'f', arguments: '{"x":1}', kind: 'function' },
          { type: 'toolCall', id: 'b', name: 'g', arguments: 'free', kind: 'custom' },
        ],
      },
      {
        role: 'user',
        blocks: [
          { type: 'toolResult', callId: 'a', content: [{ type: 'text', text: 'one' }] },
          { type: 'toolResult', callId: 'b', content: [{ type: 'text', text: 'two' }] },
          { type: 'text', text: 'and?' },
        ],
      },
      { role: 'user', blocks: [{ type: 'text', text: 'well?' }] },
    ]);
  });

  it('give deprecated function calls an id, which their results are matched to', () => {
    const call = readCall({
      functions: [{ name: 'f', parameters: { type: 'object' } }],
      function_call: { name: 'f' },
      messages: [
        { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
        { role: 'function', name: 'f', content: 'done' },
      ],
    });
    expect(call).toEqual({
      messages: [
        {
          role: 'assistant',
          blocks: [{ type: 'toolCall', id: 'call_f_0', name: 'f', arguments: '{}', kind: 'function' }],
        },
        {
          role: 'user',
          blocks: [{ type: 'toolResult', callId: 'call_f_0', name: 'f', content: [{ type: 'text', text: 'done' }] }],
        },
      ],
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
      settings: { toolChoice: { type: 'tool', name: 'f' } },
      extraFields: [],
    });
  });

  it('read every field of an assistant message', () => {
    const call = read({
      role: 'assistant',
      reasoning_content: 'hm',
      reasoning: 'hm',
      content: [
        { type: 'text', text: 'yes' },
        { type: 'refusal', refusal: 'no' },
      ],
      annotations: [
        { type: 'url_citation', url_citation: { url: 'https://s.example', title: 'S', start_index: 0, end_index: 3 } },
      ],
      audio: { id: 'audio_1' },
      images: [{ type: 'image_url', index: 0, image_url: { url: 'data:image/png;base64,AA==' } }],
      refusal: null,
      function_call: null,
      tool_calls: null,
    });
    expect(call.messages[0]?.blocks).toEqual(
      [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'yes' },
        { type: 'refusal', text: 'no' },
        { type: 'audio', data: '', format: '', id: 'audio_1' },
        { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA==' } },
      ].map(block => (block.type === 'text' ? { ...block, citations: [CITATION] } : block)),
    );
    expect(call.extraFields).toEqual([]);
  });
});

const CITATION = { url: 'https://s.example', title: 'S', start: 0, end: 3 };

describe('seals in ids of tool calls', () => {
  const anthropic = { provider: 'anthropic', kind: 'signature', value: 'sig' } as const;
  const redacted = { provider: 'anthropic', kind: 'redacted', value: 'xyz' } as const;
  const google = { provider: 'google', kind: 'signature', value: 'thought' } as const;

  it('become reasoning before the call, and the call gets the provider’s own id back', () => {
    const id = sealedCallId('toolu_1', { seal: anthropic, text: 'think' });
    const call = read(
      {
        role: 'assistant',
        content: 'I look.',
        reasoning_content: 'think',
        tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: id, content: 'ok' },
    );
    expect(call.messages).toEqual([
      {
        role: 'assistant',
        blocks: [
          { type: 'reasoning', text: 'think', seal: anthropic },
          { type: 'text', text: 'I look.' },
          { type: 'toolCall', id: 'toolu_1', name: 'f', arguments: '{}', kind: 'function' },
        ],
      },
      { role: 'user', blocks: [{ type: 'toolResult', callId: 'toolu_1', content: [{ type: 'text', text: 'ok' }] }] },
    ]);
  });

  it('keep their order when there are several, and stand before the call that they led to', () => {
    const first = sealedCallId(sealedCallId('a', { seal: anthropic, text: 'one' }), { seal: redacted, text: '' });
    const second = sealedCallId('b', { seal: { ...anthropic, value: 'other' }, text: 'two' });
    const again = sealedCallId('c', { seal: redacted, text: '' });
    const calls = [first, second, again].map(id => ({ id, function: { name: 'f', arguments: '{}' } }));
    const [message] = read({ role: 'assistant', content: '', tool_calls: calls }).messages;
    expect(message?.blocks.map(block => (block.type === 'toolCall' ? block.id : block))).toEqual([
      { type: 'reasoning', text: 'one', seal: anthropic },
      { type: 'reasoning', text: '', seal: redacted },
      'a',
      { type: 'reasoning', text: 'two', seal: { ...anthropic, value: 'other' } },
      'b',
      'c',
    ]);
  });

  it('belong to the call itself when the provider signs calls', () => {
    const id = sealedCallId('g1', { seal: google, text: '' });
    const [message] = read({
      role: 'assistant',
      tool_calls: [{ id, function: { name: 'f', arguments: '{}' } }],
    }).messages;
    expect(message?.blocks).toEqual([
      { type: 'toolCall', id: 'g1', name: 'f', arguments: '{}', kind: 'function', seal: google },
    ]);
  });

  it('are not invented when a foreign id only looks like one with a seal', () => {
    const id = `x_${encodeSeal({ seal: google, text: '' }).slice(0, -9)}!`;
    const [message] = read({ role: 'assistant', tool_calls: [{ id, function: { name: 'f' } }] }).messages;
    expect(message?.blocks).toMatchObject([{ type: 'toolCall', id }]);
  });
});
