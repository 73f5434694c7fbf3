import { Readable } from 'node:stream';
import { systemClock, TtlCache } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Logger } from '@platform';
import { NotPublic, PublicClient, type PublicAnswer } from '@relay';
import { TaskChannels, type TaskRow } from '@task';
import { MidjourneyUpstream } from '../midjourney-upstream';
import { isAddress, valueAt } from '../task/addresses';
import { dataOf } from '../task/stored-image-task';
import { toReport } from '../task/upstream-task';
import { isShowable } from './media-type';
import { MAIN_IMAGE } from './image-addresses';

const MEBIBYTE = 1024 * 1024;
/** Statuses of an expired link. Links of chat services expire after a day. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410]);
const RENEWED_MAX = 1000;
const RENEWED_MS = 600_000;
const DEFAULT_TYPE = 'image/jpeg';

export interface ImageLimits {
  readonly bytesMax: number;
  /** Limit for the whole transfer. */
  readonly timeoutMs: number;
  readonly atOnceMax: number;
}

/** Says why there is no image: a status and a sentence for the caller. */
export class NoImage extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** An image whose body is still being transferred. */
export interface OpenImage {
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * Fetches images of tasks from the addresses that their upstream reported. These addresses are not trusted: only public
 * hosts are contacted, redirects are not followed, only images and videos are passed on, and their size is limited.
 */
@Injectable()
export class ImageSource {
  /** Replaceable, so that tests can set smaller limits. */
  limits: ImageLimits = { bytesMax: 50 * MEBIBYTE, timeoutMs: 30_000, atOnceMax: 64 };

  private running = 0;
  /** Task data that was fetched again after a link had expired, so that the upstream is not polled for each viewer. */
  private readonly renewed = new TtlCache<number, unknown>({
    sizeMax: RENEWED_MAX,
    lifetimeMs: RENEWED_MS,
    clock: systemClock,
  });

  constructor(
    private readonly client: PublicClient,
    private readonly channels: TaskChannels,
    private readonly upstream: MidjourneyUpstream,
    private readonly logger: Logger,
  ) {}

  /**
   * @param part path of the address in the task object
   * @param range the caller's `range` header, if it is a simple one
   * @throws NoImage
   */
  async open(row: TaskRow, part: string, range: string | null): Promise<OpenImage> {
    if (this.running >= this.limits.atOnceMax) throw new NoImage(503, 'too many images are being loaded');
    this.running += 1;
    let hasStarted = false;
    try {
      const answer = await this.answerFor(row, part, range);
      const image = this.imageOf(answer);
      hasStarted = true;
      return image;
    } finally {
      if (!hasStarted) this.running -= 1;
    }
  }

  private async answerFor(row: TaskRow, part: string, range: string | null): Promise<PublicAnswer> {
    const signal = AbortSignal.timeout(this.limits.timeoutMs);
    const renewed = this.renewed.get(row.id);
    const address = addressAt(renewed ?? dataOf(row), part);
    if (address === null) throw new NoImage(400, 'midjourney_task_not_found');
    const answer = await this.get(address, range, signal);
    if (!GONE.has(answer.status) || renewed !== undefined) return answer;
    const fresh = addressAt(await this.renew(row), part);
    if (fresh === null || fresh === address) return answer;
    answer.drop();
    return this.get(fresh, range, signal);
  }

  /** Polls the task's own channel once more. The result is only used to find images. */
  private async renew(row: TaskRow): Promise<unknown> {
    const channel = this.channels.of(row);
    const task = channel && (await this.upstream.tasks(channel, [row.taskId]).catch(() => null))?.get(row.taskId);
    const data = task ? toReport(task).data : dataOf(row);
    this.renewed.set(row.id, data);
    return data;
  }

  private async get(address: string, range: string | null, signal: AbortSignal): Promise<PublicAnswer> {
    try {
      const headers = { accept: 'image/*,video/*', ...(range !== null && { range }) };
      return await this.client.get(new URL(address), headers, signal);
    } catch (error) {
      // The message may name the host, so only the kind of error is logged.
      this.logger.debug({ reason: (error as Error).name }, 'an image could not be loaded');
      const isRefused = error instanceof NotPublic || (error as Error).cause instanceof NotPublic;
      throw new NoImage(isRefused ? 403 : 500, 'the image cannot be loaded');
    }
  }

  private imageOf(answer: PublicAnswer): OpenImage {
    const { status, headers } = answer;
    const problem = this.problemOf(answer);
    if (problem) {
      answer.drop();
      throw problem;
    }
    const kept = ['content-length', 'content-range', 'accept-ranges'] as const;
    const passed = kept.flatMap(name => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
    const body = Readable.from(this.bounded(answer), { objectMode: false });
    // This runs however the transfer ends, and also when the body is never read.
    body.once('close', () => {
      this.running -= 1;
      answer.drop();
    });
    return {
      status: status === 206 ? 206 : 200,
      headers: { 'content-type': headers['content-type'] ?? DEFAULT_TYPE, ...Object.fromEntries(passed) },
      body,
    };
  }

  private problemOf({ status, headers }: PublicAnswer): NoImage | null {
    if (status >= 400 && status < 600) return new NoImage(status, 'the image cannot be loaded');
    if (status !== 200 && status !== 206) return new NoImage(502, 'the image cannot be loaded');
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity' || !isShowable(headers['content-type'] ?? DEFAULT_TYPE)) {
      return new NoImage(502, 'the upstream sent no image');
    }
    const isTooLarge = Number(headers['content-length'] ?? 0) > this.limits.bytesMax;
    return isTooLarge ? new NoImage(502, 'the image is too large') : null;
  }

  /** Aborts at the first byte above the limit; the connection to the caller then ends in the middle of the body. */
  private async *bounded(answer: PublicAnswer): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      if (bytes > this.limits.bytesMax) throw new Error('the image is too large');
      yield chunk;
    }
  }
}

function addressAt(data: unknown, part: string): string | null {
  const address = valueAt(data, part === MAIN_IMAGE ? 'imageUrl' : part);
  return isAddress(address) && URL.canParse(address) ? address : null;
}
