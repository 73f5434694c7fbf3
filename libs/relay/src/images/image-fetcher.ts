import { CallRefusal } from '@formats';
import { Injectable } from '@nestjs/common';
import { NotPublic, PublicClient, type PublicAnswer } from '../transport/public-client';
import { firstHeader } from '../transport/answer-headers';
import { UpstreamFault } from '../transport/upstream-fault';
import { ImageProxy } from '../transport/image-proxy';
import { type FetchedImage, type ImageAddress } from './inline-images';
import { mediaTypeOf, SIGN_BYTES } from './media-type';
import { Slots } from './slots';

const MEBIBYTE = 1024 * 1024;
const REDIRECTS_MAX = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/**
 * The most images fetched at the same time for one call, and for all calls together. The total is limited because each
 * fetch may hold as many bytes as an image may have.
 */
const AT_ONCE_PER_CALL = 4;
const AT_ONCE_MAX = 32;
/** Ports below this one belong to services such as mail and logins, whose servers may take a request for commands. */
const FREE_PORT_MIN = 1024;
const HOST_SHOWN_MAX = 100;
const ACCEPTED = { accept: 'image/*,application/pdf' } as const;

interface ImageLimits {
  readonly imagesMax: number;
  /** Limits in bytes: for one image, and for all images of a call. */
  readonly bytesMax: number;
  readonly callBytesMax: number;
  /** Time limits: for one image with all its redirects, and for a call including its time in the queue. */
  readonly timeoutMs: number;
  readonly callTimeoutMs: number;
}

/** The reason why an image could not be fetched, as the end of a sentence for the caller. */
class Unfetchable extends Error {}

/** The state that the images of one call share. */
interface Batch {
  readonly signal: AbortSignal;
  bytes: number;
}

/**
 * Fetches images and documents from addresses that callers write into their calls. Addresses are untrusted: only http
 * and https, only ports 80, 443 and from 1024 on, and only hosts that are public at the moment of the connection, on
 * every hop. No cookies, no credentials. The type is read from the bytes themselves. Where the operator has set a worker,
 * that fetches them instead, and this server connects to none of the addresses.
 */
@Injectable()
export class ImageFetcher {
  /** Tests set smaller limits here. */
  limits: ImageLimits = {
    imagesMax: 20,
    bytesMax: 20 * MEBIBYTE,
    callBytesMax: 64 * MEBIBYTE,
    timeoutMs: 10_000,
    callTimeoutMs: 60_000,
  };

  private readonly slots = new Slots(AT_ONCE_MAX);

  constructor(
    private readonly client: PublicClient,
    private readonly worker: ImageProxy,
  ) {}

  /**
   * @returns the fetched images, by address
   * @throws CallRefusal with a sentence that says which address failed and why, showing only its scheme and host
   * @throws UpstreamFault `aborted` when the signal ends it
   */
  async fetchAll(addresses: readonly ImageAddress[], signal: AbortSignal): Promise<Map<string, FetchedImage>> {
    const { imagesMax, callTimeoutMs } = this.limits;
    if (addresses.length > imagesMax) {
      throw new CallRefusal(`at most ${imagesMax} images by address can be fetched for this model; send data instead`);
    }
    const fetched = new Map<string, FetchedImage>();
    const left = [...addresses];
    const failed = new AbortController();
    const batch: Batch = {
      bytes: 0,
      signal: AbortSignal.any([signal, failed.signal, AbortSignal.timeout(callTimeoutMs)]),
    };
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) {
        const address = next;
        fetched.set(address.url, await this.slots.run(() => this.fetchOne(address, batch)));
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE_PER_CALL, left.length) }, work));
      return fetched;
    } catch (error) {
      failed.abort(); // the other images are no longer needed
      if (signal.aborted) throw new UpstreamFault('aborted', { cause: error });
      throw error;
    }
  }

  private async fetchOne(address: ImageAddress, batch: Batch): Promise<FetchedImage> {
    const limit = AbortSignal.timeout(this.limits.timeoutMs);
    try {
      return await this.follow(address, AbortSignal.any([batch.signal, limit]), batch);
    } catch (error) {
      const isSlow = limit.aborted || batch.signal.aborted;
      throw new CallRefusal(
        `the ${address.kind} at ${shown(address.url)} could not be fetched: ${reasonOf(error, isSlow)}`,
      );
    }
  }

  private async follow({ url, kind }: ImageAddress, signal: AbortSignal, batch: Batch): Promise<FetchedImage> {
    let target = checkedUrl(url);
    if (this.worker.isSet) return this.read(await this.byWorker(target, signal), kind, batch);
    for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
      const answer = await this.client.get(target, ACCEPTED, signal);
      const location = locationOf(answer);
      if (location === null) return await this.read(answer, kind, batch);
      answer.drop();
      target = checkedUrl(location, target);
    }
    throw new Unfetchable(`it redirects more than ${REDIRECTS_MAX} times`);
  }

  /** The worker follows redirects itself, so a redirect that it answers is none for this server. */
  private byWorker(target: URL, signal: AbortSignal): Promise<PublicAnswer> {
    const refusal = this.worker.refusalOf(target);
    if (refusal !== null) throw new Unfetchable(refusal);
    return this.worker.get(target, ACCEPTED, signal);
  }

  /** Reads the body, and stops as soon as it turns out to be unusable. */
  private async read(answer: PublicAnswer, kind: ImageAddress['kind'], batch: Batch): Promise<FetchedImage> {
    try {
      if (answer.status !== 200) throw new Unfetchable(`it answers ${answer.status}`);
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of answer.body) {
        const hadSign = bytes >= SIGN_BYTES;
        chunks.push(chunk);
        bytes += chunk.length;
        this.bound(bytes, (batch.bytes += chunk.length));
        if (!hadSign && bytes >= SIGN_BYTES) typeOf(Buffer.concat(chunks), kind);
      }
      const whole = Buffer.concat(chunks);
      return { mime: typeOf(whole, kind), data: whole.toString('base64') };
    } finally {
      answer.drop();
    }
  }

  /** @throws Unfetchable */
  private bound(bytes: number, callBytes: number): void {
    const { bytesMax, callBytesMax } = this.limits;
    if (bytes > bytesMax) throw new Unfetchable(`it is larger than ${inMebibytes(bytesMax)}`);
    if (callBytes > callBytesMax) {
      throw new Unfetchable(`all images of the call together are larger than ${inMebibytes(callBytesMax)}`);
    }
  }
}

/** @throws Unfetchable */
function checkedUrl(text: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw new Unfetchable('its address is not valid'); // the parser's message quotes the address
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Unfetchable('its address is not http or https');
  if (url.username !== '' || url.password !== '') throw new Unfetchable('its address holds a user name');
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
  if (port !== 80 && port !== 443 && port < FREE_PORT_MIN) throw new Unfetchable('its port is not allowed');
  return url;
}

/** The target of a redirect; null for every other response. */
function locationOf({ status, headers }: PublicAnswer): string | null {
  return (REDIRECTS.has(status) && firstHeader(headers, 'location')) || null;
}

/** @throws Unfetchable */
function typeOf(bytes: Buffer, kind: ImageAddress['kind']): string {
  const type = mediaTypeOf(bytes);
  if (type?.kind === kind) return type.mime;
  throw new Unfetchable(kind === 'image' ? 'it is not an image (png, jpeg, gif or webp)' : 'it is not a PDF');
}

function inMebibytes(bytes: number): string {
  return `${bytes / MEBIBYTE} MiB`;
}

/**
 * The reason for the caller. It does not show network errors in detail: names and numbers of the gateway's own network
 * stay here.
 */
function reasonOf(error: unknown, isSlow: boolean): string {
  if (error instanceof Unfetchable) return error.message;
  if (error instanceof NotPublic) return 'its address is not public';
  return isSlow ? 'it takes too long' : 'it cannot be reached';
}

/** Only the scheme and host of an address, because paths and queries of images may hold secrets. */
function shown(address: string): string {
  if (!URL.canParse(address)) return 'its address';
  const { protocol, host } = new URL(address);
  return `${protocol}//${host.slice(0, HOST_SHOWN_MAX)}/…`;
}
