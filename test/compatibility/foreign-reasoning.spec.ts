import { chatFormats, wireFormats, type ChatBlock, type Seal, type WireFormat } from '@formats';
import { adapterOfSample, nameOfSample, SAMPLES } from '@providers/testing';
import { chatContext } from './chat-context';
import { send, type Asked } from './outcomes';

/*
 * A conversation moves between providers. Reasoning that one of them sealed comes back from the caller in the next turn.
 * It may reach the provider that sealed it; other providers must see neither the reasoning nor its envelope.
 */

const ENVELOPE = 'slseal1';
const VALUE = 'c2VhbGVkLWNhbmFyeQ==';
const seals: readonly (readonly [string, Seal | null])[] = [
  ['a signature of Claude', { provider: 'anthropic', kind: 'signature', value: VALUE }],
  ['redacted thinking of Claude', { provider: 'anthropic', kind: 'redacted', value: VALUE }],
  ['a signature of Gemini', { provider: 'google', kind: 'signature', value: VALUE }],
  ['an encrypted item of OpenAI', { provider: 'openai', kind: 'encrypted', value: VALUE, id: 'rs_1' }],
  ['reasoning without a seal', null],
];

/** The content of an answer: thoughts, a text and two calls, each sealed where its provider seals it. */
function said(seal: Seal | null): readonly ChatBlock[] {
  const isOnCall = seal?.provider === 'google';
  const text = seal?.kind === 'redacted' ? '' : 'thoughts';
  return [
    { type: 'reasoning', text, ...(seal && !isOnCall && { seal }) },
    {
      type: 'text',
      text: 'I look.',
      ...(seal && isOnCall && { seal }),
      citations: [{ url: 'https://x.example', title: 'x' }],
    },
    {
      type: 'toolCall',
      id: 'call_1',
      name: 'f',
      arguments: '{"a":1}',
      kind: 'function',
      ...(seal && isOnCall && { seal }),
    },
    { type: 'toolCall', id: 'call_2', name: 'f', arguments: '{}', kind: 'function' },
  ];
}

const question = {
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'q' }] }],
  tools: [],
  extraFields: [],
} as const;

function shownTo(format: WireFormat, blocks: readonly ChatBlock[]): Readonly<Record<string, unknown>> {
  const call = { ...question, settings: { reasoning: { effort: 'high', isShown: true } } } as const;
  const context = chatContext({ include: ['reasoning.encrypted_content'] }, call);
  const choice = { index: 0, blocks, finish: 'toolCalls' } as const;
  const answer = { id: '', model: '', choices: [choice], usage: { kind: 'missing' } } as const;
  return JSON.parse(JSON.stringify(chatFormats[format].writeAnswer(answer, context))) as Record<string, unknown>;
}

interface Block {
  readonly [field: string]: unknown;
  readonly type?: string;
  readonly functionCall?: { readonly id?: string; readonly name: string };
}

/** The next turn as a client of each format sends it: the answer that it was shown, and the results. */
const NEXT_TURN: Readonly<
  Record<WireFormat, (shown: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>>
> = {
  openai: shown => {
    const [choice] = shown.choices as readonly { readonly message: { readonly tool_calls: readonly Block[] } }[];
    const results = choice?.message.tool_calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'sun' }));
    return { messages: [{ role: 'user', content: 'q' }, choice?.message, ...(results ?? [])] };
  },
  anthropic: shown => {
    const content = shown.content as readonly Block[];
    const calls = content.filter(({ type }) => type === 'tool_use');
    const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'sun' }));
    const turns = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content },
      { role: 'user', content: results },
    ];
    return { max_tokens: 9000, thinking: { type: 'enabled', budget_tokens: 2000 }, messages: turns };
  },
  gemini: shown => {
    const [candidate] = shown.candidates as readonly { readonly content: { readonly parts: readonly Block[] } }[];
    const parts = candidate?.content.parts ?? [];
    const results = parts.flatMap(({ functionCall }) =>
      functionCall ? [{ functionResponse: { ...functionCall, args: undefined, response: { result: 'sun' } } }] : [],
    );
    return {
      contents: [{ role: 'user', parts: [{ text: 'q' }] }, candidate?.content, { role: 'user', parts: results }],
    };
  },
  responses: shown => {
    const output = shown.output as readonly Block[];
    const calls = output.filter(({ type }) => type === 'function_call');
    const results = calls.map(call => ({ type: 'function_call_output', call_id: call.call_id, output: 'sun' }));
    return { store: false, input: [{ role: 'user', content: 'q' }, ...output, ...results] };
  },
};

const accounts = SAMPLES.filter(({ chat }) => chat.length > 0).map(
  sample => [`type ${nameOfSample(sample)}`, sample] as const,
);

describe.each(accounts)('%s', (_name, sample) => {
  const endpoints = ['chat', 'countTokens'] as const;
  const sentTo = (format: WireFormat, parsed: Asked['parsed'], endpoint: Asked['endpoint']): string[] =>
    sample.chat.flatMap(model => {
      const body = send(sample, { endpoint, format, model, parsed: { ...parsed, model } })?.request.body;
      return body ? [textOf(body)] : [];
    });

  it.each(wireFormats.flatMap(format => seals.map(([name, seal]) => ({ name, seal, format }))))(
    'sees no envelope after $name through a caller of $format',
    ({ seal, format }) => {
      const parsed = NEXT_TURN[format](shownTo(format, said(seal)));
      for (const endpoint of endpoints) {
        if (endpoint === 'countTokens' && !adapterOfSample(sample).nativeFormats.includes(format)) continue;
        if (!adapterOfSample(sample).endpoints.includes(endpoint)) continue;
        for (const body of sentTo(format, parsed, endpoint)) {
          expect(body).not.toContain(ENVELOPE);
          expect(body).not.toContain('"signature":""');
          expect(body).not.toContain('"encrypted_index":""');
        }
      }
    },
  );

  const own = sample.seals;
  if (own === undefined) return;
  it.each(wireFormats.flatMap(format => seals.map(([name, seal]) => ({ name, seal, format }))))(
    'gets $name back if it is its own, and only then, through a caller of $format',
    ({ seal, format }) => {
      const parsed = NEXT_TURN[format](shownTo(format, said(seal)));
      for (const body of sentTo(format, parsed, 'chat')) expect(body.includes(VALUE)).toBe(seal?.provider === own);
    },
  );
});

/** The text of a body, with the base64 in which the token counter of one provider holds the request. */
function textOf(body: Buffer): string {
  const text = body.toString();
  const inner = /"body":"([A-Za-z0-9+/=]+)"/.exec(text)?.[1];
  return inner === undefined ? text : text + Buffer.from(inner, 'base64').toString();
}
