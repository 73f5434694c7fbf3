import { encodeSeal, sealedCallId, NO_SIGNATURE, type Seal, type JsonObject, at } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { sentTo } from '../../testing/own-protocol';
import { gemini } from './index';

const claude: Seal = { provider: 'anthropic', kind: 'signature', value: 'Y2xhdWRl' };
const own: Seal = { provider: 'google', kind: 'signature', value: 'Z29vZ2xl' };
const ENVELOPE = encodeSeal({ seal: claude, text: 'hm' });
const asked = { role: 'user', parts: [{ text: 'q' }] };
const made = { functionCall: { id: 'c', name: 'f', args: {} } };

const OLDER = 'gemini-2.5-flash';
const NEWER = 'gemini-3-pro-preview';

function native(parts: readonly object[], changes: Partial<UpstreamCall> = {}, extra: JsonObject = {}): UpstreamCall {
  const contents = [asked, { role: 'model', parts }, asked];
  return testCall({ contents, ...extra }, { format: 'gemini', model: OLDER, ...changes });
}

function partsSent(call: UpstreamCall): unknown {
  return at(sentTo(gemini, call), 'contents', 1, 'parts');
}

describe('a conversation in the Gemini format with answers of other providers', () => {
  it.each([OLDER, NEWER])('passes as its bytes to %s when it holds no parts of other providers', model => {
    const call = native([{ text: 'a' }, { ...made, thoughtSignature: 'c2ln' }, made], { model });
    expect(gemini.buildRequest(call, testTarget(gemini)).body).toBe(call.body);
    expect(call.dropped.isEmpty).toBe(true);
  });

  it.each([
    ['an envelope', ENVELOPE],
    ['an envelope that was cut', ENVELOPE.slice(0, 14)],
  ])('is sent without %s in either spelling, and without the parts that only carried it', (_name, envelope) => {
    const call = native([
      { text: '', thoughtSignature: envelope },
      { text: 'a', thought_signature: envelope },
      { ...made, thoughtSignature: envelope },
    ]);
    expect(partsSent(call)).toEqual([{ text: 'a' }, made]);
    expect(call.dropped.list).toEqual(['message.reasoning_signature']);
  });

  it('is sent without a content that held nothing else', () => {
    const call = native([{ text: '', thoughtSignature: ENVELOPE }]);
    expect(at(sentTo(gemini, call), 'contents')).toEqual([asked, asked]);
  });

  it('is sent with the provider’s own signatures taken out of their envelopes', () => {
    const enveloped = encodeSeal({ seal: own, text: 'hm' });
    expect(partsSent(native([{ text: '', thoughtSignature: enveloped }, { text: 'a' }]))).toEqual([
      { text: '', thoughtSignature: own.value },
      { text: 'a' },
    ]);
  });

  it.each([
    ['another provider’s', claude, made],
    ['its own', own, { ...made, thoughtSignature: own.value }],
  ])('is sent with ids without their seals, %s', (_name, seal, expected) => {
    const id = sealedCallId('c', { seal, text: '' });
    const answered = { functionResponse: { id, name: 'f', response: {} } };
    const sent = partsSent(native([{ functionCall: { ...made.functionCall, id } }, answered]));
    expect(sent).toEqual([expected, { functionResponse: { id: 'c', name: 'f', response: {} } }]);
  });

  it('is sent to newer models with a signature on the first call of each turn', () => {
    const model = NEWER;
    const sent = partsSent(native([{ text: 'a' }, made, made], { model }));
    expect(sent).toEqual([{ text: 'a' }, { ...made, thoughtSignature: NO_SIGNATURE }, made]);
    expect(partsSent(native([made]))).toEqual([made]);
  });

  it('is counted without seals of other providers, also inside a whole request', () => {
    const parts = [{ text: 'a', thoughtSignature: ENVELOPE }];
    const bare = native(parts, { endpoint: 'countTokens' });
    expect(partsSent(bare)).toEqual([{ text: 'a' }]);
    const contents = [asked, { role: 'model', parts }];
    const whole = testCall(
      { generateContentRequest: { model: `models/${OLDER}`, contents } },
      { format: 'gemini', model: OLDER, endpoint: 'countTokens' },
    );
    const inner = at(sentTo(gemini, whole), 'generateContentRequest');
    expect(inner).toEqual({ model: `models/${OLDER}`, contents: [asked, { role: 'model', parts: [{ text: 'a' }] }] });
  });
});
