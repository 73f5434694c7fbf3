import {
  sealedCallId,
  DroppedFields,
  type ChatCall,
  type Seal,
  type ChatEvent,
  type JsonObject,
  at,
  geminiFormat,
  NO_SIGNATURE,
  readAnswer,
  readCall,
  openSealedId,
  OpenAiStreamReader,
  OpenAiStreamWriter,
  writeAnswer,
} from '@formats';
import { custom } from '../custom';
import { openai } from './index';
import { bodySent, testCall } from '../../testing/adapter-conformance';
import { sentTo } from '../../testing/own-protocol';

const seal: Seal = { provider: 'google', kind: 'signature', value: 'Z29vZ2xl' };
const claude: Seal = { provider: 'anthropic', kind: 'signature', value: 'Y2xhdWRl' };
const beside = { extra_content: { google: { thought_signature: seal.value } } };
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };

function history(...calls: readonly JsonObject[]): JsonObject[] {
  return [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: null, tool_calls: calls },
    ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'sun' })),
  ];
}

function callsRead(messages: readonly unknown[]): readonly unknown[] {
  return readCall({ messages }).messages[1]?.blocks ?? [];
}

describe('signatures beside calls, as in Google’s OpenAI-compatible API', () => {
  it('are read from what a caller sends back, whether or not the id contains them, too', () => {
    const made = { type: 'toolCall', id: 'c', seal };
    const sealedId = sealedCallId('c', { seal, text: '' });
    for (const sent of [
      { ...call, ...beside },
      { ...call, id: sealedId },
      { ...call, id: sealedId, ...beside },
    ]) {
      expect(callsRead(history(sent))).toMatchObject([made]);
      expect(readCall({ messages: history(sent) }).extraFields).toEqual([]);
    }
  });

  it('are sent to Gemini in its own form', () => {
    const request = { model: 'gemini-3-pro-preview', isStream: false };
    const written = geminiFormat.writeCall(
      readCall({ messages: history({ ...call, ...beside }) }),
      request,
      new DroppedFields(),
    );
    expect(at(written, 'contents', 1, 'parts', 0)).toMatchObject({ thoughtSignature: seal.value });
  });

  it.each([
    ['a placeholder', { google: { thought_signature: NO_SIGNATURE } }],
    ['an empty one', { google: { thought_signature: '' } }],
    ['something else', { other: 1 }],
  ])('do not exist where %s stands', (_name, extra_content) => {
    expect(callsRead(history({ ...call, extra_content }))[0]).not.toHaveProperty('seal');
  });

  it('are read from answers, whole and streamed', () => {
    const tool_calls = [{ index: 0, ...call, ...beside }];
    const blocks = [{ type: 'toolCall', id: 'c', name: 'f', arguments: '{}', kind: 'function', seal }];
    expect(readAnswer({ choices: [{ message: { tool_calls } }] }).choices[0]?.blocks).toEqual(blocks);
    const data = JSON.stringify({ choices: [{ index: 0, delta: { tool_calls } }] });
    expect(new OpenAiStreamReader().read({ event: '', data })).toContainEqual(
      expect.objectContaining({ type: 'toolCall', id: 'c', seal }),
    );
  });

  const chat: ChatCall = { messages: [], tools: [], settings: {}, extraFields: [] };
  const context = {
    model: 'm',
    call: chat,
    parsed: {},
    createdAtSeconds: 0,
    wantsUsage: false,
    estimatedPromptTokens: 1,
    newId: (prefix: string) => `${prefix}1`,
  };

  it('are written into answers, whole and streamed, and into the id as well', () => {
    const made = { type: 'toolCall', id: 'c', name: 'f', arguments: '{}', kind: 'function' } as const;
    const choice = {
      index: 0,
      blocks: [{ ...made, seal }, { ...made, id: 'd', seal: claude }, made],
      finish: 'toolCalls',
    } as const;
    const sent = at(
      writeAnswer({ id: '', model: '', choices: [choice], usage: { kind: 'missing' } }, context),
      'choices',
      0,
    );
    expect(at(sent, 'message', 'tool_calls', 0)).toMatchObject(beside);
    expect(openSealedId(String(at(sent, 'message', 'tool_calls', 0, 'id'))).sealed).toEqual([{ seal, text: '' }]);
    for (const index of [1, 2]) expect(at(sent, 'message', 'tool_calls', index)).not.toHaveProperty('extra_content');
    const event: ChatEvent = { type: 'toolCall', choice: 0, call: 0, id: 'c', name: 'f', kind: 'function', seal };
    expect(new OpenAiStreamWriter(context).write(event)).toContain(JSON.stringify(beside).slice(1, -1));
  });
});

describe('signatures beside calls at providers of the chat format', () => {
  const claudeHistory = [
    { role: 'user', content: 'q' },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: sealedCallId('c', { seal, text: '' }), name: 'f', input: {} }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: sealedCallId('c', { seal, text: '' }), content: 'x' }],
    },
  ];
  const converted = (model: string) =>
    testCall({ model, max_tokens: 9, messages: claudeHistory }, { format: 'anthropic', model });

  it.each([openai, custom])('are sent to models of Google for callers of other formats: $id', adapter => {
    const target = adapter === custom ? { baseUrl: 'https://x.example/v1/chat/completions' } : {};
    const asked = converted('gemini-3-pro-preview');
    expect(at(sentTo(adapter, asked, target), 'messages', 1, 'tool_calls', 0)).toMatchObject({ id: 'c', ...beside });
    expect(asked.dropped.list).toEqual([]);
    const other = converted('gpt-4.1');
    expect(at(sentTo(adapter, other, target), 'messages', 1, 'tool_calls', 0)).not.toHaveProperty('extra_content');
    expect(other.dropped.list).toEqual(['message.reasoning_signature']);
  });

  const sealedId = sealedCallId('c', { seal, text: '' });
  const sent = (model: string, made: JsonObject): unknown =>
    at(bodySent(openai, testCall({ model, messages: history(made) })), 'messages', 1, 'tool_calls', 0);

  it('pass unchanged from a caller of the chat format', () => {
    expect(sent('gpt-4.1', { ...call, ...beside })).toEqual({ ...call, ...beside });
  });

  it('are sent only to models of Google when the gateway added them', () => {
    expect(sent('gpt-4.1', { ...call, id: sealedId, ...beside })).toEqual(call);
    expect(sent('gpt-4.1', { ...call, id: sealedId, extra_content: { ...beside.extra_content, v: 1 } })).toEqual({
      ...call,
      extra_content: { v: 1 },
    });
    expect(sent('gemini-3-flash', { ...call, id: sealedId, ...beside })).toEqual({ ...call, ...beside });
    expect(sent('gemini-3-flash', { ...call, id: sealedId })).toEqual({ ...call, ...beside });
  });
});
