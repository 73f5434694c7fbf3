import { presentedKey } from '../call/caller-key';
import { sessionKeyOf } from '../routing/session-key';
import { formatOfRequest } from './caller-format';
import { readGeminiPath } from './gemini-path';

const read = {
  'the format of an address': (text: string) => formatOfRequest({ url: `/v1/models/${text}`, headers: {} }),
  'the format of a query': (text: string) => formatOfRequest({ url: `/v1/x?${text}`, headers: {} }),
  'a Gemini address': (text: string) => {
    try {
      readGeminiPath(text, '');
    } catch {
      // A refusal is a result, too.
    }
  },
  'a key': (text: string) =>
    presentedKey({
      headers: { authorization: text, 'x-api-key': '', 'sec-websocket-protocol': text },
      query: `key=${text}`,
    }),
  'a session': (text: string) =>
    sessionKeyOf({ tokenId: 1, headers: { 'x-session-id': text }, parsed: { metadata: { user_id: text } } }),
} as const;

const PARTS = [
  'models/',
  '/models/a',
  ':a',
  '%3a',
  '%',
  '_session_',
  'bearer ',
  'key=',
  ',',
  ' ',
  '\t',
  '/',
  'v1/',
  '&key',
];

/** The time of the shortest of several runs, because other work on the machine can only add time. */
function shortestMs(work: () => void): number {
  let shortest = Infinity;
  for (let run = 0; run < 5; run++) {
    const startedAt = performance.now();
    work();
    shortest = Math.min(shortest, performance.now() - startedAt);
  }
  return shortest;
}

it.each(Object.entries(read))('%s is read in time proportional to its length, whatever it holds', (_what, readText) => {
  const slow = PARTS.filter(part => {
    const short = part.repeat(Math.ceil(8_000 / part.length));
    const shortMs = shortestMs(() => readText(short));
    // Four times the text costs a linear reader four times as long and a quadratic one sixteen times.
    return shortMs > 1 && shortestMs(() => readText(short.repeat(4))) / shortMs > 8;
  });
  expect(slow).toEqual([]);
});
