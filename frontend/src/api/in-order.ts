/** Writes that pages have shown already although the server has not answered them. */
const ahead = new Set<Promise<unknown>>();
/** Grows when such a write begins and when it is answered. */
let moves = 0;

/**
 * Sends a write once those before it that were shown ahead are answered. Who sees a switch moved counts on it: the next
 * press of the same switch, or "delete all that are disabled", must not overtake it on the way.
 *
 * @param isShownAhead later writes wait for this one too
 */
export function writeInOrder<Answer>(isShownAhead: boolean, send: () => Promise<Answer>): Promise<Answer> {
  const answer = ahead.size === 0 ? send() : Promise.allSettled(ahead).then(send);
  if (isShownAhead) {
    ahead.add(answer);
    moves += 1;
    const settle = () => {
      ahead.delete(answer);
      moves += 1;
    };
    answer.then(settle, settle);
  }
  return answer;
}

/**
 * Reads again what was read while a write that was shown ahead was under way: the answer may be from before it, would
 * move the switch back, and the next press would do the opposite of what its reader means.
 */
export async function readInOrder<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const movesBefore = moves;
    const answer = await send();
    if (ahead.size === 0 && moves === movesBefore) return answer;
    await Promise.allSettled(ahead);
  }
}
