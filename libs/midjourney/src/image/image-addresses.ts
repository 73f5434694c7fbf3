import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { SecretBox } from '@platform';
import { type TaskRow } from '@task';

/** Hexadecimal digits of a signature: half of the hash, 128 bits, which cannot be guessed. */
const SIGN_LENGTH = 32;
/** Part name of the main image; other media of a task are named by their path in the task object. */
export const MAIN_IMAGE = '';

/** The row, task id and part that a signature covers. */
export interface SignedImage {
  readonly rowId: number;
  readonly taskId: string;
  readonly part: string;
}

/**
 * Addresses under which the gateway serves the images of tasks. The signature covers the row, since two upstreams may
 * use the same id, and the part, so that one address opens one image.
 */
@Injectable()
export class ImageAddresses {
  constructor(
    private readonly box: SecretBox,
    private readonly options: Options,
  ) {}

  /** The address is relative while `ServerAddress` is empty; the console can still show it. */
  of(row: TaskRow, part = MAIN_IMAGE): string {
    const query = new URLSearchParams({ sig: `${row.id}.${this.sign({ rowId: row.id, taskId: row.taskId, part })}` });
    if (part !== MAIN_IMAGE) query.set('part', part);
    // Previews replace each other under one address, and a cache would keep the first one.
    if (row.status !== 'SUCCESS') query.set('rand', String(row.updatedAtMs));
    return `${this.options.current.ServerAddress}/mj/image/${encodeURIComponent(row.taskId)}?${query.toString()}`;
  }

  /**
   * @returns the id of the row that the signature was made for; null for a forged signature or one for another image
   */
  verify(signature: string, taskId: string, part: string): number | null {
    const [, id, sign] = /^([1-9]\d{0,15})\.([0-9a-f]+)$/.exec(signature) ?? [];
    if (id === undefined || sign?.length !== SIGN_LENGTH) return null;
    const rowId = Number(id);
    const right = this.sign({ rowId, taskId, part });
    return timingSafeEqual(Buffer.from(sign), Buffer.from(right)) ? rowId : null;
  }

  private sign({ rowId, taskId, part }: SignedImage): string {
    return this.box.hash('picture-address', JSON.stringify([rowId, taskId, part])).slice(0, SIGN_LENGTH);
  }
}
