/** What the routes of programs allow beyond what browsers always may. */
export interface CorsAllowance {
  readonly methods: readonly string[];
  /** By name, because the asterisk does not cover those that prove who calls. */
  readonly headers: readonly string[];
}

/** Headers of a route that pages of any origin may call, none with cookies; the answer to their question is kept for a day. */
export function corsHeaders({ methods, headers }: CorsAllowance): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
    'access-control-allow-headers': ['*', ...headers].join(', '),
    'access-control-max-age': '86400',
  };
}
