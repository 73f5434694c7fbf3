import { json, sse, type Behaviour, type MockCall } from '../../../apps/mock-upstream/src/index';

type Fields = Readonly<Record<string, unknown>>;

/** The reasoning that led to a call, which must come back with it. */
export const ENCRYPTED_REASONING = 'ZW5jcnlwdGVkLXJlYXNvbmluZw==';

const WORDS = ['Hello', ' from', ' the', ' mock', ' upstream', '.'];
const USAGE = { input_tokens: 11, output_tokens: 6, total_tokens: 17 };

/**
 * The Responses API of a reasoning model, which gives the same answer to the same request: it calls the first offered
 * tool unless the request already holds a result. A rule for `script`: null for other paths.
 */
export function answerResponses(call: MockCall): Behaviour | null {
  if (call.method !== 'POST' || !/\/v1\/responses$/.test(call.path)) return null;
  const fields = call.body as Fields; // a test's own request
  const input = Array.isArray(fields.input) ? (fields.input as Fields[]) : [];
  const types = input.map(item => item.type);
  // The real service refuses a call that comes without the reasoning before it.
  const isBare =
    types.includes('function_call') && !types.some(type => type === 'reasoning' || type === 'item_reference');
  if (isBare) {
    const message = "Item of type 'function_call' was provided without its required 'reasoning' item.";
    return json({ error: { message, type: 'invalid_request_error', param: 'input', code: null } }, { status: 400 });
  }
  const [tool] = Array.isArray(fields.tools) ? (fields.tools as Fields[]) : [];
  const calls = tool !== undefined && !types.includes('function_call_output');
  const output = calls ? [reasoning, functionCall(String(tool.name))] : [message];
  const response = responseOf(String(fields.model), output);
  if (fields.stream !== true) return json(response);
  const events = eventsOf(response, output).map((event, index) => JSON.stringify({ ...event, sequence_number: index }));
  return sse(events, { terminator: null, eventNameOf: payload => String((JSON.parse(payload) as Fields).type) });
}

const reasoning = { id: 'rs_mock', type: 'reasoning', summary: [], encrypted_content: ENCRYPTED_REASONING };

function functionCall(name: string) {
  return {
    id: 'fc_mock',
    type: 'function_call',
    status: 'completed',
    call_id: 'call_mock',
    name,
    arguments: '{"city":"Ulm"}',
  };
}

const message = {
  id: 'msg_mock',
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text: WORDS.join(''), annotations: [] }],
};

function responseOf(model: string, output: readonly Fields[]): Fields {
  return {
    id: 'resp_mock',
    object: 'response',
    created_at: 1_760_000_000,
    model,
    status: 'completed',
    error: null,
    incomplete_details: null,
    output,
    parallel_tool_calls: true,
    tools: [],
    tool_choice: 'auto',
    usage: USAGE,
  };
}

function eventsOf(response: Fields, output: readonly Fields[]): Fields[] {
  const begun = { ...response, status: 'in_progress', output: [], usage: null };
  return [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...output.flatMap((item, index) => itemEvents(item, index)),
    { type: 'response.completed', response },
  ];
}

function itemEvents(item: Fields, index: number): Fields[] {
  const at = { item_id: item.id, output_index: index };
  const added = (fields: Fields) => ({ type: 'response.output_item.added', output_index: index, item: fields });
  const done = { type: 'response.output_item.done', output_index: index, item };
  switch (item.type) {
    case 'function_call':
      return [
        added({ ...item, status: 'in_progress', arguments: '' }),
        { type: 'response.function_call_arguments.delta', ...at, delta: '{"city":' },
        { type: 'response.function_call_arguments.delta', ...at, delta: '"Ulm"}' },
        { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
        done,
      ];
    case 'message': {
      const part = { ...at, content_index: 0 };
      const text = WORDS.join('');
      return [
        added({ ...item, status: 'in_progress', content: [] }),
        { type: 'response.content_part.added', ...part, part: { type: 'output_text', text: '', annotations: [] } },
        ...WORDS.map(delta => ({ type: 'response.output_text.delta', ...part, delta })),
        { type: 'response.output_text.done', ...part, text },
        { type: 'response.content_part.done', ...part, part: { type: 'output_text', text, annotations: [] } },
        done,
      ];
    }
    default:
      return [added(item), done];
  }
}
