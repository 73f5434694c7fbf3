import { type Behaviour, json, sse } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { MOCK_WORDS } from './openai';

/** The usage of every message; streams report the prompt first and the rest last. */
export const ANTHROPIC_USAGE = {
  input_tokens: 11,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: 6,
  service_tier: 'standard',
} as const;

/** The seal of all thinking, which must come back with it. */
export const ANTHROPIC_SIGNATURE = 'bW9jay10aGlua2luZw==';
export const ANTHROPIC_THINKING = ['Let me', ' see.'] as const;

const MODELS = ['claude-opus-5', 'claude-sonnet-4-5-20250929', 'claude-haiku-4-5-20251001'] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The Messages API, which gives the same answer to the same request. A rule for `script`: null for paths of other
 * protocols.
 */
export function answerAnthropic(call: MockCall): Behaviour | null {
  const path = call.path.split('?')[0] ?? '';
  const isModels = call.method === 'GET' && path.endsWith('/v1/models') && 'anthropic-version' in call.headers;
  if (isModels) return keyed(call, answerModels);
  if (call.method !== 'POST') return null;
  if (path.endsWith('/v1/messages/count_tokens')) return keyed(call, () => answerCount(fieldsOf(call)));
  if (path.endsWith('/v1/messages')) return keyed(call, () => answerMessage(call.model, fieldsOf(call)));
  return null;
}

/** An error in the provider's envelope. */
export function anthropicFailure(status: number, type: string, message: string): Behaviour {
  return json({ type: 'error', error: { type, message }, request_id: 'req_mock' }, { status });
}

function badRequest(message: string): Behaviour {
  return anthropicFailure(400, 'invalid_request_error', message);
}

function fieldsOf({ body }: MockCall): Fields {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function keyed({ headers }: MockCall, answer: () => Behaviour): Behaviour {
  if (headers['x-api-key'] === undefined && headers.authorization === undefined) {
    return anthropicFailure(401, 'authentication_error', 'x-api-key header is required');
  }
  return headers['anthropic-version'] === undefined ? badRequest('anthropic-version: header is required') : answer();
}

function answerModels(): Behaviour {
  const data = MODELS.map(id => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' }));
  return json({ data, has_more: false, first_id: MODELS[0], last_id: MODELS.at(-1) });
}

function answerCount(fields: Fields): Behaviour {
  const refusal = refusalOf(fields);
  if (refusal !== null) return badRequest(refusal);
  return 'max_tokens' in fields ? badRequest('max_tokens: Extra inputs are not permitted') : json({ input_tokens: 11 });
}

function answerMessage(model: string, fields: Fields): Behaviour {
  if (typeof fields.max_tokens !== 'number') return badRequest('max_tokens: Field required');
  const refusal = refusalOf(fields);
  if (refusal !== null) return badRequest(refusal);
  const request = { model, toolName: offeredTool(fields), isThinking: isThinking(fields) };
  if (fields.stream === true) {
    const eventNameOf = (payload: string): string => String(objectOf(JSON.parse(payload)).type);
    return sse(anthropicEvents(request), { eventNameOf, terminator: null, headers: { 'request-id': 'req_mock' } });
  }
  const thinking = { type: 'thinking', thinking: ANTHROPIC_THINKING.join(''), signature: ANTHROPIC_SIGNATURE };
  const said =
    request.toolName === null
      ? { type: 'text', text: MOCK_WORDS.join('') }
      : { type: 'tool_use', id: 'toolu_mock', name: request.toolName, input: { city: 'Ulm' } };
  const message = {
    ...messageOf(model),
    content: request.isThinking ? [thinking, said] : [said],
    stop_reason: stopReason(request),
    usage: ANTHROPIC_USAGE,
  };
  return json(message, { headers: { 'request-id': 'req_mock' } });
}

export interface AnthropicRequest {
  readonly model: string;
  readonly toolName: string | null;
  readonly isThinking: boolean;
}

/** The payloads of a message stream. */
export function anthropicEvents(request: AnthropicRequest): string[] {
  const { toolName, isThinking: thinks } = request;
  const last = thinks ? 1 : 0;
  const block = (index: number, start: Fields, deltas: readonly Fields[]): Fields[] => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
  const thinking = block(0, { type: 'thinking', thinking: '', signature: '' }, [
    ...ANTHROPIC_THINKING.map(piece => ({ type: 'thinking_delta', thinking: piece })),
    { type: 'signature_delta', signature: ANTHROPIC_SIGNATURE },
  ]);
  const pieces = ['', '{"city":', ' "Ulm"}'];
  const said =
    toolName === null
      ? block(
          last,
          { type: 'text', text: '' },
          MOCK_WORDS.map(text => ({ type: 'text_delta', text })),
        )
      : block(
          last,
          { type: 'tool_use', id: 'toolu_mock', name: toolName, input: {} },
          pieces.map(piece => ({ type: 'input_json_delta', partial_json: piece })),
        );
  const { output_tokens, ...prompt } = ANTHROPIC_USAGE;
  const events = [
    { type: 'message_start', message: { ...messageOf(request.model), usage: { ...prompt, output_tokens: 1 } } },
    { type: 'ping' },
    ...(thinks ? thinking : []),
    ...said,
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(request), stop_sequence: null },
      usage: { output_tokens },
    },
    { type: 'message_stop' },
  ];
  return events.map(event => JSON.stringify(event));
}

function messageOf(model: string): Fields {
  return {
    id: 'msg_mock',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
}

function stopReason({ toolName }: AnthropicRequest): string {
  return toolName === null ? 'end_turn' : 'tool_use';
}

/** The refusal of the real service: the rules that converters break most often. Null for valid messages. */
function refusalOf({ messages }: Fields): string | null {
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: at least one message is required';
  let open: unknown[] = [];
  for (const [index, message] of messages.map(objectOf).entries()) {
    const blocks = Array.isArray(message.content) ? message.content.map(objectOf) : [];
    const idsOf = (type: string, key: string): unknown[] =>
      blocks.filter(block => block.type === type).map(block => block[key]);
    const results = idsOf('tool_result', 'tool_use_id');
    if (open.some(id => !results.includes(id))) {
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after`;
    }
    if (results.some(id => !open.includes(id))) {
      return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks`;
    }
    open = idsOf('tool_use', 'id');
    if (blocks.some(block => block.type === 'text' && String(block.text).trim() === '')) {
      return `messages.${index}: text content blocks must contain non-whitespace text`;
    }
    if (idsOf('thinking', 'signature').some(signature => signature !== ANTHROPIC_SIGNATURE)) {
      return `messages.${index}: Invalid \`signature\` in \`thinking\` block`;
    }
  }
  return null;
}

function isThinking(fields: Fields): boolean {
  const type = objectOf(fields.thinking).type;
  return type === 'enabled' || type === 'adaptive';
}

/**
 * The name of the tool to call: the first offered one, unless the caller forbids it or is already sending its result.
 */
function offeredTool(fields: Fields): string | null {
  const { tools, messages, tool_choice: choice } = fields;
  if (!Array.isArray(tools) || objectOf(choice).type === 'none') return null;
  const last = Array.isArray(messages) ? objectOf(messages.at(-1)) : {};
  const content: unknown[] = Array.isArray(last.content) ? last.content : [];
  if (content.some(block => objectOf(block).type === 'tool_result')) return null;
  const name = objectOf(tools[0]).name;
  return typeof name === 'string' ? name : null;
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
