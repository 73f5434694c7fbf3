import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Options } from '@option';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { toPublicAnswer, type PublicAnswer } from './public-client';
import { isPublicAddress } from './public-address';

/** Names that only an internal network resolves. Source: RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`. */
const INNER_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/i;

/**
 * The operator's worker, which fetches images in place of this server: a site behind it shows no address of its own, and
 * resolves no name that a caller wrote. The worker is sent `{url, key, method, headers, body}` and answers with what it
 * got; the form is that of the workers made for gateways of the one-api family.
 */
@Injectable()
export class ImageProxy implements OnApplicationShutdown {
  private readonly agent = new Agent({ pipelining: 0 });

  constructor(private readonly options: Options) {}

  /** Whether the operator has set a worker. */
  get isSet(): boolean {
    return this.options.current.WorkerUrl !== '';
  }

  /**
   * Why the worker must not be asked for an address, as the end of a sentence; null when it may. Names are judged as they
   * are written, because resolving them is the worker's part.
   */
  refusalOf(url: URL): string | null {
    if (url.protocol !== 'https:') return 'its address is not https';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isPublic = isIP(host) === 0 ? host.includes('.') && !INNER_NAME.test(host) : isPublicAddress(host);
    return isPublic ? null : 'its address is not public';
  }

  /** @throws errors of undici when the worker cannot be reached, or the signal ends the request */
  async get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<PublicAnswer> {
    const { WorkerUrl, WorkerValidKey } = this.options.current;
    const answer = await request(WorkerUrl, {
      dispatcher: this.agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', 'user-agent': 'sluice' },
      body: JSON.stringify({ url: url.href, key: WorkerValidKey, method: 'GET', headers, body: '' }),
      signal,
    });
    return toPublicAnswer(answer);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}
