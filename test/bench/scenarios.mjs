/** Chunks of every measured stream. */
export const CHUNKS = Number(process.env.BENCH_CHUNKS ?? 200);

/** Models of the bench's gateway, each on a channel of one form; see gateway.mjs. */
const MODELS = { openai: 'gpt-4o-mini', chatOnly: 'gpt-4.1-mini', anthropic: 'claude-sonnet-4-5' };

const SYSTEM = 'You are a helpful assistant. '.repeat(20);
const QUESTION = 'Tell me something about rivers. '.repeat(30);
const asked = [{ role: 'user', content: QUESTION }];

/** One question in each caller's form; `mark` stands in the end of a whole stream. */
const callers = {
  chat: (model, isStream = true) => ({
    path: '/v1/chat/completions',
    body: { model, messages: [{ role: 'system', content: SYSTEM }, ...asked], ...(isStream && { stream: true }) },
    mark: isStream ? 'data: [DONE]' : '"finish_reason"',
  }),
  messages: model => ({
    path: '/v1/messages',
    body: { model, max_tokens: 1000, system: SYSTEM, messages: asked, stream: true },
    mark: '"message_stop"',
  }),
  gemini: model => ({
    path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: {
      systemInstruction: { parts: [{ text: SYSTEM }] },
      contents: [{ role: 'user', parts: [{ text: QUESTION }] }],
    },
    mark: '"finishReason"',
  }),
  responses: model => ({
    path: '/v1/responses',
    body: { model, instructions: SYSTEM, input: QUESTION, stream: true, store: false },
    mark: 'response.completed',
  }),
};

const plain = callers.chat(MODELS.openai, false);

const LONG_PROMPT_BYTES = 40_000;
const long = {
  ...plain,
  body: { ...plain.body, messages: [{ role: 'user', content: QUESTION.repeat(LONG_PROMPT_BYTES / QUESTION.length) }] },
};

/**
 * A stream beside the bare relay's: the gateway is asked in the caller's form, the bare relay in the upstream's. A round of
 * fewer streams measures V8's compiling more than what it compiles.
 */
function stream(name, call, bareCall = call) {
  return {
    name: `${name}, 32 in flight`,
    inFlight: 32,
    total: 1600,
    unit: 'chunk',
    perRequest: CHUNKS,
    call,
    bareCall,
  };
}

const fromChat = callers.chat(MODELS.chatOnly);
const fromMessages = callers.messages(MODELS.anthropic);

/** Calls beside the bare relay; the first two are those that clusters and other gateways are measured by. */
export const SCENARIOS = [
  {
    name: 'small JSON call, 64 in flight',
    inFlight: 64,
    total: 8000,
    unit: 'request',
    perRequest: 1,
    call: plain,
    bareCall: plain,
  },
  {
    name: 'small JSON call, one at a time',
    inFlight: 1,
    total: 300,
    pauseMs: 5,
    unit: 'request',
    perRequest: 1,
    call: plain,
    bareCall: plain,
  },
  {
    name: 'JSON call with a prompt of 40 kB, 64 in flight',
    inFlight: 64,
    total: 2000,
    unit: 'request',
    perRequest: 1,
    call: long,
    bareCall: long,
  },
  stream(`stream of ${CHUNKS} chunks`, callers.chat(MODELS.openai)),
  stream('Messages stream, passed', fromMessages),
  stream('chat caller, Messages upstream', callers.chat(MODELS.anthropic), fromMessages),
  stream('Messages caller, chat upstream', callers.messages(MODELS.chatOnly), fromChat),
  stream('Gemini caller, chat upstream', callers.gemini(MODELS.chatOnly), fromChat),
  stream('Responses caller, chat upstream', callers.responses(MODELS.chatOnly), fromChat),
];

/** Open at the same time; `gpt-4o` stands on the channel of the paced upstream. */
export const MANY_STREAMS = {
  count: Number(process.env.BENCH_STREAMS ?? 5_000),
  chunks: 20,
  paceMs: 1_500,
  call: callers.chat('gpt-4o'),
};
