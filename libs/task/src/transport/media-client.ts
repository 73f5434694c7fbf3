import { type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type TaskUpstreamRequest } from '@providers';
import { PublicClient, UpstreamClient, type Exchange, type PublicAnswer } from '@relay';

/** The longest videos at the largest size are far smaller. */
const BYTES_MAX = 2 * 1024 * 1024 * 1024;
const TOTAL_MS = 15 * 60_000;
const REDIRECTS_MAX = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Content types of file stores that do not know the type of a file. */
const UNTYPED = /^(application|binary)\/octet-stream\b/i;
const TYPES = { video: /^video\/[\w.+-]+/i, image: /^image\/(png|jpeg|webp|gif|avif)\b/i } as const;
const USUAL_TYPES = { video: 'video/mp4', image: 'image/png' } as const;
const PASSED_HEADERS = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
/** Lower ports belong to services such as mail and login, whose servers may take a request for commands. */
const FREE_PORT_MIN = 1024;

/** A file that the gateway passes on as a stream. */
export interface Media {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

export interface MediaOptions {
  readonly kind: keyof typeof TYPES;
  /** The caller's own `range` header, if any. */
  readonly range: string | undefined;
}

type UpstreamAnswer = Awaited<Exchange['answer']>;

interface Opened {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable;
}

/** Streams videos and images without storing them. The content type must fit, and the size is limited. */
@Injectable()
export class MediaClient {
  constructor(
    private readonly open: PublicClient,
    private readonly upstream: UpstreamClient,
  ) {}

  /**
   * Opens a file at an address that an upstream reported. The address is not trusted: every hop must be a public host,
   * and no credentials are sent.
   *
   * @throws AppError VIDEO_CONTENT, VIDEO_NO_CONTENT, TASK_FIELD
   */
  async fromAddress(address: string, options: MediaOptions): Promise<Media> {
    const limit = AbortSignal.timeout(TOTAL_MS);
    const headers = { accept: '*/*', ...rangeHeader(options) };
    try {
      let target = checkedUrl(address);
      for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
        const answer = await this.open.get(target, headers, limit);
        const location = REDIRECTS.has(answer.status) ? firstOf(answer.headers.location) : '';
        if (location === '') return toMedia(openedAt(answer), options);
        answer.drop();
        target = checkedUrl(location, target);
      }
    } catch (error) {
      throw asContentError(error);
    }
    throw new AppError('VIDEO_CONTENT');
  }

  /**
   * Opens a file at the upstream that made it, by a request that its provider built.
   *
   * @throws AppError VIDEO_CONTENT, VIDEO_NO_CONTENT, TASK_FIELD
   */
  async fromUpstream(
    { method, url, headers }: TaskUpstreamRequest,
    options: MediaOptions & { readonly proxy: string },
  ): Promise<Media> {
    try {
      const exchange = this.upstream.open(
        {
          method,
          url,
          headers: { ...headers, accept: '*/*', 'accept-encoding': 'identity', ...rangeHeader(options) },
          body: null,
        },
        { totalMs: TOTAL_MS, proxy: options.proxy },
      );
      const answer = await exchange.answer;
      return toMedia({ status: answer.status, headers: answer.headers, body: readableOf(answer) }, options);
    } catch (error) {
      throw asContentError(error);
    }
  }
}

function rangeHeader({ range }: MediaOptions): Readonly<Record<string, string>> {
  return range !== undefined && /^bytes=[\d,\s-]{1,100}$/.test(range) ? { range } : {};
}

function firstOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Wraps network errors, whose messages hold host names and addresses that callers must not see. */
function asContentError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('VIDEO_CONTENT', { cause: error });
}

/** @throws AppError VIDEO_CONTENT */
function checkedUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new AppError('VIDEO_CONTENT');
  const url = new URL(text, base);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443));
  const isFree = port === 80 || port === 443 || port >= FREE_PORT_MIN;
  if (!isWeb || !isFree || url.username !== '' || url.password !== '') throw new AppError('VIDEO_CONTENT');
  return url;
}

/** @throws AppError VIDEO_CONTENT for a compressed body */
function openedAt(answer: PublicAnswer): Opened {
  const { status, headers } = answer;
  if (isPacked(headers)) {
    answer.drop();
    throw new AppError('VIDEO_CONTENT');
  }
  const body = Readable.from(counted(answer.body), { objectMode: false });
  body.once('close', () => answer.drop());
  return { status, headers, body };
}

/** Passes chunks on up to `BYTES_MAX`. @throws AppError VIDEO_CONTENT beyond it */
async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new AppError('VIDEO_CONTENT');
    yield chunk;
  }
}

function readableOf(answer: UpstreamAnswer): Readable {
  let hasBegun = false;
  let bytes = 0;
  const body: Readable = new Readable({
    read() {
      if (hasBegun) return answer.resume();
      hasBegun = true;
      answer.pipe({
        onData: chunk => {
          bytes += chunk.length;
          if (bytes <= BYTES_MAX) return body.push(chunk);
          body.destroy(new AppError('VIDEO_CONTENT'));
          return false;
        },
        onEnd: () => body.push(null),
        onFault: fault => body.destroy(fault),
      });
    },
    destroy(error, done) {
      answer.abort();
      done(error);
    },
  });
  return body;
}

function isPacked(headers: IncomingHttpHeaders): boolean {
  return !['', 'identity'].includes(firstOf(headers['content-encoding']).trim().toLowerCase());
}

/** @throws AppError VIDEO_CONTENT, VIDEO_NO_CONTENT, TASK_FIELD */
function toMedia({ status, headers, body }: Opened, { kind }: MediaOptions): Media {
  try {
    checkStatus(status);
    const named = firstOf(headers['content-type']);
    const [type] = TYPES[kind].exec(named) ?? [];
    if (type === undefined && named !== '' && !UNTYPED.test(named)) throw new AppError('VIDEO_CONTENT');
    if (Number(headers['content-length'] ?? 0) > BYTES_MAX) throw new AppError('VIDEO_CONTENT');
    // The headers of a compressed body give its compressed length, so they are not passed on.
    const passed = (isPacked(headers) ? [] : PASSED_HEADERS).flatMap(name => {
      const value = firstOf(headers[name]);
      return value === '' ? [] : [[name, value] as const];
    });
    return {
      status: status === 206 ? 206 : 200,
      headers: {
        ...Object.fromEntries(passed),
        'content-type': type ?? USUAL_TYPES[kind],
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
      body,
    };
  } catch (error) {
    body.on('error', () => undefined); // destroying the body may emit an error, which is expected
    body.destroy();
    throw error;
  }
}

function checkStatus(status: number): void {
  if (status === 200 || status === 206) return;
  if (status === 416) throw new AppError('TASK_FIELD', { params: { detail: 'the range is not satisfiable' } });
  if (status === 403 || status === 404 || status === 410) throw new AppError('VIDEO_NO_CONTENT');
  throw new AppError('VIDEO_CONTENT');
}
