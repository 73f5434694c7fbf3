import { createServer } from 'node:http';

/** An upstream that costs next to nothing: one small answer, or a stream of equal chunks, each in a write of its own. */
const CHUNKS = Number(process.env.CHUNKS ?? 200);
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
const event = object => Buffer.from(`data: ${JSON.stringify(object)}\n\n`);
const base = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'gpt-4o-mini' };
const chunk = event({
  ...base,
  choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }],
  usage: null,
});
const ending = [
  event({ ...base, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: null }),
  event({ ...base, choices: [], usage: { prompt_tokens: 12, completion_tokens: CHUNKS, total_tokens: CHUNKS + 12 } }),
  Buffer.from('data: [DONE]\n\n'),
];

function stream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  const next = () => {
    if (response.destroyed) return;
    if (sent++ < CHUNKS) {
      response.write(chunk);
      setImmediate(next);
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
    if (Buffer.concat(parts).includes('"stream":true')) return stream(response);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
    response.end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready on http://127.0.0.1:${server.address().port}\n`));
