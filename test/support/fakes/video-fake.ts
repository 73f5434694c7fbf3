import { createMockUpstream, json, type Behaviour, type MockCall, type MockUpstream } from './task-upstreams';

/** The bytes of a video, which is a video in name only. */
export const VIDEO = Buffer.from('a video that is long enough to be asked for in parts');
/** The first bytes of an image. */
export const IMAGE = Buffer.from('89504e470d0a1a0a', 'hex');

function error(status: number, code: string, message: string): Behaviour {
  return json({ error: { message, type: 'invalid_request_error', param: null, code } }, { status });
}

/** An upstream that offers OpenAI's video API; source: its API reference, "Videos", read 2026-08. */
export class VideoFake {
  readonly videos = new Map<string, Record<string, unknown>>();
  readonly deleted: string[] = [];
  /** The response to the next submit, instead of the usual one. */
  next: Behaviour | null = null;

  private constructor(readonly mock: MockUpstream) {
    mock.script(call => this.answer(call));
  }

  static async start(): Promise<VideoFake> {
    return new VideoFake(await createMockUpstream());
  }

  get url(): string {
    return this.mock.url;
  }

  set(id: string, fields: Record<string, unknown>): void {
    this.videos.set(id, { ...this.videos.get(id), ...fields });
  }

  submits(): readonly MockCall[] {
    return this.mock.calls.filter(call => call.method === 'POST');
  }

  close(): Promise<void> {
    return this.mock.close();
  }

  private answer(call: MockCall): Behaviour {
    if (call.headers.authorization !== 'Bearer sk-video') return error(401, 'invalid_api_key', 'Incorrect API key');
    const { pathname, searchParams } = new URL(call.path, this.url);
    const [, id = '', part = ''] = /^\/v1\/videos(?:\/([^/]+))?(?:\/(content|remix))?$/.exec(pathname) ?? [];
    if (call.method === 'POST' && (id === '' || part === 'remix')) return this.create(call, id);
    const video = this.videos.get(id);
    if (!video) return error(404, 'not_found', 'Video not found');
    if (call.method === 'DELETE') {
      this.deleted.push(id);
      return json({ id, object: 'video.deleted', deleted: true });
    }
    if (part !== 'content') return json(video);
    return contentOf(searchParams.get('variant') ?? 'video', call.headers.range);
  }

  private create(call: MockCall, parentId: string): Behaviour {
    const { next } = this;
    this.next = null;
    if (next) return next;
    const id = `video_${this.videos.size + 1}`;
    const [, seconds = '4'] = /"seconds"(?::|\r\n\r\n)"?(\d+)/.exec(call.rawBody.toString('latin1')) ?? [];
    this.set(id, {
      id,
      object: 'video',
      model: 'sora-2',
      status: 'queued',
      progress: 0,
      created_at: Math.floor(Date.now() / 1000),
      seconds,
      size: '720x1280',
      ...(parentId !== '' && { remixed_from_video_id: parentId }),
    });
    return json(this.videos.get(id));
  }
}

function contentOf(variant: string, range: string | undefined): Behaviour {
  if (variant !== 'video') return { kind: 'bytes', contentType: 'image/png', body: IMAGE };
  const [, from] = /^bytes=(\d+)-$/.exec(range ?? '') ?? [];
  if (from === undefined) return { kind: 'bytes', contentType: 'video/mp4', body: VIDEO };
  const body = VIDEO.subarray(Number(from));
  const headers = { 'content-range': `bytes ${from}-${VIDEO.length - 1}/${VIDEO.length}` };
  return { kind: 'bytes', status: 206, contentType: 'video/mp4', body, headers };
}
