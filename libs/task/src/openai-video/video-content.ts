import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { TaskChannels } from '../engine/task-channels';
import { type TaskRow } from '../engine/task-platform';
import { MediaClient, type Media, type MediaOptions } from '../transport/media-client';
import { videosOf } from './openai-video.platform';
import { VideoProviders } from './video-providers';

const VARIANTS = ['video', 'thumbnail', 'spritesheet'] as const;
type Variant = (typeof VARIANTS)[number];

/** Serves the files of a finished video, without revealing the upstream's key or address to the caller. */
@Injectable()
export class VideoContent {
  constructor(
    private readonly channels: TaskChannels,
    private readonly providers: VideoProviders,
    private readonly media: MediaClient,
  ) {}

  /** @throws AppError VIDEO_NOT_READY, VIDEO_NO_CONTENT, VIDEO_CONTENT, TASK_CHANNEL */
  open(row: TaskRow, variant: string, range: string | undefined): Promise<Media> {
    if (row.status !== 'SUCCESS') throw new AppError('VIDEO_NOT_READY', { params: { status: row.status || 'queued' } });
    const wanted = VARIANTS.find(name => name === (variant || 'video'));
    if (!wanted) throw new AppError('VIDEO_NO_CONTENT');
    const options: MediaOptions = { kind: wanted === 'video' ? 'video' : 'image', range };
    return row.platform === 'openai' ? this.fromUpstream(row, wanted, options) : this.fromAddress(row, wanted, options);
  }

  private fromUpstream(row: TaskRow, variant: Variant, options: MediaOptions): Promise<Media> {
    const channel = this.channels.of(row);
    if (!channel) throw new AppError('TASK_CHANNEL');
    const query = variant === 'video' ? '' : `?variant=${variant}`;
    return this.media.fromUpstream(
      `${videosOf(channel)}/${encodeURIComponent(row.taskId)}/content${query}`,
      channel.key,
      options,
    );
  }

  private async fromAddress(row: TaskRow, variant: Variant, options: MediaOptions): Promise<Media> {
    const url = await this.addressOf(row, variant);
    if (url === '') throw new AppError('VIDEO_NO_CONTENT');
    return this.media.fromAddress(url, options);
  }

  private async addressOf(row: TaskRow, variant: Variant): Promise<string> {
    if (variant === 'video') return this.providers.videoOf(row, this.channels.of(row));
    return variant === 'thumbnail' ? this.providers.factsOf(row).thumbnailUrl : '';
  }
}
