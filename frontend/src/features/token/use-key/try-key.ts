/** What a call with the key has brought. Times are milliseconds. */
export interface TriedCall {
  /** The HTTP status; 0 when the server did not answer. */
  readonly status: number;
  /** The answer of the model, or the reason of a refusal. */
  readonly text: string;
  readonly ms: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly requestId: string;
}

/** The fields that are read of an answer or of a refusal; each may be absent. */
interface AnswerFields {
  readonly choices?: readonly { readonly message?: { readonly content?: string | null } }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number };
  readonly error?: { readonly message?: string };
}

/** The most tokens of the answer, so that trying a key costs next to nothing. */
const TOKENS_MAX = 64;

/**
 * Sends one small call with the key itself, and not with the session of the console: it proves what a client will get.
 * It goes to this site's own address, which browsers allow this page to call.
 */
export async function tryKey(key: string, model: string): Promise<TriedCall> {
  const started = performance.now();
  const none = { promptTokens: 0, completionTokens: 0, requestId: '' };
  try {
    const request = new Request('/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ model, max_tokens: TOKENS_MAX, messages: [{ role: 'user', content: 'Say hello.' }] }),
      credentials: 'omit',
    });
    // Not the API layer: the call carries the key and no session, and its answer has the shape of the relay.
    // eslint-disable-next-line no-restricted-globals
    const response = await fetch(request);
    const answer = (await response.json().catch(() => ({}))) as AnswerFields; // a page of an error in between is no JSON
    return {
      status: response.status,
      text: answer.choices?.[0]?.message?.content ?? answer.error?.message ?? '',
      ms: performance.now() - started,
      promptTokens: answer.usage?.prompt_tokens ?? 0,
      completionTokens: answer.usage?.completion_tokens ?? 0,
      requestId: response.headers.get('x-request-id') ?? '',
    };
  } catch {
    return { status: 0, text: '', ms: performance.now() - started, ...none };
  }
}
