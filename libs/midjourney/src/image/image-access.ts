import { Injectable } from '@nestjs/common';
import { SessionReader } from '@platform';
import { KeyGate, type KeyedRequest } from '@relay';
import { TaskStore, type TaskRow } from '@task';
import { type ApiCaller } from '@token';
import { ImageAddresses } from './image-addresses';

/** Which image is asked for, as the address says. */
export interface ImageRequest {
  readonly taskId: string;
  readonly part: string;
  /** Null when the address has none. */
  readonly signature: string | null;
}

/** Who may see which image: whoever has its signed address, and its owner. */
@Injectable()
export class ImageAccess {
  constructor(
    private readonly addresses: ImageAddresses,
    private readonly gate: KeyGate,
    private readonly sessions: SessionReader,
    private readonly store: TaskStore,
  ) {}

  /** @returns null for everything that the caller may not know about */
  async rowFor(request: KeyedRequest, { taskId, part, signature }: ImageRequest): Promise<TaskRow | null> {
    if (signature !== null) return this.signed(taskId, this.addresses.verify(signature, taskId, part));
    const userId = (await this.callerOf(request))?.userId ?? (await this.sessions.readOptional(request))?.id;
    return userId === undefined ? null : this.store.newestOf(userId, ['mj'], taskId);
  }

  private async signed(taskId: string, rowId: number | null): Promise<TaskRow | null> {
    const row = rowId === null ? null : await this.store.byId(rowId);
    return row?.platform === 'mj' && row.taskId === taskId ? row : null;
  }

  /** Without a key, or with a bad one, nobody is known; the answer is then the same as for an image that is not there. */
  private callerOf(request: KeyedRequest): Promise<ApiCaller | null> {
    return new Promise(resolve => {
      this.gate.open(request, false, error => resolve(error ? null : (request.apiCaller ?? null)));
    });
  }
}
