import { Agent, type ClientRequestArgs } from 'node:http';
import { type LookupFunction } from 'node:net';
import { type Duplex } from 'node:stream';
import { connect as secured } from 'node:tls';
import { upstreamLookup, type Config } from '@platform';
import { openTunnel } from './proxy-tunnel';

interface TunnelAgentOptions {
  readonly proxy: string;
  readonly isSecure: boolean;
  readonly connectMs: number;
  readonly lookup?: LookupFunction;
}

/** Connects one WebSocket through a proxy; a socket is never used twice, so nothing is kept. */
export class TunnelAgent extends Agent {
  /** Node compares it with the protocol of the request. */
  readonly protocol: 'http:' | 'https:';

  constructor(private readonly tunnel: TunnelAgentOptions) {
    super({ keepAlive: false });
    this.protocol = tunnel.isSecure ? 'https:' : 'http:';
  }

  override createConnection(
    { host, port }: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): null {
    const { proxy, isSecure, connectMs: timeoutMs, lookup } = this.tunnel;
    const name = host ?? '';
    openTunnel({ proxy, host: name, port: Number(port), timeoutMs, lookup }).then(
      socket => callback?.(null, isSecure ? secured({ socket, servername: name }) : socket),
      // The second value is not used after an error.
      (error: unknown) => (callback as ((error: Error) => void) | undefined)?.(error as Error),
    );
    return null;
  }
}

/**
 * The agent of a WebSocket through a proxy; nothing without one.
 *
 * @throws LinkLocalHost for a proxy at a forbidden address
 */
export function socketAgent(
  url: string,
  proxy: string,
  { upstreamConnectTimeoutMs: connectMs, allowLinkLocalUpstreams }: Config,
): { readonly agent?: Agent } {
  if (proxy === '') return {};
  const lookups = upstreamLookup(proxy.replace(/^socks5h?:/i, 'http:'), allowLinkLocalUpstreams);
  return { agent: new TunnelAgent({ proxy, isSecure: /^(wss|https):/i.test(url), connectMs, ...lookups }) };
}
