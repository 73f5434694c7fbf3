import { type Behaviour, type JsonBehaviour, json } from '../call/behaviour';

/** A page where JSON was expected, as proxies and firewalls in front of an upstream send it. */
export function htmlPage(status = 200, text = 'Just a moment'): Behaviour {
  return {
    kind: 'bytes',
    status,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(`<!doctype html><html><head><title>${text}</title></head><body>${text}</body></html>`),
  };
}

/** Whole responses that no client may trust; each fits `refuse`, `interrupt` and `always` of every task upstream. */
export const faults = {
  /** Takes the request and never responds. */
  silence: { kind: 'stall' },
  /** Drops the connection without a byte. */
  dropped: { kind: 'reset' },
  /** Sends status and headers, then nothing. */
  halfAnswered: { kind: 'hangAfterHeaders' },
  /** Sends JSON that ends too early. */
  brokenJson: json('{"code":1,"result":'),
  /** Sends JSON of a shape that no documentation names. */
  oddJson: json('[[null,{"code":[]}],"?"]'),
  empty: json(''),
  html: htmlPage(),
  badGateway: htmlPage(502, 'Bad Gateway'),
  unavailable: json({ error: 'unavailable' }, { status: 503 }),
} as const satisfies Readonly<Record<string, Behaviour>>;

/** Sends JSON whose numbers exceed 2^53: each `"<digits>"` under one of the names becomes the bare digits. */
export function withBareNumbers(body: unknown, names: readonly string[]): JsonBehaviour {
  const pattern = new RegExp(`"(${names.join('|')})":"(\\d+)"`, 'g');
  return json(JSON.stringify(body).replace(pattern, '"$1":$2'));
}
