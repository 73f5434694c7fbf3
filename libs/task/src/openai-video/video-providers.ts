import { type CatalogChannel } from '@channel';
import { Injectable } from '@nestjs/common';
import { CogvideoPlatform } from '../cogvideo/cogvideo.platform';
import { type TaskRow } from '../engine/task-platform';
import { HailuoPlatform } from '../hailuo/hailuo.platform';
import { KlingPlatform } from '../kling/kling.platform';
import { LumaPlatform } from '../luma/luma.platform';
import { RunwayPlatform } from '../runway/runway.platform';
import { type VideoFacts, type VideoProvider, type VideoOptions, type VideoWork } from '../shared/video-provider';
import { WanPlatform } from '../wan/wan.platform';
import { platformOf } from './model-family';
import { OpenAiVideoPlatform } from './openai-video.platform';

/** Finds the provider for a model and the provider of a task. */
@Injectable()
export class VideoProviders {
  private readonly providers: readonly VideoProvider[];

  constructor(
    private readonly openai: OpenAiVideoPlatform,
    kling: KlingPlatform,
    luma: LumaPlatform,
    runway: RunwayPlatform,
    cogvideo: CogvideoPlatform,
    hailuo: HailuoPlatform,
    wan: WanPlatform,
  ) {
    this.providers = [openai, kling, luma, runway, cogvideo, hailuo, wan];
  }

  /** @throws AppError TASK_FIELD when the provider cannot do it */
  workFor(options: VideoOptions): { readonly provider: VideoProvider; readonly work: VideoWork } {
    const provider = this.byPlatform(platformOf(options.model));
    const work = provider.workFor(options);
    const { seconds, size } = options;
    // Length and size in the provider's own fields win over the general options.
    const asked = { ...(seconds !== null && { seconds }), ...(size && { size: `${size.width}x${size.height}` }) };
    return { provider, work: { ...work, properties: { ...asked, prompt: options.prompt, ...work.properties } } };
  }

  factsOf(row: TaskRow): VideoFacts {
    return this.byPlatform(row.platform).factsOf(row);
  }

  /**
   * The address of the video. It is requested again when the stored one may have expired and the provider supports
   * that.
   */
  async videoOf(row: TaskRow, channel: CatalogChannel | null): Promise<string> {
    const { videoUrl, expiresAtMs } = this.factsOf(row);
    if (channel === null || expiresAtMs === null || Date.now() < expiresAtMs) return videoUrl;
    return (await this.byPlatform(row.platform).addressNow?.(channel, row)) || videoUrl;
  }

  private byPlatform(id: string): VideoProvider {
    return this.providers.find(provider => provider.id === id) ?? this.openai;
  }
}
