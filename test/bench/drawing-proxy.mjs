import { createServer } from 'node:http';

/**
 * A drawing proxy that costs next to nothing: accepts every submission, and says of every task that it is a little
 * further. Answers take `DELAY_MS`. What it was asked stands under `/stats`, which also forgets it.
 */
const DELAY_MS = Number(process.env.DELAY_MS ?? 100);
const startedAtMs = Date.now();
let submitted = 0;
let polls = [];

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', part => parts.push(part));
  request.on('end', () => answer(request.url, Buffer.concat(parts).toString('utf8'), response));
});

function answer(path, body, response) {
  if (path === '/stats') {
    send(response, polls);
    polls = [];
    return;
  }
  if (path.startsWith('/mj/submit/')) {
    submitted += 1;
    return send(response, { code: 1, description: 'submitted', result: `${startedAtMs}${submitted}`, properties: {} });
  }
  if (path !== '/mj/task/list-by-condition') return send(response, {}, 404);
  const { ids } = JSON.parse(body);
  const poll = { ids: ids.length, at: Date.now() };
  polls.push(poll);
  const percent = Math.min(99, Math.floor((Date.now() - startedAtMs) / 1000));
  const tasks = ids.map(id => ({ id, action: 'IMAGINE', status: 'IN_PROGRESS', progress: `${percent}%`, buttons: [] }));
  setTimeout(() => {
    send(response, tasks);
    poll.until = Date.now();
  }, DELAY_MS);
}

function send(response, body, status = 200) {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready on http://127.0.0.1:${server.address().port}\n`));
