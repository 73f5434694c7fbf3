import { ConversationMemory } from './conversation-memory';

type Message = Readonly<Record<string, unknown>>;

function user(content: unknown): Message {
  return { role: 'user', content };
}

function said(content: unknown): Message {
  return { role: 'assistant', content };
}

let memory: ConversationMemory;
beforeEach(() => (memory = new ConversationMemory()));

/** Asks, and lets a channel serve it. @returns the channel that had served the conversation before */
function ask(messages: readonly Message[], channelId: number, { tokenId = 1, model = 'm' } = {}): number | null {
  const call = memory.of(tokenId, model, { messages });
  call?.served(channelId);
  return call?.kept?.channelId ?? null;
}

describe('a conversation that nobody names', () => {
  it('is led to the channel of its last call', () => {
    expect(ask([user('a')], 7)).toBeNull();
    expect(ask([user('a'), said('b'), user('c')], 7)).toBe(7);
    expect(ask([user('a'), said('b'), user('c'), said('d'), user('e')], 8)).toBe(7);
    expect(ask([user('a'), said('b'), user('c'), said('d'), user('e'), said('f'), user('g')], 8)).toBe(8);
  });

  it('goes on from an earlier call where the last one was never seen', () => {
    ask([user('a')], 7);
    expect(ask([user('a'), said('b'), user('c'), said('d'), user('e')], 7)).toBe(7);
  });

  it('keeps one name for the keys of a channel', () => {
    memory.of(1, 'm', { messages: [user('a')] })?.served(7);
    const second = memory.of(1, 'm', { messages: [user('a'), said('b'), user('c')] });
    second?.served(7);
    const third = memory.of(1, 'm', { messages: [user('a'), said('b'), user('c'), said('d'), user('e')] });
    expect(second?.kept?.name).toEqual(expect.any(String));
    expect(third?.kept?.name).toBe(second?.kept?.name);
  });

  it('is told apart by its messages, its key and its model', () => {
    ask([user('a')], 7);
    const next = [user('a'), said('b'), user('c')];
    expect(ask([user('other'), said('b'), user('c')], 7)).toBeNull();
    expect(ask(next, 7, { tokenId: 2 })).toBeNull();
    expect(ask(next, 7, { model: 'other' })).toBeNull();
  });

  it('is no conversation where calls only share examples at their beginning', () => {
    const examples = [user('2+2'), said('4'), user('3+3'), said('6')];
    for (const question of ['4+4', '5+5', '6+6']) expect(ask([...examples, user(question)], 7)).toBeNull();
  });

  it('is not one where the same prompt comes again', () => {
    expect([ask([user('ping')], 7), ask([user('ping')], 8)]).toEqual([null, null]);
  });

  it('is found although the marks of the cache have moved', () => {
    const marked = (content: string, isMarked: boolean) =>
      user([{ type: 'text', text: content, ...(isMarked && { cache_control: { type: 'ephemeral' } }) }]);
    ask([marked('a', true)], 7);
    expect(ask([marked('a', false), said('b'), marked('c', true)], 7)).toBe(7);
  });

  it.each<[string, (turns: readonly string[]) => Readonly<Record<string, unknown>>]>([
    [
      'Gemini',
      turns => ({ contents: turns.map((text, at) => ({ role: at % 2 ? 'model' : 'user', parts: [{ text }] })) }),
    ],
    [
      'Responses',
      turns => ({ input: turns.map((text, at) => ({ role: at % 2 ? 'assistant' : 'user', content: text })) }),
    ],
  ])('is found in the form of %s', (_format, bodyOf) => {
    memory.of(1, 'm', bodyOf(['a']))?.served(7);
    expect(memory.of(1, 'm', bodyOf(['a', 'b', 'c']))?.kept?.channelId).toBe(7);
  });

  it('is found behind the results of tools', () => {
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', function: { name: 'f', arguments: '{}' } }],
    };
    const result = { role: 'tool', tool_call_id: 'c1', content: 'done' };
    ask([user('a')], 7);
    expect(ask([user('a'), call, result], 7)).toBe(7);
    expect(ask([user('a'), call, result, said('b'), user('c')], 7)).toBe(7);
  });

  it.each([
    [{}],
    [{ messages: [] }],
    [{ input: 'one text' }],
    [{ messages: 'x' }],
    [{ messages: Array(1001).fill('x') }],
  ])('is not looked for in %j', parsed => {
    expect(memory.of(1, 'm', parsed)).toBeNull();
  });
});
