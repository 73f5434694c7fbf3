import { sessionKeyOf, type SessionSigns } from './session-key';

function key(signs: Partial<SessionSigns>) {
  return sessionKeyOf({ tokenId: 1, headers: {}, parsed: {}, ...signs });
}

describe('the session of a call', () => {
  it.each([
    'x-claude-code-session-id',
    'x-opencode-session',
    'x-session-affinity',
    'x-session-id',
    'session-id',
    'session_id',
    'conversation_id',
    'x-conversation-id',
    'x-task-id',
  ])('is read from the header %s', name => {
    const one = key({ headers: { [name]: 'a7' } });
    expect(one).toMatch(/^[\w-]{22}$/);
    expect(key({ headers: { [name]: 'a8' } })).not.toBe(one);
  });

  it.each<[string, Record<string, unknown>]>([
    ['the end of a user id', { metadata: { user_id: 'user_1f_account_2e_session_c0ffee-1' } }],
    ['a user id of JSON', { metadata: { user_id: '{"device_id":"d","session_id":"c0ffee-1"}' } }],
    ['its own field of the metadata', { metadata: { session_id: 'c0ffee-1' } }],
    ['the cache key', { prompt_cache_key: 'c0ffee-1' }],
    ['a conversation by name', { conversation: 'c0ffee-1' }],
    ['a conversation as an object', { conversation: { id: 'c0ffee-1' } }],
    ['a session field', { session_id: 'c0ffee-1' }],
  ])('is read from %s', (_where, parsed) => {
    expect(key({ parsed })).toBe(key({ headers: { 'x-session-id': 'c0ffee-1' } }));
  });

  it('is read from a header before the body', () => {
    const both = key({ headers: { 'session-id': 'h' }, parsed: { prompt_cache_key: 'b' } });
    expect(both).toBe(key({ headers: { 'session-id': 'h' } }));
  });

  it('belongs to one key of the gateway', () => {
    const headers = { 'x-session-id': 'shared' };
    expect(key({ headers })).not.toBe(key({ headers, tokenId: 2 }));
  });

  it.each<[string, Partial<SessionSigns>]>([
    ['nothing', {}],
    ['a person only', { parsed: { user: 'bob', metadata: { user_id: 'user-17' } } }],
    ['an empty header', { headers: { 'x-session-id': ' ' } }],
    ['a header beyond all measure', { headers: { 'x-session-id': 'x'.repeat(1025) } }],
    ['a number of the single request', { headers: { 'x-client-request-id': '1', 'x-request-id': '2' } }],
    ['odd shapes', { parsed: { metadata: [], conversation: 7, prompt_cache_key: { a: 1 } } }],
    ['broken JSON in a user id', { parsed: { metadata: { user_id: '{"session_id":' } } }],
  ])('is null when the call contains %s', (_what, signs) => {
    expect(key(signs)).toBeNull();
  });
});
