import { createServer } from 'node:http';

/**
 * An upstream that costs next to nothing: one small answer, or a stream of equal chunks, each in a write of its
 * own. Streams are of the Messages form on its path, and chat completions on every other. Chunks follow each other at
 * once, or every `PACE_MS`.
 */
const CHUNKS = Number(process.env.CHUNKS ?? 200);
const PACE_MS = Number(process.env.PACE_MS ?? 0);
const answer = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'gpt-4o-mini',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'Hello there, how can I help you today?' },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 12, completion_tokens: 10, total_tokens: 22 },
  }),
);
const base = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'gpt-4o-mini' };

function data(object) {
  return Buffer.from(`data: ${JSON.stringify(object)}\n\n`);
}

function choice(delta, finish_reason = null) {
  return [{ index: 0, delta, finish_reason }];
}

const CHAT_STREAM = {
  beginning: [],
  chunk: data({ ...base, choices: choice({ content: ' word' }), usage: null }),
  ending: [
    data({ ...base, choices: choice({}, 'stop'), usage: null }),
    data({ ...base, choices: [], usage: { prompt_tokens: 12, completion_tokens: CHUNKS, total_tokens: CHUNKS + 12 } }),
    Buffer.from('data: [DONE]\n\n'),
  ],
};

function event(object) {
  return Buffer.from(`event: ${object.type}\ndata: ${JSON.stringify(object)}\n\n`);
}

const message = {
  id: 'msg_bench',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 1 },
};
const MESSAGES_STREAM = {
  beginning: [
    event({ type: 'message_start', message }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ],
  chunk: event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' word' } }),
  ending: [
    event({ type: 'content_block_stop', index: 0 }),
    event({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: CHUNKS },
    }),
    event({ type: 'message_stop' }),
  ],
};

function stream(response, { beginning, chunk, ending }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const first of beginning) response.write(first);
  let sent = 0;
  const next = () => {
    if (response.destroyed) return;
    if (sent++ < CHUNKS) {
      response.write(chunk);
      if (PACE_MS > 0) setTimeout(next, PACE_MS);
      else setImmediate(next);
      return;
    }
    for (const last of ending) response.write(last);
    response.end();
  };
  next();
}

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', part => parts.push(part));
  request.on('end', () => {
    if (Buffer.concat(parts).includes('"stream":true')) {
      return stream(response, request.url.endsWith('/v1/messages') ? MESSAGES_STREAM : CHAT_STREAM);
    }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
    response.end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1', backlog: 4096 }, () =>
  process.stdout.write(`ready on http://127.0.0.1:${server.address().port}\n`),
);
