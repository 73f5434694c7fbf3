import { type StreamFrame } from '@formats';

/** A call of a tool, as an answer of a provider makes it. */
export interface SampleToolCall {
  readonly name: string;
  readonly input: object;
}

/** The sentence of every error here. */
export const FAILURE = 'canary failure';
/** The text of every stream here. */
export const SPOKEN = 'canary text';

/** How a protocol says what every provider says: calls of tools, an error, a stream and its end. */
export interface SampleProtocol {
  /** A whole answer that calls these tools; absent where providers of this protocol have no tools. */
  readonly toolAnswer?: (calls: readonly SampleToolCall[]) => object;
  /** The error with the sentence {@link FAILURE}, as it comes with a status of success: whole, and inside a stream. */
  readonly error: { readonly whole: object; readonly frames: readonly StreamFrame[] };
  /** A stream with the text {@link SPOKEN}; without the frames of `end` it counts as cut. */
  readonly stream: { readonly begin: readonly StreamFrame[]; readonly end: readonly StreamFrame[] };
  /** True where the last frame marks the end, so that nobody has to wait until the connection closes. */
  readonly hasEndMark: boolean;
}

function frame(payload: object | string, event = ''): StreamFrame {
  return { event, data: typeof payload === 'string' ? payload : JSON.stringify(payload) };
}

/** An event whose payload repeats its name as `type`. */
function typedFrame(type: string, fields: object = {}): StreamFrame {
  return frame({ type, ...fields }, type);
}

function lines(...texts: readonly string[]): readonly StreamFrame[] {
  return texts.map(text => frame(text));
}

/** The error that comes with the same payload whole and inside a stream. */
function alike(payload: object): SampleProtocol['error'] {
  return { whole: payload, frames: [frame(payload)] };
}

function argumentsOf({ input }: SampleToolCall): string {
  return JSON.stringify(input);
}

function functionCall(call: SampleToolCall, index: number): object {
  return { id: `c${index}`, type: 'function', function: { name: call.name, arguments: argumentsOf(call) } };
}

function chunk(delta: object, finish: string | null = null): StreamFrame {
  return frame({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
}

/** The protocol of OpenAI, which most providers speak. */
export const openAiProtocol = {
  toolAnswer: calls => ({
    choices: [
      { index: 0, message: { role: 'assistant', tool_calls: calls.map(functionCall) }, finish_reason: 'tool_calls' },
    ],
  }),
  error: alike({ error: { message: FAILURE, type: 'server_error', code: 'server_error' } }),
  stream: {
    begin: [chunk({ role: 'assistant', content: SPOKEN })],
    end: [chunk({}, 'stop'), frame('[DONE]')],
  },
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** The Messages format of Anthropic. */
export const claudeProtocol = {
  toolAnswer: calls => ({
    type: 'message',
    content: calls.map(({ name, input }, index) => ({ type: 'tool_use', id: `c${index}`, name, input })),
    stop_reason: 'tool_use',
  }),
  error: {
    whole: { type: 'error', error: { type: 'api_error', message: FAILURE } },
    frames: [typedFrame('error', { error: { type: 'api_error', message: FAILURE } })],
  },
  stream: {
    begin: [
      typedFrame('message_start', { message: { id: 'm', model: 'm', content: [], usage: { input_tokens: 1 } } }),
      typedFrame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      typedFrame('content_block_delta', { index: 0, delta: { type: 'text_delta', text: SPOKEN } }),
      typedFrame('content_block_stop', { index: 0 }),
    ],
    end: [
      typedFrame('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
      typedFrame('message_stop'),
    ],
  },
  hasEndMark: true,
} as const satisfies SampleProtocol;

function chunkOfBedrock({ data }: StreamFrame): StreamFrame {
  return frame({ bytes: Buffer.from(data).toString('base64') }, 'chunk');
}

/** The Messages format in the frames of Amazon Bedrock. */
export const bedrockProtocol = {
  toolAnswer: claudeProtocol.toolAnswer,
  error: { whole: claudeProtocol.error.whole, frames: [frame({ message: FAILURE }, 'internalServerException')] },
  stream: {
    begin: claudeProtocol.stream.begin.map(chunkOfBedrock),
    end: claudeProtocol.stream.end.map(chunkOfBedrock),
  },
  hasEndMark: true,
} as const satisfies SampleProtocol;

function candidate(parts: readonly object[], finish?: string): object {
  return { candidates: [{ content: { role: 'model', parts }, ...(finish !== undefined && { finishReason: finish }) }] };
}

/** The generateContent format of Google. */
export const geminiProtocol = {
  toolAnswer: calls =>
    candidate(
      calls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
      'STOP',
    ),
  error: alike({ error: { code: 500, message: FAILURE, status: 'INTERNAL' } }),
  stream: { begin: [frame(candidate([{ text: SPOKEN }]))], end: [frame(candidate([], 'STOP'))] },
  hasEndMark: false,
} as const satisfies SampleProtocol;

/** Ollama's own chat: one JSON object a line. */
export const ollamaProtocol = {
  toolAnswer: calls => ({
    message: {
      role: 'assistant',
      tool_calls: calls.map(({ name, input }) => ({ function: { name, arguments: input } })),
    },
    done: true,
  }),
  error: alike({ error: FAILURE }),
  stream: {
    begin: [frame({ model: 'm', message: { role: 'assistant', content: SPOKEN }, done: false })],
    end: [frame({ model: 'm', message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' })],
  },
  hasEndMark: true,
} as const satisfies SampleProtocol;

function oneCall([call]: readonly SampleToolCall[]): object {
  return call ? { function_call: { name: call.name, arguments: argumentsOf(call) } } : {};
}

/** Baidu's Wenxin Workshop, which has one call at a time. */
export const workshopProtocol = {
  toolAnswer: calls => ({ result: '', ...oneCall(calls), finish_reason: 'function_call' }),
  error: alike({ error_code: 336000, error_msg: FAILURE }),
  stream: {
    begin: [frame({ id: 'a', result: SPOKEN, is_end: false })],
    end: [frame({ id: 'a', result: '', is_end: true, finish_reason: 'normal' })],
  },
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** DashScope, the native protocol of Qwen, whose streams end with the connection. */
export const dashScopeProtocol = {
  toolAnswer: calls => ({ output: openAiProtocol.toolAnswer(calls) }),
  error: alike({ code: 'InternalError', message: FAILURE, request_id: 'r' }),
  stream: {
    begin: [frame({ output: { choices: [{ message: { content: SPOKEN }, finish_reason: 'null' }] } })],
    end: [frame({ output: { choices: [{ message: { content: '' }, finish_reason: 'stop' }] } })],
  },
  hasEndMark: false,
} as const satisfies SampleProtocol;

function sparkFrame(status: number, piece: object): object {
  return { header: { code: 0, status }, payload: { choices: { status, text: [{ content: '', ...piece }] } } };
}

/** Spark's socket, which has one call at a time. */
export const sparkProtocol = {
  toolAnswer: calls => sparkFrame(2, oneCall(calls)),
  error: alike({ header: { code: 10012, message: FAILURE, status: 2 } }),
  stream: { begin: [frame(sparkFrame(1, { content: SPOKEN }))], end: [frame(sparkFrame(2, {}))] },
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** Hunyuan's own API: a whole answer stands in `Response`, chunks do not. */
export const hunyuanProtocol = {
  toolAnswer: calls => ({
    Response: {
      Choices: [
        {
          FinishReason: 'tool_calls',
          Message: {
            ToolCalls: calls.map((call, index) => ({
              Id: `c${index}`,
              Type: 'function',
              Function: { Name: call.name, Arguments: argumentsOf(call) },
            })),
          },
        },
      ],
    },
  }),
  error: {
    whole: { Response: { Error: { Code: 'InternalError', Message: FAILURE } } },
    frames: [frame({ ErrorMsg: { Code: 4001, Msg: FAILURE } })],
  },
  stream: {
    begin: [frame({ Choices: [{ Delta: { Content: SPOKEN }, FinishReason: '' }] })],
    end: [frame({ Choices: [{ Delta: { Content: '' }, FinishReason: 'stop' }] })],
  },
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** Version 2 of Cohere's chat. */
export const cohereProtocol = {
  toolAnswer: calls => ({ message: { tool_calls: calls.map(functionCall) }, finish_reason: 'TOOL_CALL' }),
  error: {
    whole: { finish_reason: 'ERROR', message: { content: [] }, error: FAILURE },
    frames: [typedFrame('message-end', { delta: { finish_reason: 'ERROR', error: FAILURE } })],
  },
  stream: {
    begin: [
      typedFrame('message-start', { id: 'm' }),
      typedFrame('content-delta', { delta: { message: { content: { text: SPOKEN } } } }),
    ],
    end: [typedFrame('message-end', { delta: { finish_reason: 'COMPLETE' } })],
  },
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** The native protocol of Cloudflare Workers AI. */
export const workersProtocol = {
  toolAnswer: calls => ({
    success: true,
    result: { tool_calls: calls.map(({ name, input }) => ({ name, arguments: input })) },
  }),
  error: alike({ success: false, errors: [{ code: 3043, message: FAILURE }] }),
  stream: { begin: [frame({ response: SPOKEN })], end: lines('[DONE]') },
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** A document library of AI Proxy, which has no tools. */
export const libraryProtocol = {
  error: alike({ success: false, errCode: 500, message: FAILURE }),
  stream: { begin: [frame({ content: SPOKEN })], end: [frame({ finish: true })] },
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** A chat application of Dify, which has no tools of the caller. */
export const difyProtocol = {
  error: {
    whole: { code: 'internal_server_error', message: FAILURE, status: 500 },
    frames: [frame({ event: 'error', code: 'internal_server_error', message: FAILURE })],
  },
  stream: {
    begin: [frame({ event: 'message', message_id: 'm', answer: SPOKEN })],
    end: [frame({ event: 'message_end', metadata: {} })],
  },
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** An application of FastGPT: the OpenAI form without tools of the caller. */
export const fastGptProtocol = {
  error: {
    whole: { code: 500, statusText: 'unAuthApiKey', message: FAILURE },
    frames: [frame({ code: 500, message: FAILURE }, 'error')],
  },
  stream: openAiProtocol.stream,
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** PaLM 2 has neither streams nor tools: a whole answer is the only event. */
export const palmProtocol = {
  error: alike({ error: { code: 500, message: FAILURE, status: 'INTERNAL' } }),
  stream: { begin: [], end: [frame({ candidates: [{ author: '1', content: SPOKEN }] })] },
  hasEndMark: false,
} as const satisfies SampleProtocol;

/** Version 3 of Zhipu's API, whose streams are read by lines; its models call no tools. */
export const zhipuVersion3Protocol = {
  error: {
    whole: { code: 500, msg: FAILURE, success: false },
    frames: lines('event:error', `data:{"code":500,"msg":"${FAILURE}","success":false}`, ''),
  },
  stream: {
    begin: lines('event:add', 'id:1', `data:${SPOKEN}`, ''),
    end: lines('event:finish', 'id:1', 'data:', 'meta:{}', ''),
  },
  hasEndMark: true,
} as const satisfies SampleProtocol;

/** MiniMax: the OpenAI form, but for errors. */
export const miniMaxProtocol = {
  ...openAiProtocol,
  error: alike({ base_resp: { status_code: 1000, status_msg: FAILURE } }),
} as const satisfies SampleProtocol;

/** Spark over HTTP: the OpenAI form, but for errors. */
export const sparkHttpProtocol = {
  ...openAiProtocol,
  error: alike({ code: 10012, message: FAILURE, sid: 's' }),
} as const satisfies SampleProtocol;
