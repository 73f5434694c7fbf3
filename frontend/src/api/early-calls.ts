/** What every first page shows. No call depends on the reader. */
const EARLY = ['/api/status', '/api/notice'] as const;
/** What the first page at one address shows. */
const EARLY_AT: Readonly<Record<string, string>> = { '/': '/api/home_page_content' };

const answers = new Map<string, Promise<Response>>();

/**
 * Sends the calls of a first page while its scripts are still on their way.
 *
 * @param address of the page, without its query
 */
export function askEarly(address: string): void {
  const ofPage = EARLY_AT[address];
  for (const path of [...EARLY, ...(ofPage ? [ofPage] : [])]) {
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
