import { randomUUID } from 'node:crypto';
import { failure, json, sse, type Behaviour, type MockCall } from '../../../apps/mock-upstream/src/index';

/** One turn of an agent: it runs the command when the tool is offered, and ends with the sentence. */
export interface ScriptedTurn {
  /** The names under which clients of this kind offer their shell, with the arguments of each. */
  readonly shells: Readonly<Record<string, object>>;
  readonly sentence: string;
}

/** The next step of the model, in no provider's format. */
type Step =
  | { readonly kind: 'call'; readonly tool: string; readonly input: object }
  | { readonly kind: 'say'; readonly text: string };

/** The parts that an upstream of one format must understand and write. */
export interface UpstreamForm {
  /** The type of a channel that speaks this format and no other. */
  readonly channelType: number;
  /** The path that the base address of such a channel has behind the upstream's address. */
  readonly basePath: string;
  /** True for a call for an answer, and not for a list or a count. */
  isChat(call: MockCall): boolean;
  tools(body: Fields): readonly string[];
  /** The results of tools that the conversation holds. */
  results(body: Fields): readonly unknown[];
  whole(step: Step, model: string): Behaviour;
  stream(step: Step, model: string): Behaviour;
  isStream(call: MockCall): boolean;
  /** Finds a field that the real service refuses and that clients of other formats lead to. */
  refusedIn?(body: Fields): string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const text = JSON.stringify;

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A rule for the mock upstream; null for a call that is no chat. */
export function playTurn(form: UpstreamForm, { shells, sentence }: ScriptedTurn) {
  return (call: MockCall): Behaviour | null => {
    if (!form.isChat(call)) return null;
    const body = fieldsOf(call.body);
    const refused = form.refusedIn?.(body) ?? null;
    if (refused !== null) return failure(400, { message: `Invalid ${refused}`, type: 'invalid_request_error' });
    const tool = form.tools(body).find(name => name in shells);
    // Clients ask for a title or a summary beside the turn, and then offer no tool.
    const step: Step =
      tool !== undefined && form.results(body).length === 0
        ? { kind: 'call', tool, input: shells[tool] ?? {} }
        : { kind: 'say', text: tool === undefined ? 'A short title' : sentence };
    return form.isStream(call) ? form.stream(step, call.model) : form.whole(step, call.model);
  };
}

/** The tool results that an upstream received, as text. */
export function resultsSeen(form: UpstreamForm, calls: readonly MockCall[]): string {
  return text(calls.filter(form.isChat).flatMap(call => form.results(fieldsOf(call.body))));
}

/** Splits a text into two halves, so that a text or an argument list arrives in more than one piece. */
function halves(whole: string): readonly string[] {
  return [whole.slice(0, whole.length >> 1), whole.slice(whole.length >> 1)];
}

const CHAT_USAGE = { prompt_tokens: 11, completion_tokens: 6, total_tokens: 17 };

/**
 * OpenAI's chat completions, on a channel that supports nothing else: OpenAI's own channel type would also take
 * Responses.
 */
export const chatForm: UpstreamForm = {
  channelType: 8,
  basePath: '/v1/chat/completions',
  isChat: ({ path }) => path.endsWith('/chat/completions'),
  isStream: ({ body }) => fieldsOf(body).stream === true,
  refusedIn: body => {
    if ('web_search_options' in body) return 'web_search_options'; // no model of these tests searches
    return String(body.user ?? '').length > 64 ? 'user' : null;
  },
  tools: body => listOf(body.tools).map(tool => String(fieldsOf(tool.function).name)),
  results: body => listOf(body.messages).filter(message => message.role === 'tool'),
  whole: (step, model) => {
    const [message, finish] =
      step.kind === 'say'
        ? [{ content: step.text }, 'stop']
        : [{ content: null, tool_calls: [chatCall(step.tool, text(step.input))] }, 'tool_calls'];
    const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish };
    return json({ id: 'chatcmpl-1', object: 'chat.completion', model, choices: [choice], usage: CHAT_USAGE });
  },
  stream: (step, model) => {
    const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_760_000_000, model };
    const chunk = (delta: object, finish: string | null = null) =>
      text({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] });
    const said =
      step.kind === 'say'
        ? [...halves(step.text).map(content => chunk({ content })), chunk({}, 'stop')]
        : [
            chunk({ tool_calls: [{ index: 0, ...chatCall(step.tool, '') }] }),
            ...halves(text(step.input)).map(piece =>
              chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
            ),
            chunk({}, 'tool_calls'),
          ];
    return sse([chunk({ role: 'assistant', content: '' }), ...said, text({ ...base, choices: [], usage: CHAT_USAGE })]);
  },
};

function chatCall(name: string, input: string) {
  return {
    id: `call_${randomUUID().slice(0, 8)}`,
    type: 'function',
    function: { name, arguments: input },
  };
}

function typeOf(payload: string): string {
  return String(fieldsOf(JSON.parse(payload)).type);
}

/** Anthropic's Messages. */
export const anthropicForm: UpstreamForm = {
  channelType: 14,
  basePath: '',
  isChat: ({ path }) => path.split('?')[0]?.endsWith('/v1/messages') ?? false,
  isStream: ({ body }) => fieldsOf(body).stream === true,
  tools: body => listOf(body.tools).map(tool => String(tool.name)),
  results: body =>
    listOf(body.messages)
      .flatMap(message => listOf(message.content))
      .filter(block => block.type === 'tool_result'),
  whole: (step, model) =>
    json({
      ...messageOf(model),
      content: [step.kind === 'say' ? { type: 'text', text: step.text } : { ...toolUse(step.tool), input: step.input }],
      stop_reason: stopReason(step),
      usage: { input_tokens: 11, output_tokens: 6 },
    }),
  stream: (step, model) => {
    const [start, deltas] =
      step.kind === 'say'
        ? [{ type: 'text', text: '' }, halves(step.text).map(piece => ({ type: 'text_delta', text: piece }))]
        : [
            { ...toolUse(step.tool), input: {} },
            halves(text(step.input)).map(piece => ({ type: 'input_json_delta', partial_json: piece })),
          ];
    const events = [
      { type: 'message_start', message: { ...messageOf(model), usage: { input_tokens: 11, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: start },
      ...deltas.map(delta => ({ type: 'content_block_delta', index: 0, delta })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stopReason(step) }, usage: { output_tokens: 6 } },
      { type: 'message_stop' },
    ];
    return sse(
      events.map(event => text(event)),
      { eventNameOf: typeOf, terminator: null },
    );
  },
};

function messageOf(model: string) {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
  };
}

function toolUse(name: string) {
  return { type: 'tool_use', id: `toolu_${randomUUID().slice(0, 8)}`, name };
}

function stopReason(step: Step): string {
  return step.kind === 'say' ? 'end_turn' : 'tool_use';
}

/** Google's generateContent. */
export const geminiForm: UpstreamForm = {
  channelType: 24,
  basePath: '',
  isChat: ({ path }) => /:(?:streamG|g)enerateContent/.test(path),
  isStream: ({ path }) => path.includes(':streamGenerateContent'),
  tools: body =>
    listOf(body.tools)
      .flatMap(tool => listOf(tool.functionDeclarations))
      .map(tool => String(tool.name)),
  results: body =>
    listOf(body.contents)
      .flatMap(content => listOf(content.parts))
      .filter(part => 'functionResponse' in part),
  whole: (step, model) => json(contentOf(step, model)),
  stream: (step, model) => sse([text(contentOf(step, model))], { terminator: null, lineEnd: '\r\n' }),
};

function contentOf(step: Step, model: string) {
  const part =
    step.kind === 'say'
      ? { text: step.text }
      : { functionCall: { name: step.tool, args: step.input }, thoughtSignature: 'bW9jay1zaWduYXR1cmU=' };
  return {
    candidates: [{ content: { parts: [part], role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 6, totalTokenCount: 17 },
    modelVersion: model,
    responseId: 'response-1',
  };
}
