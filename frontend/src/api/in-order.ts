/** Writes that pages have shown already although the server has not answered them. */
const ahead = new Set<Promise<unknown>>();

/**
 * Sends a write once those before it that were shown ahead are answered. Who sees a switch moved counts on it: the next
 * press of the same switch, or "delete all that are disabled", must not overtake it on the way.
 *
 * @param isShownAhead later writes wait for this one too
 */
export function sendInOrder<Answer>(isShownAhead: boolean, send: () => Promise<Answer>): Promise<Answer> {
  const answer = ahead.size === 0 ? send() : Promise.allSettled(ahead).then(send);
  if (isShownAhead) {
    ahead.add(answer);
    const forget = () => ahead.delete(answer);
    answer.then(forget, forget);
  }
  return answer;
}
