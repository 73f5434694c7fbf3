import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { CoarseTimers } from '@kernel';
import { Pool } from 'undici';
import { NO_BEGIN_LIMITS } from './exchange';
import { HttpExchange, type ExchangeLimits } from './http-exchange';
import { type UpstreamAnswer } from './upstream-answer';
import { type UpstreamFault } from './upstream-fault';

const SILENCE_MS = 200;

let server: Server;
let pool: Pool;
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_request, response) => respond(response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  pool = new Pool(`http://127.0.0.1:${port}`, { headersTimeout: 0, bodyTimeout: 0 });
});
afterAll(async () => {
  await pool.destroy();
  server.close();
});

function ask(limits: Partial<ExchangeLimits> = {}): HttpExchange {
  const usual = {
    totalMs: 60_000,
    headersMs: 60_000,
    silenceMs: SILENCE_MS,
    gathersJson: false,
    begin: NO_BEGIN_LIMITS,
  };
  const exchange = new HttpExchange({ timers: new CoarseTimers(5), ...usual, ...limits });
  pool.dispatch({ method: 'GET', path: '/' }, exchange);
  return exchange;
}

/** Reads to the end: what came, how it ended, and how long after the last byte. */
function readToEnd(answer: UpstreamAnswer, isFlowing: () => boolean = () => true) {
  let text = '';
  let lastAt = performance.now();
  return new Promise<{ text: string; fault: string | null; quietMs: number }>(resolve => {
    const end = (fault: UpstreamFault | null) =>
      resolve({ text, fault: fault?.kind ?? null, quietMs: performance.now() - lastAt });
    answer.pipe({
      onData: chunk => {
        text += chunk.toString();
        lastAt = performance.now();
        return isFlowing();
      },
      onEnd: () => end(null),
      onFault: end,
    });
  });
}

/** Writes pieces one after another, and ends unless told otherwise. */
async function write(response: ServerResponse, pieces: readonly string[], pauseMs: number, ends = true): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of pieces) {
    response.write(piece);
    await rest(pauseMs);
  }
  if (ends) response.end();
}

describe('the limits of an exchange', () => {
  it('do not end an answer that lasts longer than a silence may, while bytes come', async () => {
    respond = response => void write(response, ['a', 'b', 'c', 'd', 'e', 'f'], SILENCE_MS / 2);
    expect(await readToEnd(await ask().answer)).toMatchObject({ text: 'abcdef', fault: null });
  });

  it('end an answer that falls silent, and not before the silence was long enough', async () => {
    respond = response => void write(response, ['a', 'b'], SILENCE_MS / 2, false);
    const { text, fault, quietMs } = await readToEnd(await ask().answer);
    expect({ text, fault }).toEqual({ text: 'ab', fault: 'timeout' });
    expect(quietMs).toBeGreaterThanOrEqual(SILENCE_MS);
  });

  it('do not count the time in which the reader makes the upstream wait', async () => {
    respond = response => void write(response, ['a', 'b'], 1);
    const answer = await ask().answer;
    const reading = readToEnd(answer, () => false);
    answer.pause();
    await rest(SILENCE_MS * 3);
    answer.resume();
    await rest(SILENCE_MS / 4);
    answer.resume();
    expect(await reading).toMatchObject({ text: 'ab', fault: null });
  });

  it('end an exchange without headers, whose limit is another one', async () => {
    respond = response => void rest(SILENCE_MS * 2).then(() => write(response, ['late'], 0));
    await expect(ask({ headersMs: SILENCE_MS }).answer).rejects.toMatchObject({ kind: 'timeout' });
    expect(await readToEnd(await ask().answer)).toMatchObject({ text: 'late', fault: null });
  });

  it('end an answer that goes on for longer than the whole exchange may', async () => {
    respond = response =>
      void write(
        response,
        Array.from({ length: 20 }, () => 'a'),
        SILENCE_MS / 4,
      );
    expect(await readToEnd(await ask({ totalMs: SILENCE_MS * 2 }).answer)).toMatchObject({ fault: 'timeout' });
  });

  it('tell the limit on the beginning of an answer from the others', async () => {
    const begin = { firstByteMs: SILENCE_MS, firstContentMs: 0 };
    respond = () => undefined;
    await expect(ask({ begin }).answer).rejects.toMatchObject({ kind: 'late' });
    respond = response => void write(response, ['a', 'b', 'c', 'd'], SILENCE_MS / 2);
    expect(await readToEnd(await ask({ begin }).answer)).toMatchObject({ text: 'abcd', fault: null });
  });
});
