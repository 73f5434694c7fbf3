import { type Behaviour, type JsonBehaviour, json } from '../behaviour';

/** A page where JSON was expected: what proxies and firewalls in front of an upstream answer. */
export function htmlPage(status = 200, text = 'Just a moment'): Behaviour {
  return {
    kind: 'bytes',
    status,
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(`<!doctype html><html><head><title>${text}</title></head><body>${text}</body></html>`),
  };
}

/** Whole answers that no client may trust; each fits `refuse`, `interrupt` and `always` of every task upstream. */
export const faults = {
  /** Takes the request and never answers. */
  silence: { kind: 'stall' },
  /** Drops the connection without a byte. */
  dropped: { kind: 'reset' },
  /** Status and headers, then nothing. */
  halfAnswered: { kind: 'hangAfterHeaders' },
  /** JSON that ends too early. */
  brokenJson: json('{"code":1,"result":'),
  /** JSON of a shape that nobody promised. */
  oddJson: json('[[null,{"code":[]}],"?"]'),
  empty: json(''),
  html: htmlPage(),
  badGateway: htmlPage(502, 'Bad Gateway'),
  unavailable: json({ error: 'unavailable' }, { status: 503 }),
} as const satisfies Readonly<Record<string, Behaviour>>;

/** JSON whose numbers exceed 2^53: the text replaces each `"<digits>"` under one of the names by the bare digits. */
export function withBareNumbers(body: unknown, names: readonly string[]): JsonBehaviour {
  const pattern = new RegExp(`"(${names.join('|')})":"(\\d+)"`, 'g');
  return json(JSON.stringify(body).replace(pattern, '"$1":$2'));
}
