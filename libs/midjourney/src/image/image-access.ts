import { Injectable } from '@nestjs/common';
import { SessionReader } from '@platform';
import { KeyGate, type KeyedRequest } from '@relay';
import { TaskStore, type TaskRow } from '@task';
import { type ApiCaller } from '@token';
import { ImageAddresses } from './image-addresses';

/** The image that a request names in its address. */
export interface ImageRequest {
  readonly taskId: string;
  readonly part: string;
  /** Null when the address has none. */
  readonly signature: string | null;
}

/** An image may be fetched with its signed address, or by the owner of the task. */
@Injectable()
export class ImageAccess {
  constructor(
    private readonly addresses: ImageAddresses,
    private readonly gate: KeyGate,
    private readonly sessions: SessionReader,
    private readonly store: TaskStore,
  ) {}

  /** @returns null for a task that does not exist or that the caller may not see */
  async rowFor(request: KeyedRequest, { taskId, part, signature }: ImageRequest): Promise<TaskRow | null> {
    if (signature !== null) return this.signed(taskId, this.addresses.verify(signature, taskId, part));
    const userId = (await this.callerOf(request))?.userId ?? (await this.sessions.readOptional(request))?.id;
    return userId === undefined ? null : this.store.newestOf(userId, ['mj'], taskId);
  }

  private async signed(taskId: string, rowId: number | null): Promise<TaskRow | null> {
    const row = rowId === null ? null : await this.store.byId(rowId);
    return row?.platform === 'mj' && row.taskId === taskId ? row : null;
  }

  /**
   * @returns null without a key or with an invalid one; the response is then the same as for an image that does not
   *   exist
   */
  private callerOf(request: KeyedRequest): Promise<ApiCaller | null> {
    return new Promise(resolve => {
      this.gate.open(request, false, error => resolve(error ? null : (request.apiCaller ?? null)));
    });
  }
}
