import { setTimeout as rest } from 'node:timers/promises';
import { Pool } from 'undici';

/**
 * Sends `total` equal requests with `inFlight` at a time and measures each to its last byte; milliseconds. With `pauseMs`
 * a sender rests between two requests, so that one is not measured while the last is still being stored. An answer that
 * is refused, or lacks the `mark` that stands in its end, is a failure. Of several addresses each gets its share.
 */
export async function load(urls, { inFlight, total, path, body, mark, key, pauseMs = 0 }) {
  const pools = urls.map(url => new Pool(new URL(url).origin, { connections: inFlight, pipelining: 1 }));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const times = [];
  let left = total;
  let failures = 0;
  const worker = async (_, at) => {
    const pool = pools[at % pools.length];
    while (left-- > 0) {
      const startedAt = performance.now();
      if (!(await isAnswered(pool, { path, method: 'POST', headers, body }, mark))) failures++;
      times.push(performance.now() - startedAt);
      if (pauseMs > 0) await rest(pauseMs);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  await Promise.all(pools.map(pool => pool.close()));
  times.sort((a, b) => a - b);
  const at = share => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { perSecond: total / seconds, medianMs: at(0.5), p99Ms: at(0.99), failures };
}

/** Whether the answer came, and came whole. */
function isAnswered(pool, request, mark) {
  return new Promise((resolve, reject) => {
    let status = 0;
    let isWhole = false;
    pool.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, code) => (status = code),
      onResponseData: (_controller, bytes) => (isWhole ||= bytes.includes(mark)),
      onResponseEnd: () => resolve(status === 200 && isWhole),
      onResponseError: (_controller, error) => reject(error),
    });
  });
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
