import { ChannelCatalog, type CatalogChannel } from '@channel';
import { ChannelStatus } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type TaskRow } from '../store/task.entity';

/** Finds the channel that works on a task. */
@Injectable()
export class TaskChannels {
  constructor(private readonly catalog: ChannelCatalog) {}

  /**
   * The channel of a task, in any status. It carries the key that the task was submitted with, while it still has it.
   */
  of(task: Pick<TaskRow, 'channelId' | 'keyHash'>): CatalogChannel | null {
    const channel = this.catalog.current.byId(task.channelId);
    if (!channel) return null;
    const own = channel.keys.find(({ keyHash }) => keyHash === task.keyHash);
    return own ? { ...channel, key: own.key, keyHash: own.keyHash } : channel;
  }

  /**
   * The channel of a task. An unknown channel is looked up once more, because another node may have just created it.
   */
  async find(task: Pick<TaskRow, 'channelId' | 'keyHash'>): Promise<CatalogChannel | null> {
    const known = this.of(task);
    if (known) return known;
    await this.catalog.refresh();
    return this.of(task);
  }

  /**
   * The enabled channel of a task, which alone can continue it. @throws AppError TASK_CHANNEL, TASK_CHANNEL_DISABLED
   */
  usableOf(task: TaskRow): CatalogChannel {
    const channel = this.of(task);
    if (!channel) throw new AppError('TASK_CHANNEL');
    if (channel.status !== ChannelStatus.Enabled) throw new AppError('TASK_CHANNEL_DISABLED');
    return channel;
  }
}
