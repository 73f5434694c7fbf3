import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const TURNSTILE_SECRET = '0x-turnstile-secret';

/** How the service behaves: correctly, or in one of the ways in which services fail. */
export type TurnstileMode = 'answer' | 'garbage' | 'no outcome' | 'yes in words' | 'broken' | 'hang up' | 'redirect';

/** A call as it arrived. */
export interface TurnstileCall {
  readonly secret: string;
  readonly response: string;
  readonly remoteip: string;
  readonly idempotency_key: string;
}

/**
 * Turnstile's siteverify on this machine: tokens count once, except that the same idempotency key gets the same
 * response. Source: Cloudflare's "Server-side validation" page, read 2026-08.
 */
export class TurnstileServer {
  readonly calls: TurnstileCall[] = [];
  mode: TurnstileMode = 'answer';
  /** The number of calls that get no response before the mode counts. */
  lost = 0;
  hostname = 'gateway.example';
  private made = 0;
  private readonly fresh = new Set<string>();
  private readonly answered = new Map<string, object>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void text(request).then(body => {
        const outcome = this.check(Object.fromEntries(new URLSearchParams(body)) as unknown as TurnstileCall);
        if (this.lost > 0 || this.mode === 'hang up') {
          this.lost -= 1;
          request.socket.destroy();
          return;
        }
        if (this.mode === 'redirect') response.writeHead(302, { location: `${this.url}/elsewhere` });
        else response.writeHead(this.mode === 'broken' ? 500 : 200, { 'content-type': 'application/json' });
        response.end(this.bodyFor(outcome));
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/turnstile/v0/siteverify`;
  }

  listen(): Promise<void> {
    return new Promise(resolve => this.server.listen(0, '127.0.0.1', resolve));
  }

  /** The token that the widget gives to a page. */
  token(): string {
    const token = `0.turnstile-token-${++this.made}`;
    this.fresh.add(token);
    return token;
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise(resolve => this.server.close(() => resolve()));
  }

  private check(call: TurnstileCall): object {
    this.calls.push(call);
    const known = this.answered.get(call.idempotency_key);
    if (known) return known;
    const outcome = this.outcomeOf(call);
    this.answered.set(call.idempotency_key, outcome);
    return outcome;
  }

  private outcomeOf({ secret, response }: TurnstileCall): object {
    const no = (code: string): object => ({ success: false, 'error-codes': [code] });
    if (secret !== TURNSTILE_SECRET) return no('invalid-input-secret');
    if (!response) return no('missing-input-response');
    if (!/^0\.turnstile-token-\d+$/.test(response)) return no('invalid-input-response');
    if (!this.fresh.delete(response)) return no('timeout-or-duplicate');
    const { hostname } = this;
    return {
      success: true,
      'error-codes': [],
      challenge_ts: new Date().toISOString(),
      hostname,
      action: '',
      cdata: '',
    };
  }

  private bodyFor(outcome: object): string {
    switch (this.mode) {
      case 'garbage':
        return '<html>not today</html>';
      case 'no outcome':
        return '{"hostname":"gateway.example"}';
      case 'yes in words':
        return '{"success":"true"}';
      default:
        return JSON.stringify(outcome);
    }
  }
}

export async function startTurnstileServer(): Promise<TurnstileServer> {
  const server = new TurnstileServer();
  await server.listen();
  return server;
}
