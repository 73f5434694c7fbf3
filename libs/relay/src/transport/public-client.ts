import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { type IncomingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import { isPublicAddress } from './public-address';

/** The network of a client: how names are resolved, and which addresses may be connected to. */
interface PublicNetwork {
  lookup(
    host: string,
    options: { readonly all: true },
    callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
  ): void;
  isAllowed(address: string): boolean;
}

/** The host is not on the public internet. */
export class NotPublic extends Error {}

export interface PublicAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent, without decompression. */
  readonly body: AsyncIterable<Buffer>;
  /** Closes the connection; does nothing after the end. */
  drop(): void;
}

/** The answer as undici gives it. */
export function toPublicAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): PublicAnswer {
  return {
    status: statusCode,
    headers,
    body,
    drop: () => {
      body.on('error', () => undefined); // the error only reports that the connection was closed here
      body.destroy();
    },
  };
}

/**
 * Sends requests to untrusted addresses: only to hosts that are public at the moment of the connection. It never
 * follows a redirect, keeps no cookies and sends no credentials.
 */
@Injectable()
export class PublicClient implements OnApplicationShutdown {
  /** Tests set a network of their own here. */
  network: PublicNetwork = { lookup: systemLookup, isAllowed: isPublicAddress };

  private readonly lookup: LookupFunction = (host, options, callback) => {
    this.network.lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const allowed = addresses.filter(({ address }) => this.network.isAllowed(address));
      const [first] = allowed;
      if (!first) return callback(new NotPublic(), '');
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
  private readonly connector = buildConnector({ lookup: this.lookup });
  /** Every request gets a connection of its own, so that every request has its address checked. */
  private readonly agent = new Agent({
    pipelining: 0,
    connect: (options, callback) => this.connect(options, callback),
  });

  /**
   * @param url http or https
   * @throws NotPublic, or the error of undici when the host cannot be reached, or the signal ends the request
   */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<PublicAnswer> {
    return this.send(url, { method: 'GET', headers, signal });
  }

  /** Sends a body to an address, as JSON. */
  post(url: URL, body: unknown, signal: AbortSignal): Promise<PublicAnswer> {
    const headers = { 'content-type': 'application/json' };
    return this.send(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  }

  private async send(
    url: URL,
    { headers, ...options }: { method: 'GET' | 'POST'; headers: object; body?: string; signal: AbortSignal },
  ): Promise<PublicAnswer> {
    const answer = await request(url, {
      ...options,
      dispatcher: this.agent,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'sluice', ...headers },
    });
    return toPublicAnswer(answer);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  /**
   * Checks the address when the connection is made: a name that changes its address between check and use gains
   * nothing.
   */
  private connect(options: buildConnector.Options, callback: buildConnector.Callback): void {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    // An address written as a number is never looked up, so it is checked here.
    if (isIP(host) !== 0 && !this.network.isAllowed(host)) return callback(new NotPublic(), null);
    this.connector(options, callback);
  }
}
