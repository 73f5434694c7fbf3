/** What every first page shows. Neither call depends on the reader. */
const EARLY = ['/api/status', '/api/notice'] as const;

const answers = new Map<string, Promise<Response>>();

/** Sends the calls of every first page while its scripts are still on their way. */
export function askEarly(): void {
  for (const path of EARLY) {
    const answer = fetch(path);
    answer.catch(() => undefined); // told by the call that takes it
    answers.set(path, answer);
  }
}

/** Sends a call, or takes the answer that was asked for early; each is taken once. */
export async function fetchOrTake(request: RequestInfo): Promise<Response> {
  const { pathname } = new URL(request instanceof Request ? request.url : request, window.location.href);
  const early = answers.get(pathname);
  if (!early) return fetch(request);
  answers.delete(pathname);
  return early;
}
