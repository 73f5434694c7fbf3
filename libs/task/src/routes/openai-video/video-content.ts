import { type CatalogChannel } from '@channel';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { videoProviderOf, type VideoVariant } from '@providers';
import { ProviderCalls } from '../../engine/provider-calls';
import { TaskChannels } from '../../engine/task-channels';
import { toAcceptedTask } from '../../store/stored-task';
import { type TaskRow } from '../../store/task.entity';
import { MediaClient, type Media, type MediaOptions } from '../../transport/media-client';
import { videoFactsOf } from './video-view';

const VARIANTS: readonly VideoVariant[] = ['video', 'thumbnail', 'spritesheet'];

/** Serves the files of a finished video, without revealing the upstream's key or address to the caller. */
@Injectable()
export class VideoContent {
  constructor(
    private readonly channels: TaskChannels,
    private readonly calls: ProviderCalls,
    private readonly media: MediaClient,
  ) {}

  /** @throws AppError VIDEO_NOT_READY, VIDEO_NO_CONTENT, VIDEO_CONTENT, TASK_CHANNEL */
  async open(row: TaskRow, variant: string, range: string | undefined): Promise<Media> {
    if (row.status !== 'SUCCESS') throw new AppError('VIDEO_NOT_READY', { params: { status: row.status || 'queued' } });
    const wanted = VARIANTS.find(name => name === (variant || 'video'));
    if (!wanted) throw new AppError('VIDEO_NO_CONTENT');
    const options: MediaOptions = { kind: wanted === 'video' ? 'video' : 'image', range };
    const { content } = videoProviderOf(row.platform);
    if (!content) return this.fromAddress(row, wanted, options);
    const channel = this.channels.of(row);
    if (!channel) throw new AppError('TASK_CHANNEL');
    return this.media.fromUpstream(content.build(toAcceptedTask(row), wanted, channel), {
      ...options,
      proxy: channel.proxy,
    });
  }

  private async fromAddress(row: TaskRow, variant: VideoVariant, options: MediaOptions): Promise<Media> {
    const url = await this.addressOf(row, variant);
    if (url === '') throw new AppError('VIDEO_NO_CONTENT');
    return this.media.fromAddress(url, options);
  }

  private async addressOf(row: TaskRow, variant: VideoVariant): Promise<string> {
    if (variant === 'video') return this.videoAddressOf(row, this.channels.of(row));
    return variant === 'thumbnail' ? videoFactsOf(row).thumbnailUrl : '';
  }

  /** The address of the video. A provider that names files is asked again when the stored one may have expired. */
  private async videoAddressOf(row: TaskRow, channel: CatalogChannel | null): Promise<string> {
    const { videoUrl, expiresAtMs } = videoFactsOf(row);
    if (channel === null || expiresAtMs === null || Date.now() < expiresAtMs) return videoUrl;
    const provider = videoProviderOf(row.platform);
    const task = await this.calls.refreshed(provider, channel, toAcceptedTask(row));
    return provider.factsOf(task).videoUrl || videoUrl;
  }
}
