import { setTimeout as rest } from 'node:timers/promises';
import { Pool } from 'undici';
import { memoryMiB } from './processes.mjs';

/** Streams that are begun in one go, so that no queue of waiting connections overflows. */
const BEGUN_AT_ONCE = 200;
const RESTING_MS = 10_000;

/** One stream to its end: how many chunks came, and whether the end did. */
function read(pool, request, onBegun) {
  return new Promise(resolve => {
    const seen = { chunks: 0, isWhole: false };
    let unread = '';
    pool.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: () => onBegun(),
      onResponseData: (_controller, bytes) => {
        const text = unread + bytes.toString('latin1');
        const end = text.lastIndexOf('\n') + 1;
        seen.chunks += text.slice(0, end).split('"content":" word"').length - 1;
        seen.isWhole ||= text.includes('data: [DONE]');
        unread = text.slice(end);
      },
      onResponseEnd: () => resolve(seen),
      onResponseError: () => {
        onBegun();
        resolve(seen);
      },
    });
  });
}

/**
 * Keeps many streams open in one process at the same time. Returns the streams that lost a chunk or their end, the memory of one open
 * stream in kB, and the memory of the process before, meanwhile and ten seconds later in MiB.
 */
export async function manyStreams(program, { count, chunks, call }) {
  const beforeMiB = memoryMiB(program.pid);
  const pool = new Pool(program.url, { connections: count, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${program.key}` };
  const request = { path: call.path, method: 'POST', headers, body: JSON.stringify(call.body) };
  const streams = [];
  for (let begun = 0; begun < count; begun += BEGUN_AT_ONCE) {
    const round = Array.from({ length: Math.min(BEGUN_AT_ONCE, count - begun) });
    await Promise.all(round.map(() => new Promise(resolve => streams.push(read(pool, request, resolve)))));
  }
  const openMiB = memoryMiB(program.pid);
  const seen = await Promise.all(streams);
  await pool.close();
  await rest(RESTING_MS);
  return {
    count,
    lost: seen.filter(({ chunks: came, isWhole }) => came !== chunks || !isWhole).length,
    kilobytesEach: ((openMiB - beforeMiB) * 1024) / count,
    beforeMiB,
    openMiB,
    afterMiB: memoryMiB(program.pid),
  };
}
