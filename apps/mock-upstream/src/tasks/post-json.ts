import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const PATIENCE_MS = 5_000;

/** The outcome of one call to a hook: the status of its response, or null when there was none. */
export interface HookCall {
  readonly address: string;
  readonly body: unknown;
  readonly status: number | null;
}

/**
 * POSTs JSON as the original upstreams do: one attempt of five seconds, no redirect, and only a look at the response.
 */
export function postJson(address: string, body: unknown, signal: AbortSignal): Promise<HookCall> {
  return new Promise(resolve => {
    const settle = (status: number | null): void => resolve({ address, body, status });
    const isHttps = address.startsWith('https:');
    try {
      const call = (isHttps ? requestHttps : requestHttp)(
        address,
        // The connection is not kept: the hook's server must be able to close while the mock still runs.
        { method: 'POST', agent: false, timeout: PATIENCE_MS, signal, headers: { 'content-type': 'application/json' } },
        response => {
          response.resume();
          response.on('close', () => settle(response.statusCode ?? null));
        },
      );
      call.on('timeout', () => call.destroy());
      call.on('error', () => settle(null));
      call.end(JSON.stringify(body));
    } catch {
      settle(null); // the hook is no address at all; the upstreams only log that
    }
  });
}
