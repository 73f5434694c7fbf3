/** The running answers by their ids. They continue while the reader looks at another page. */
const running = new Map<string, AbortController>();

export function startAnswer(answerId: string): AbortController {
  const controller = new AbortController();
  running.set(answerId, controller);
  return controller;
}

export function forgetAnswer(answerId: string): void {
  running.delete(answerId);
}

/** Stops an answer; it does nothing when the answer has ended. */
export function stopAnswer(answerId: string): void {
  running.get(answerId)?.abort();
}

export function stopAllAnswers(): void {
  for (const controller of running.values()) controller.abort();
}
