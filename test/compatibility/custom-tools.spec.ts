import {
  AnswerFolder,
  chatFormats,
  type AnswerContext,
  type ChatAnswer,
  type ChatReading,
  type WireFormat,
} from '@formats';
import { nameOfSample, openAiProtocol, type Sample, type SampleProtocol, SAMPLES } from '@providers/testing';
import { chatContext } from './chat-context';
import { send, type Asked } from './outcomes';

/*
 * Tools that take free text exist in two formats of callers and at few providers. All other providers are offered a
 * function with one text, `input`. The choice of the tool and its earlier calls name that function, and the caller gets
 * its calls back as calls of its own tool.
 */

const NAME = 'apply_patch';
const TEXT = '*** Begin "Patch"\n+ü';
const EARLIER = '*** Earlier';
const GRAMMAR = { type: 'grammar', syntax: 'lark', definition: 'start: "*** Begin"' };
const { type: _type, ...grammar } = GRAMMAR;

const nested = {
  type: 'custom',
  custom: { name: NAME, description: 'Edits files.', format: { type: 'grammar', grammar } },
};
const other = { type: 'object', properties: { input: { type: 'string' } } };

type Caller = Extract<WireFormat, 'openai' | 'responses'>;

/** The tool, the choice to call it, and one earlier call of it. */
const QUESTIONS: Readonly<Record<Caller, Asked['parsed']>> = {
  openai: {
    messages: [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: NAME, input: EARLIER } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'done' },
    ],
    tools: [nested, { type: 'function', function: { name: 'other', parameters: other } }],
    tool_choice: { type: 'custom', custom: { name: NAME } },
  },
  responses: {
    store: false,
    input: [
      { role: 'user', content: 'q' },
      { type: 'custom_tool_call', call_id: 'call_1', name: NAME, input: EARLIER },
      { type: 'custom_tool_call_output', call_id: 'call_1', output: 'done' },
    ],
    tools: [
      { type: 'custom', name: NAME, description: 'Edits files.', format: GRAMMAR },
      { type: 'function', name: 'other', parameters: other, strict: false },
    ],
    tool_choice: { type: 'custom', name: NAME },
  },
};

interface Case {
  readonly account: string;
  readonly format: Caller;
  readonly sample: Sample;
}

const cases = (['openai', 'responses'] as const).flatMap(format =>
  SAMPLES.filter(({ chat }) => chat.length > 0).map((sample): Case => ({
    account: nameOfSample(sample),
    format,
    sample,
  })),
);

function ask({ format, sample }: Case, isStream = false) {
  const model = sample.toolModel ?? sample.chat[0] ?? '';
  const sent = send(sample, { endpoint: 'chat', format, model, parsed: { model, ...QUESTIONS[format] }, isStream });
  if (!sent) throw new Error('the call was refused');
  return sent;
}

function readingOf(one: Case, isStream: boolean): ChatReading {
  const { answer } = ask(one, isStream).request;
  if (answer?.kind !== 'chat') throw new Error('the answer is not read');
  return answer;
}

function contextOf({ format }: Case): AnswerContext {
  return chatContext(QUESTIONS[format], chatFormats[format].readCall(QUESTIONS[format]));
}

/** The calls that the caller receives. */
function toldCalls(format: Caller, received: unknown): readonly unknown[] {
  const { choices, output } = received as {
    readonly choices?: readonly { readonly message: { readonly tool_calls: readonly object[] } }[];
    readonly output?: readonly { readonly type: string }[];
  };
  if (format === 'openai') return choices?.[0]?.message.tool_calls ?? [];
  return output?.filter(({ type }) => type.endsWith('_call')) ?? [];
}

/** The call of the caller's own tool in its format. */
const OWN_CALL: Readonly<Record<Caller, object>> = {
  openai: { type: 'custom', custom: { name: NAME, input: TEXT } },
  responses: { type: 'custom_tool_call', name: NAME, input: TEXT },
};

function folded(read: (folder: AnswerFolder) => void): ChatAnswer {
  const folder = new AnswerFolder();
  read(folder);
  return folder.result();
}

function isPassed({ format, sample }: Case): boolean {
  return sample.freeText?.includes(format) === true;
}

function toolAnswerOf({ protocol = openAiProtocol }: Sample): SampleProtocol['toolAnswer'] {
  return protocol.toolAnswer;
}

/** True for providers that have no tools at all, and report this. */
function isWithout({ sample }: Case): boolean {
  return toolAnswerOf(sample) === undefined;
}

const offered = cases.filter(one => !isPassed(one) && !isWithout(one));

describe('a tool that takes free text', () => {
  it.each(offered)('is a function of one text at type $account for a caller of $format', one => {
    const { request, dropped } = ask(one);
    const body = request.body?.toString() ?? '';
    expect(body).not.toMatch(/"custom"\s*:|"type"\s*:\s*"custom"/);
    const plain = body.replaceAll('\\', '');
    // The schema may stand inside a text, and fields may be written in any case.
    expect(plain).toMatch(/"input":\{"type":"(string|STRING)"\}/);
    expect(plain).toMatch(/lark/);
    expect(body).toContain(`"${NAME}"`);
    // Some providers take no earlier calls at all, and report this.
    if (!dropped.includes('message.tool_calls')) expect(plain).toContain(`"input":"${EARLIER}"`);
    // From here on, only the model decides whether it keeps to the grammar.
    expect(dropped.some(name => /^tools\.(custom|format)$/.test(name))).toBe(true);
  });

  it.each(cases.filter(isPassed))('passes as it is to type $account for a caller of $format', one => {
    expect(ask(one).request.body?.toString()).toContain('"type":"custom"');
    expect(ask(one).request.answer).toBeUndefined();
  });

  it.each(cases.filter(one => isWithout(one) && !isPassed(one)))(
    'is named as dropped at type $account for a caller of $format',
    one => {
      const { request, dropped } = ask(one);
      expect(request.body?.toString()).not.toContain('"custom"');
      expect(dropped).toContain('tools');
    },
  );

  it.each(offered)('is called by its own kind at type $account for a caller of $format', one => {
    const answer = readingOf(one, false).readAnswer(
      toolAnswerOf(one.sample)?.([
        { name: NAME, input: { input: TEXT } },
        { name: 'other', input: { input: 'x' } },
      ]),
    );
    const received = JSON.parse(JSON.stringify(chatFormats[one.format].writeAnswer(answer, contextOf(one)))) as unknown;
    const calls = toldCalls(one.format, received);
    expect(calls[0]).toMatchObject(OWN_CALL[one.format]);
    if (calls.length > 1) expect(JSON.stringify(calls[1])).toContain('function');
  });

  const chunked = offered.filter(isChunked);
  it.each(chunked)('is called by its own kind in a stream of type $account for a caller of $format', one => {
    const written = JSON.stringify({ input: TEXT });
    const delta = (call: object): object => ({
      choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...call }] } }],
    });
    const chunks = [
      delta({ id: 'c', type: 'function', function: { name: NAME, arguments: '' } }),
      delta({ function: { arguments: written.slice(0, 9) } }),
      delta({ function: { arguments: written.slice(9) } }),
      { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    ];
    const reader = readingOf(one, true).openReader();
    const answer = folded(folder => {
      for (const chunk of chunks) {
        for (const event of reader.read({ event: '', data: JSON.stringify(chunk) })) folder.add(event);
      }
      for (const event of reader.end()) folder.add(event);
    });
    const made = answer.choices[0]?.blocks.filter(({ type }) => type === 'toolCall');
    expect(made).toMatchObject([{ name: NAME, kind: 'custom', arguments: TEXT }]);
  });
});

/** True when a sample answers in chunks of the chat format. */
function isChunked(one: Case): boolean {
  return JSON.stringify(toolAnswerOf(one.sample)?.([])).startsWith('{"choices"');
}
