import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '@platform';
import { VIDEO_PROVIDERS, videoProviderOf } from '@providers';
import { In, LessThan, MoreThan, Not } from 'typeorm';
import { ProviderCalls } from '../../engine/provider-calls';
import { TaskChannels } from '../../engine/task-channels';
import { dataObjectOf, toAcceptedTask } from '../../store/stored-task';
import { TaskEntity, type TaskRow } from '../../store/task.entity';
import { TaskStore } from '../../store/task.store';

/** Platforms whose tasks the common routes show. */
export const VIDEO_PLATFORMS = VIDEO_PROVIDERS.map(({ id }) => id);

const PAGE_USUAL = 20;
const PAGE_MAX = 100;
/** Replaces the data of a result that its owner deleted; the record of the charge stays. */
const DELETED = { deleted: true };

export interface VideoListQuery {
  readonly after: string;
  readonly limit: string;
  readonly order: string;
}

export interface VideoListPage {
  readonly rows: readonly TaskRow[];
  readonly hasMore: boolean;
}

export function isDeleted(row: TaskRow): boolean {
  return dataObjectOf(row).deleted === true;
}

/** Lists and deletes a user's videos. */
@Injectable()
export class VideoList {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly store: TaskStore,
    private readonly channels: TaskChannels,
    private readonly calls: ProviderCalls,
  ) {}

  /** @throws AppError VIDEO_NOT_FOUND when the page should start after an unknown video */
  async list(userId: number, { after, limit, order }: VideoListQuery): Promise<VideoListPage> {
    const take = Math.min(PAGE_MAX, Math.max(1, Math.trunc(Number(limit)) || PAGE_USUAL));
    const isAscending = order === 'asc';
    const mark = after === '' ? null : await this.store.newestOf(userId, VIDEO_PLATFORMS, after);
    if (after !== '' && !mark) throw new AppError('VIDEO_NOT_FOUND');
    const rows = await this.database.read.find(TaskEntity, {
      where: {
        userId,
        platform: In([...VIDEO_PLATFORMS]),
        action: Not('PICTURE'),
        // A submission that no channel accepted has no id, so it is not listed.
        taskId: Not(''),
        data: Not(JSON.stringify(DELETED)),
        ...(mark && { id: isAscending ? MoreThan(mark.id) : LessThan(mark.id) }),
      },
      order: { id: isAscending ? 'ASC' : 'DESC' },
      take: take + 1,
    });
    return { rows: rows.slice(0, take), hasMore: rows.length > take };
  }

  /**
   * Deletes a finished video, at the upstream as well where that is possible.
   *
   * @throws AppError VIDEO_NOT_ENDED, VIDEO_CONTENT
   */
  async remove(row: TaskRow): Promise<void> {
    if (row.isOpen) throw new AppError('VIDEO_NOT_ENDED');
    const provider = videoProviderOf(row.platform);
    const channel = this.channels.of(row);
    if (channel && !(await this.calls.remove(provider, channel, toAcceptedTask(row)))) {
      throw new AppError('VIDEO_CONTENT');
    }
    await this.unitOfWork.run(manager =>
      manager.update(TaskEntity, { id: row.id, isOpen: false }, { data: JSON.stringify(DELETED) }),
    );
  }
}
