/** The CORS permissions of routes for programs, beyond what browsers always allow. */
interface CorsAllowance {
  readonly methods: readonly string[];
  /** Headers are listed by name, because the asterisk does not cover those that carry credentials. */
  readonly headers: readonly string[];
}

/**
 * Headers of a route that pages of any origin may call, none with cookies; browsers keep the preflight response for a
 * day.
 */
export function corsHeaders({ methods, headers }: CorsAllowance): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
    'access-control-allow-headers': ['*', ...headers].join(', '),
    'access-control-max-age': '86400',
  };
}
