import { type Behaviour, failure, json, sse } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';

/** The time of every answer, fixed so that answers can be compared. */
const CREATED_AT_SECONDS = 1_760_000_000;

/** The answer to any chat, in words that become the stream's chunks. */
export const MOCK_WORDS = ['Hello', ' from', ' the', ' mock', ' upstream', '.'] as const;

/** The usage of every chat and completion. */
export const MOCK_USAGE = { prompt_tokens: 11, completion_tokens: 6, total_tokens: 17 } as const;

const MODELS = ['gpt-4.1-mini', 'gpt-4o-mini', 'o4-mini', 'text-embedding-3-small', 'omni-moderation-latest'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** The default script: the OpenAI protocol, which gives the same answer to the same request. */
export function answerOpenAi(call: MockCall): Behaviour {
  const fields: Fields = typeof call.body === 'object' && call.body !== null ? { ...call.body } : {};
  const path = call.path.split('?')[0] ?? '';
  if (call.method === 'GET') return answerGet(path) ?? unknownPath(call);
  if (path.endsWith('/chat/completions')) return answerChat(call, fields);
  if (path.endsWith('/completions')) return answerCompletion(call, fields);
  if (path.endsWith('/embeddings')) return answerEmbeddings(call, fields);
  if (path.endsWith('/moderations')) return answerModeration(call, fields);
  return unknownPath(call);
}

function answerGet(path: string): Behaviour | null {
  if (path.endsWith('/models')) {
    const data = MODELS.map(id => ({ id, object: 'model', created: CREATED_AT_SECONDS, owned_by: 'mock' }));
    return json({ object: 'list', data });
  }
  if (path.endsWith('/dashboard/billing/subscription')) {
    return json({ object: 'billing_subscription', has_payment_method: true, hard_limit_usd: 20, soft_limit_usd: 20 });
  }
  if (path.endsWith('/dashboard/billing/usage')) return json({ object: 'list', total_usage: 275 });
  return null;
}

function unknownPath(call: MockCall): Behaviour {
  return failure(404, {
    message: `Invalid URL (${call.method} ${call.path})`,
    type: 'invalid_request_error',
    code: null,
  });
}

function answerChat(call: MockCall, fields: Fields): Behaviour {
  if (!Array.isArray(fields.messages)) {
    return failure(400, {
      message: "Missing required parameter: 'messages'.",
      type: 'invalid_request_error',
      param: 'messages',
      code: 'missing_required_parameter',
    });
  }
  const toolName = offeredTool(fields);
  if (fields.stream === true) return sse(chatEvents(call.model, toolName, wantsUsage(fields)));
  const message =
    toolName === null
      ? { role: 'assistant', content: MOCK_WORDS.join(''), refusal: null }
      : { role: 'assistant', content: null, tool_calls: [toolCall(toolName, '{"city":"Ulm"}')] };
  return json({
    id: 'chatcmpl-mock',
    object: 'chat.completion',
    created: CREATED_AT_SECONDS,
    model: call.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: toolName === null ? 'stop' : 'tool_calls' }],
    usage: MOCK_USAGE,
  });
}

/** The chunks of a chat stream; the usage chunk is sent only on request, as at the real service. */
export function chatEvents(model: string, toolName: string | null, includesUsage: boolean): string[] {
  const chunk = (choices: readonly unknown[], usage?: unknown): string =>
    JSON.stringify({
      id: 'chatcmpl-mock',
      object: 'chat.completion.chunk',
      created: CREATED_AT_SECONDS,
      model,
      choices,
      ...(includesUsage && { usage: usage ?? null }),
    });
  const delta = (fields: Fields, finishReason: string | null = null): string =>
    chunk([{ index: 0, delta: fields, finish_reason: finishReason }]);
  const words = MOCK_WORDS.map(content => delta({ content }));
  const parts = [
    delta({ tool_calls: [{ index: 0, ...toolCall(toolName ?? '', '') }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '"Ulm"}' } }] }),
  ];
  return [
    delta({ role: 'assistant', content: toolName === null ? '' : null }),
    ...(toolName === null ? words : parts),
    delta({}, toolName === null ? 'stop' : 'tool_calls'),
    ...(includesUsage ? [chunk([], MOCK_USAGE)] : []),
  ];
}

function answerCompletion(call: MockCall, fields: Fields): Behaviour {
  const base = { id: 'cmpl-mock', object: 'text_completion', created: CREATED_AT_SECONDS, model: call.model };
  const choice = (text: string, finishReason: string | null): unknown => ({
    text,
    index: 0,
    logprobs: null,
    finish_reason: finishReason,
  });
  if (fields.stream !== true) {
    return json({ ...base, choices: [choice(MOCK_WORDS.join(''), 'stop')], usage: MOCK_USAGE });
  }
  const events = MOCK_WORDS.map((word, index) => ({
    ...base,
    choices: [choice(word, index === MOCK_WORDS.length - 1 ? 'stop' : null)],
  }));
  const usage = wantsUsage(fields) ? [{ ...base, choices: [], usage: MOCK_USAGE }] : [];
  return sse([...events, ...usage].map(event => JSON.stringify(event)));
}

function answerEmbeddings(call: MockCall, fields: Fields): Behaviour {
  const input = fields.input;
  const count = Array.isArray(input) && typeof input[0] !== 'number' ? input.length : 1;
  const vector = [0.5, -0.25, 0.125];
  const embedding =
    fields.encoding_format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector;
  return json({
    object: 'list',
    data: Array.from({ length: count }, (_item, index) => ({ object: 'embedding', index, embedding })),
    model: call.model,
    usage: { prompt_tokens: 4 * count, total_tokens: 4 * count },
  });
}

function answerModeration(call: MockCall, fields: Fields): Behaviour {
  const count = Array.isArray(fields.input) ? fields.input.length : 1;
  const result = { flagged: false, categories: { violence: false }, category_scores: { violence: 0.001 } };
  return json({ id: 'modr-mock', model: call.model, results: Array.from({ length: count }, () => result) });
}

function wantsUsage(fields: Fields): boolean {
  const options = fields.stream_options;
  return (
    typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true
  );
}

/**
 * The name of the function to call: the first offered one, unless the caller forbids it or is already sending its
 * result.
 */
function offeredTool(fields: Fields): string | null {
  const { tools, messages } = fields;
  if (!Array.isArray(tools) || fields.tool_choice === 'none') return null;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : null;
  if (typeof last === 'object' && last !== null && 'role' in last && last.role === 'tool') return null;
  const first = tools[0] as { readonly function?: { readonly name?: unknown } } | undefined; // a test's own request
  return typeof first?.function?.name === 'string' ? first.function.name : null;
}

function toolCall(name: string, text: string): Fields {
  return { id: 'call_mock', type: 'function', function: { name, arguments: text } };
}
