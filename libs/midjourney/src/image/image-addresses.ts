import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { SecretBox } from '@platform';
import { type TaskRow } from '@task';

/** Half of the hash: 128 bits, which nobody guesses. */
const SIGN_LENGTH = 32;
/** The image itself has no name; other media of a task are named by where they stand in it. */
export const MAIN_IMAGE = '';

/** What a signed address points at. */
export interface SignedImage {
  readonly rowId: number;
  readonly taskId: string;
  readonly part: string;
}

/**
 * Addresses under which the gateway shows images of drawings. The signature is over the row, since two upstreams may use
 * the same id, and over the part, so that one address opens one image.
 */
@Injectable()
export class ImageAddresses {
  constructor(
    private readonly box: SecretBox,
    private readonly options: Options,
  ) {}

  /** Relative while the gateway does not know its own address; the console can show it all the same. */
  of(row: TaskRow, part = MAIN_IMAGE): string {
    const query = new URLSearchParams({ sig: `${row.id}.${this.sign({ rowId: row.id, taskId: row.taskId, part })}` });
    if (part !== MAIN_IMAGE) query.set('part', part);
    // Previews replace each other under one address; caches would keep the first.
    if (row.status !== 'SUCCESS') query.set('rand', String(row.updatedAtMs));
    return `${this.options.current.ServerAddress}/mj/image/${encodeURIComponent(row.taskId)}?${query.toString()}`;
  }

  /** @returns the row that a signature was made for; null when it was made by somebody else, or for something else */
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
