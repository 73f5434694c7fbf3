import {
  contextOf,
  defaultSettings,
  newAnswer,
  newQuestion,
  requestFor,
  splitThought,
  titleOf,
  type ChatMessage,
  type ChatSession,
} from './conversation';

function question(id: string, text = id, images: readonly string[] = []): ChatMessage {
  return newQuestion({ id, createAt: 1 }, { text, images });
}

function answer(id: string, content = id): ChatMessage {
  return {
    ...newAnswer({ id, createAt: 1 }),
    status: 'complete',
    content,
  };
}

function session(messages: readonly ChatMessage[], clearedAfter: string | null = null): ChatSession {
  return {
    id: 's',
    createAt: 1,
    messages,
    clearedAfter,
  };
}

describe('the request for an answer', () => {
  it('begins with the system prompt and holds all messages before the answer', () => {
    const talk = session([question('q1'), answer('a1'), question('q2'), answer('a2', '')]);
    const settings = { ...defaultSettings, group: 'vip', system: ' Be kind. ', max_tokens: 5, temperature: 0.3 };
    expect(requestFor(talk, 'a2', settings)).toEqual({
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'q1' },
        { role: 'assistant', content: 'a1' },
        { role: 'user', content: 'q2' },
      ],
      stream: true,
      model: 'gpt-4o-mini',
      group: 'vip',
      max_tokens: 5,
      temperature: 0.3,
    });
  });

  it('has no system message when the prompt is empty', () => {
    const { messages } = requestFor(session([question('q')]), 'a', { ...defaultSettings, system: ' ' });
    expect(messages).toEqual([{ role: 'user', content: 'q' }]);
  });

  it('leaves out answers without text, such as those that failed', () => {
    const { messages } = requestFor(session([question('q1'), answer('a1', ''), question('q2')]), 'x', defaultSettings);
    expect(messages.slice(1).map(({ content }) => content)).toEqual(['q1', 'q2']);
  });

  it('holds no message from before the context was cleared', () => {
    const talk = session([question('q1'), answer('a1'), question('q2')], 'a1');
    expect(requestFor(talk, 'x', defaultSettings).messages.slice(1)).toEqual([{ role: 'user', content: 'q2' }]);
    expect(contextOf(session([question('q1')], 'q1'))).toEqual([]);
  });

  it('carries images as parts, with a text part only when there is text', () => {
    const talk = session([question('q', 'look', ['data:1']), question('r', '', ['data:2'])]);
    expect(requestFor(talk, 'x', { ...defaultSettings, system: '' }).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:1' } },
        ],
      },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:2' } }] },
    ]);
  });
});

describe('the title of a session', () => {
  it('is its first question on one line, cut when it is long', () => {
    expect(titleOf(session([]))).toBe('');
    expect(titleOf(session([question('q', ' two\n lines ')]))).toBe('two lines');
    expect(titleOf(session([question('q', '字'.repeat(40))]))).toBe('字'.repeat(40));
    expect(titleOf(session([question('q', '😀'.repeat(41))]))).toBe(`${'😀'.repeat(40)}…`);
  });

  it('is the name that the reader set, if any', () => {
    expect(titleOf({ ...session([question('q', 'two')]), name: 'one' })).toBe('one');
  });
});

describe('reasoning inside an answer', () => {
  it.each([
    ['no thoughts', { thought: '', rest: 'no thoughts' }],
    ['<think>\nhm\n</think>\n\nyes', { thought: 'hm', rest: 'yes' }],
    ['<think>still', { thought: 'still', rest: '' }],
    ['it says <think>', { thought: '', rest: 'it says <think>' }],
  ])('is told apart from the rest in %j', (content, expected) => {
    expect(splitThought(content)).toEqual(expected);
  });
});
