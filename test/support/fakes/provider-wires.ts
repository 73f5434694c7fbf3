import { json, sse, type Behaviour } from '../../../apps/mock-upstream/src/index';

/**
 * The content of an answer in these tests, independent of the provider: words, and usage where the provider reports it.
 */
export interface WireAnswer {
  readonly words: readonly string[];
  readonly usage: { readonly prompt: number; readonly completion: number } | null;
  readonly finish: 'stop' | 'length' | 'filter';
}

/** A provider's native form of an answer, whole and as a stream. */
export interface ProviderWire {
  /** The channel type that speaks this format. */
  readonly type: number;
  whole(answer: WireAnswer): unknown;
  /** The payloads of the stream: one for the beginning, one per word, one for the end. */
  events(answer: WireAnswer): readonly string[];
  /** The number of events that come before the first word. */
  readonly eventsBeforeWords: number;
  readonly eventNameOf?: (payload: string) => string;
  readonly terminator: string | null;
  /** An error event inside a stream, and an error object with status 200. */
  readonly errorEvent: string;
  readonly errorBody: unknown;
}

const text = JSON.stringify;

function typeOf(payload: string): string {
  return (JSON.parse(payload) as { type: string }).type;
}

/** A compatible provider, because channel type 1 itself takes the Responses format as it is. */
const openai: ProviderWire = {
  type: 31,
  eventsBeforeWords: 1,
  terminator: '[DONE]',
  whole: ({ words, usage, finish }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      { index: 0, message: { role: 'assistant', content: words.join('') }, finish_reason: openaiFinish[finish] },
    ],
    ...(usage && { usage: openaiUsage(usage) }),
  }),
  events: ({ words, usage, finish }) => {
    const chunk = (delta: object, finishReason: string | null = null) =>
      text({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finishReason }],
      });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...words.map(content => chunk({ content })),
      chunk({}, openaiFinish[finish]),
      ...(usage
        ? [text({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [], usage: openaiUsage(usage) })]
        : []),
    ];
  },
  errorEvent: text({ error: { message: 'it broke', type: 'server_error' } }),
  errorBody: { error: { message: 'it broke', type: 'server_error' } },
};

const openaiFinish = { stop: 'stop', length: 'length', filter: 'content_filter' } as const;

function openaiUsage({ prompt, completion }: { prompt: number; completion: number }) {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}

const anthropicFinish = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal' } as const;

function anthropicUsage(usage: WireAnswer['usage']) {
  return usage ? { input_tokens: usage.prompt, output_tokens: usage.completion } : {};
}

const anthropic: ProviderWire = {
  type: 14,
  eventsBeforeWords: 2,
  terminator: null,
  eventNameOf: typeOf,
  whole: ({ words, usage, finish }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: words.join('') }],
    stop_reason: anthropicFinish[finish],
    stop_sequence: null,
    ...(usage && { usage: anthropicUsage(usage) }),
  }),
  events: ({ words, usage, finish }) => [
    text({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        ...(usage && { usage: { input_tokens: usage.prompt, output_tokens: 1 } }),
      },
    }),
    text({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    ...words.map(word => text({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: word } })),
    text({ type: 'content_block_stop', index: 0 }),
    text({
      type: 'message_delta',
      delta: { stop_reason: anthropicFinish[finish], stop_sequence: null },
      ...(usage && { usage: anthropicUsage(usage) }),
    }),
    text({ type: 'message_stop' }),
  ],
  errorEvent: text({ type: 'error', error: { type: 'api_error', message: 'it broke' } }),
  errorBody: { type: 'error', error: { type: 'api_error', message: 'it broke' } },
};

const geminiFinish = { stop: 'STOP', length: 'MAX_TOKENS', filter: 'SAFETY' } as const;

function geminiUsage({ prompt, completion }: { prompt: number; completion: number }) {
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: completion,
    totalTokenCount: prompt + completion,
  };
}

const gemini: ProviderWire = {
  type: 24,
  eventsBeforeWords: 0,
  terminator: null,
  whole: ({ words, usage, finish }) => ({
    candidates: [
      { content: { role: 'model', parts: [{ text: words.join('') }] }, finishReason: geminiFinish[finish], index: 0 },
    ],
    ...(usage && { usageMetadata: geminiUsage(usage) }),
    modelVersion: 'm',
    responseId: 'r',
  }),
  events: ({ words, usage, finish }) => [
    ...words.map(word =>
      text({ candidates: [{ content: { role: 'model', parts: [{ text: word }] }, index: 0 }], modelVersion: 'm' }),
    ),
    text({
      candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: geminiFinish[finish], index: 0 }],
      ...(usage && { usageMetadata: geminiUsage(usage) }),
    }),
  ],
  errorEvent: text({ error: { code: 500, message: 'it broke', status: 'INTERNAL' } }),
  errorBody: { error: { code: 500, message: 'it broke', status: 'INTERNAL' } },
};

function responsesObject({ words, usage, finish }: WireAnswer) {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'm',
    status: finish === 'stop' ? 'completed' : 'incomplete',
    error: null,
    incomplete_details:
      finish === 'stop' ? null : { reason: finish === 'length' ? 'max_output_tokens' : 'content_filter' },
    output: [message(words)],
    ...(usage && {
      usage: {
        input_tokens: usage.prompt,
        output_tokens: usage.completion,
        total_tokens: usage.prompt + usage.completion,
      },
    }),
  };
}

function message(words: readonly string[]) {
  return {
    id: 'msg_1',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: words.join(''), annotations: [] }],
  };
}

const responses: ProviderWire = {
  type: 1,
  eventsBeforeWords: 3,
  terminator: null,
  eventNameOf: typeOf,
  whole: responsesObject,
  events: answer => {
    const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const part = { type: 'output_text', text: '', annotations: [] };
    const started = { id: 'resp_1', object: 'response', status: 'in_progress', output: [], model: 'm' };
    return [
      text({ type: 'response.created', response: started }),
      text({ type: 'response.output_item.added', output_index: 0, item: { ...message([]), status: 'in_progress' } }),
      text({ type: 'response.content_part.added', ...at, part }),
      ...answer.words.map(delta => text({ type: 'response.output_text.delta', ...at, delta })),
      text({ type: 'response.output_text.done', ...at, text: answer.words.join('') }),
      text({ type: 'response.output_item.done', output_index: 0, item: message(answer.words) }),
      text({
        type: answer.finish === 'stop' ? 'response.completed' : 'response.incomplete',
        response: responsesObject(answer),
      }),
    ];
  },
  errorEvent: text({ type: 'error', code: 'server_error', message: 'it broke', param: null }),
  errorBody: {
    id: 'resp_1',
    object: 'response',
    status: 'failed',
    error: { code: 'server_error', message: 'it broke' },
    output: [],
  },
};

/** The native formats whose bytes pass; each is also the source of conversions for the three other callers. */
export const providerWires = { openai, anthropic, gemini, responses } as const;
export type WireName = keyof typeof providerWires;
export const wires = Object.keys(providerWires) as WireName[];

/** A whole answer, or its stream. */
export function behaviourOf(wire: ProviderWire, answer: WireAnswer, isStream: boolean): Behaviour {
  return isStream ? streamOf(wire, wire.events(answer)) : json(wire.whole(answer));
}

/** A stream of these payloads; the options add faults. */
export function streamOf(
  wire: ProviderWire,
  events: readonly string[],
  options: Parameters<typeof sse>[1] = {},
): Behaviour {
  return sse(events, {
    terminator: wire.terminator,
    ...(wire.eventNameOf && { eventNameOf: wire.eventNameOf }),
    ...options,
  });
}

/** The request of each caller, and the marks of a good end and of a failure in its own stream. */
export const callerFormats = {
  openai: {
    path: () => '/v1/chat/completions',
    body: (model: string, stream: boolean) => ({ model, stream, messages: [{ role: 'user', content: 'Say hello.' }] }),
    goodEnd: 'data: [DONE]',
    failure: '"error":{',
  },
  anthropic: {
    path: () => '/v1/messages',
    body: (model: string, stream: boolean) => ({
      model,
      stream,
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Say hello.' }],
    }),
    goodEnd: 'event: message_stop',
    failure: 'event: error',
  },
  gemini: {
    path: (model: string, stream: boolean) =>
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: () => ({ contents: [{ role: 'user', parts: [{ text: 'Say hello.' }] }] }),
    goodEnd: '"finishReason":"',
    failure: '"error":{',
  },
  responses: {
    path: () => '/v1/responses',
    body: (model: string, stream: boolean) => ({ model, stream, input: 'Say hello.' }),
    goodEnd: '"type":"response.completed"',
    failure: 'event: error',
  },
} as const;

export const callers = Object.keys(callerFormats) as WireName[];
/** Every caller on every native upstream: four pairs pass as bytes, twelve are converted. */
export const callersOnWires = callers.flatMap(caller => wires.map(wire => [caller, wire] as const));
