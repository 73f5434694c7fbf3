import { type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { PublicClient, UpstreamClient, type Exchange, type PublicAnswer } from '@relay';

/** The longest videos of the largest form are far below. */
const BYTES_MAX = 2 * 1024 * 1024 * 1024;
const TOTAL_MS = 15 * 60_000;
const REDIRECTS_MAX = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Stores of files that know no better. */
const UNTYPED = /^(application|binary)\/octet-stream\b/i;
const TYPES = { video: /^video\/[\w.+-]+/i, image: /^image\/(png|jpeg|webp|gif|avif)\b/i } as const;
const USUAL_TYPES = { video: 'video/mp4', image: 'image/png' } as const;
const PASSED_HEADERS = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'];
/** Below are mail and logins, whose servers may take a request for commands. */
const FREE_PORT_MIN = 1024;

/** A file on its way through the gateway. */
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

/** Streams videos and images without keeping them: only what says that it is one, and only up to a size. */
@Injectable()
export class MediaClient {
  constructor(
    private readonly open: PublicClient,
    private readonly upstream: UpstreamClient,
  ) {}

  /**
   * From an address that an upstream named. It is a stranger's: only public hosts, on every hop, and no credentials.
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
   * From the upstream that made it, with its key.
   *
   * @throws AppError VIDEO_CONTENT, VIDEO_NO_CONTENT, TASK_FIELD
   */
  async fromUpstream(url: string, key: string, options: MediaOptions): Promise<Media> {
    try {
      const exchange = this.upstream.open(
        {
          method: 'GET',
          url,
          headers: {
            authorization: `Bearer ${key}`,
            accept: '*/*',
            'accept-encoding': 'identity',
            ...rangeHeader(options),
          },
          body: null,
        },
        { totalMs: TOTAL_MS },
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

/** What went wrong below us stays here: names and numbers of the network are nobody's business. */
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

/** @throws AppError VIDEO_CONTENT for a body that would have to be unpacked first */
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

/** Ends a file that grows for ever. */
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
    const told = firstOf(headers['content-type']);
    const [type] = TYPES[kind].exec(told) ?? [];
    if (type === undefined && told !== '' && !UNTYPED.test(told)) throw new AppError('VIDEO_CONTENT');
    if (Number(headers['content-length'] ?? 0) > BYTES_MAX) throw new AppError('VIDEO_CONTENT');
    // What was unpacked has another length.
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
    body.on('error', () => undefined); // that it was given up is no news
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
