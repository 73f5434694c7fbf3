import { encodeSeal, sealedCallId, type Seal, type JsonObject, at } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { sentTo } from '../../testing/own-protocol';
import { anthropic } from './index';

const google: Seal = { provider: 'google', kind: 'signature', value: 'Z29vZ2xl' };
const ENVELOPE = encodeSeal({ seal: google, text: '' });
const signed = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'sun' };
const asked = { role: 'user', content: 'q' };

function native(history: readonly object[], fields: JsonObject = {}, model = 'claude-sonnet-4-5'): UpstreamCall {
  return testCall({ model, max_tokens: 9000, messages: history, ...fields }, { format: 'anthropic' });
}

function contentOf(sent: unknown, index: number): unknown {
  return at(sent, 'messages', index, 'content');
}

describe('a conversation in the Messages format with answers of other providers', () => {
  it('passes as its bytes when it holds no parts of other providers', () => {
    const history = [
      asked,
      { role: 'assistant', content: [signed, { type: 'text', text: 'a' }, call] },
      { role: 'user', content: [result] },
    ];
    const upstreamCall = native(history, { thinking: { type: 'enabled', budget_tokens: 1024 } });
    expect(anthropic.buildRequest(upstreamCall, testTarget(anthropic)).body).toBe(upstreamCall.body);
    expect(upstreamCall.dropped.isEmpty).toBe(true);
  });

  it('is sent without unsigned reasoning, which is named as a dropped field', () => {
    const unsigned = [
      { ...signed, signature: '' },
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'a' },
    ];
    const upstreamCall = native([asked, { role: 'assistant', content: unsigned }, asked]);
    expect(contentOf(sentTo(anthropic, upstreamCall), 1)).toEqual([{ type: 'text', text: 'a' }]);
    expect(upstreamCall.dropped.list).toEqual(['message.reasoning']);
  });

  it.each([
    ['an envelope', ENVELOPE],
    ['an envelope that was cut', ENVELOPE.slice(0, 14)],
  ])('is sent without %s in any message', (_name, envelope) => {
    const content = [
      { ...signed, signature: envelope },
      { type: 'redacted_thinking', data: envelope },
      { type: 'text', text: 'a' },
    ];
    const upstreamCall = native([asked, { role: 'assistant', content }, asked]);
    expect(contentOf(sentTo(anthropic, upstreamCall), 1)).toEqual([{ type: 'text', text: 'a' }]);
    expect(upstreamCall.dropped.list).toEqual(['message.reasoning', 'message.reasoning_signature']);
  });

  it('is sent without a message that held nothing else', () => {
    const upstreamCall = native([asked, { role: 'assistant', content: [{ ...signed, signature: '' }] }, asked]);
    expect(at(sentTo(anthropic, upstreamCall), 'messages')).toEqual([asked, asked]);
  });

  it('is sent with the provider’s own parts taken out of their envelopes', () => {
    const own = (kind: 'signature' | 'redacted'): string =>
      encodeSeal({ seal: { provider: 'anthropic', kind, value: 'c2ln' }, text: 'hm' });
    const content = [
      { type: 'thinking', thinking: '', signature: own('signature') },
      { type: 'redacted_thinking', data: own('redacted') },
    ];
    expect(contentOf(sentTo(anthropic, native([asked, { role: 'assistant', content }, asked])), 1)).toEqual([
      signed,
      { type: 'redacted_thinking', data: 'c2ln' },
    ]);
  });

  it('keeps each call beside its result when ids lose their envelopes', () => {
    const shown = sealedCallId('call_1', { seal: google, text: '' });
    const turn = [
      { role: 'assistant', content: [{ ...call, id: shown }] },
      { role: 'user', content: [{ ...result, tool_use_id: shown }] },
    ];
    const sent = sentTo(anthropic, native([asked, ...turn, ...turn]));
    const ids = [1, 3].map(index => at(contentOf(sent, index), 0, 'id'));
    expect(ids).toEqual(['call_1', 'call_1_2']);
    expect([2, 4].map(index => at(contentOf(sent, index), 0, 'tool_use_id'))).toEqual(ids);
  });

  it('is sent without citations that lack the provider’s proof', () => {
    const cited = (encrypted_index: string): object => ({
      type: 'web_search_result_location',
      url: 'u',
      encrypted_index,
    });
    const content = [
      { type: 'text', text: 'a', citations: [cited('')] },
      { type: 'text', text: 'b', citations: [cited('x'), cited('')] },
    ];
    expect(contentOf(sentTo(anthropic, native([asked, { role: 'assistant', content }, asked])), 1)).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b', citations: [cited('x')] },
    ]);
  });
});

describe('a thinking budget inside a tool loop of another provider', () => {
  const history = (...opening: object[]): readonly object[] => [
    asked,
    { role: 'assistant', content: [...opening, call] },
    { role: 'user', content: [result] },
  ];
  const thinking = { type: 'enabled', budget_tokens: 2000 };
  const context_management = { edits: [{ type: 'clear_thinking_20251015' }, { type: 'clear_tool_uses_20250919' }] };

  it('is switched off with the fields that need it, and named as dropped', () => {
    const upstreamCall = native(history({ ...signed, signature: ENVELOPE }), { thinking, context_management });
    const sent = sentTo(anthropic, upstreamCall);
    expect(sent).toMatchObject({ thinking: { type: 'disabled' } });
    expect(at(sent, 'context_management')).toEqual({ edits: [{ type: 'clear_tool_uses_20250919' }] });
    expect(upstreamCall.dropped.list).toContain('reasoning.budget_tokens');
  });

  it('stays when the loop began with signed thinking of the provider', () => {
    const sent = sentTo(anthropic, native(history(signed, { ...signed, signature: '' }), { thinking }));
    expect(sent).toMatchObject({ thinking });
  });

  it('stays when the model decides itself how much to think', () => {
    const adaptive = { type: 'adaptive' };
    const upstreamCall = native(history({ ...signed, signature: '' }), { thinking: adaptive }, 'claude-opus-4-6');
    expect(sentTo(anthropic, upstreamCall)).toMatchObject({ thinking: adaptive });
  });

  it('is not added for the model’s name either', () => {
    const upstreamCall = native(history({ ...signed, signature: '' }), {}, 'claude-sonnet-4-5-thinking');
    expect(sentTo(anthropic, upstreamCall)).toMatchObject({ thinking: { type: 'disabled' } });
  });
});
