/** Writes whose result the pages show already although the server has not responded yet. */
const ahead = new Set<Promise<unknown>>();
/** Grows by one when such a write begins and when it ends. */
let moves = 0;

/**
 * Sends a write after all earlier writes that were shown ahead have ended. A user who has seen a switch move relies on
 * it: the next press of the same switch, or "delete all that are disabled", must not overtake the first write on the
 * network.
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
 * Repeats a read when a write that was shown ahead was under way during the read. The response may be older than the
 * write. It would move the switch back, and the next press would do the opposite of what the user means.
 */
export async function readInOrder<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const movesBefore = moves;
    const answer = await send();
    if (ahead.size === 0 && moves === movesBefore) return answer;
    await Promise.allSettled(ahead);
  }
}
