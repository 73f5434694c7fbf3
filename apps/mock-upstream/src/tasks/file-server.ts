import { type Behaviour } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type MockUpstream, createMockUpstream } from '../mock-upstream';

/** An image of one pixel. */
export const PNG_BYTES = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** A video in name only: the box that names its brand, and a box of data. */
export const MP4_BYTES = Buffer.concat([
  Buffer.from('000000186674797069736f6d0000020069736f6d6d703432', 'hex'),
  Buffer.from('000000106d646174', 'hex'),
  Buffer.from('SLUICE!\n'),
]);
/** A song in name only: an empty ID3 header and the sync word of a frame. */
export const MP3_BYTES = Buffer.concat([Buffer.from('49443304000000000000', 'hex'), Buffer.from('fffb9000', 'hex')]);

const kinds: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
  png: ['image/png', PNG_BYTES],
  webp: ['image/webp', PNG_BYTES],
  mp4: ['video/mp4', MP4_BYTES],
  mp3: ['audio/mpeg', MP3_BYTES],
};

const RANGE = /^bytes=(\d+)-(\d*)$/;

/**
 * The host where an upstream keeps its results: every path ending in .png, .webp, .mp4 or .mp3 exists. A test can
 * replace a response: `files.lie('/u2.png', htmlPage())`, `{ kind: 'oversize', … }`, `{ kind: 'redirect', … }`, a
 * `delayMs`, a 404.
 */
export class FileServer {
  private readonly lies = new Map<string, Behaviour>();

  private constructor(private readonly mock: MockUpstream) {
    mock.script(call => this.answer(call));
  }

  static async start(): Promise<FileServer> {
    return new FileServer(await createMockUpstream());
  }

  /** The address, without a trailing slash. */
  get url(): string {
    return this.mock.url;
  }

  get calls(): readonly MockCall[] {
    return this.mock.calls;
  }

  address(name: string): string {
    return `${this.url}/${name}`;
  }

  /**
   * @param path with its slash, or `*` for every file without a replaced response of its own; null removes the
   *   replacement
   */
  lie(path: string, behaviour: Behaviour | null): void {
    if (behaviour) this.lies.set(path, behaviour);
    else this.lies.delete(path);
  }

  close(): Promise<void> {
    return this.mock.close();
  }

  private answer(call: MockCall): Behaviour {
    const { pathname } = new URL(call.path, this.url);
    return this.lies.get(pathname) ?? this.lies.get('*') ?? fileAt(pathname, call.headers.range);
  }
}

function fileAt(pathname: string, range: string | undefined): Behaviour {
  const kind = kinds[pathname.split('.').at(-1) ?? ''];
  if (!kind) return { kind: 'bytes', status: 404, contentType: 'text/plain', body: Buffer.from('no such file') };
  const [contentType, bytes] = kind;
  const [, from, to] = RANGE.exec(range ?? '') ?? [];
  if (from === undefined) return { kind: 'bytes', contentType, body: bytes, headers: { 'accept-ranges': 'bytes' } };
  const body = bytes.subarray(Number(from), to ? Number(to) + 1 : undefined);
  const contentRange = `bytes ${from}-${Number(from) + body.length - 1}/${bytes.length}`;
  return { kind: 'bytes', status: 206, contentType, body, headers: { 'content-range': contentRange } };
}
