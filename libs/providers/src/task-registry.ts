import { kling } from './adapters/kling';
import { luma } from './adapters/luma';
import { hailuo } from './adapters/minimax/video';
import { openAiVideo } from './adapters/openai/video';
import { wan } from './adapters/qwen/video';
import { runway } from './adapters/runway';
import { suno } from './adapters/suno';
import { cogvideo } from './adapters/zhipu-v4/video';
import { type TaskProvider } from './contract/task';
import { type VideoProvider } from './contract/video';

/** Every provider of videos; a new one is added here with one line. Of several that know a model, the first makes it. */
export const VIDEO_PROVIDERS: readonly VideoProvider[] = [kling, luma, runway, cogvideo, hailuo, wan, openAiVideo];

/** Every provider of work that is submitted, polled and settled later. */
export const TASK_PROVIDERS: readonly TaskProvider[] = [suno, ...VIDEO_PROVIDERS];

/** The provider of a model; models of unknown providers are made by upstreams with OpenAI's own video API. */
export function videoProviderFor(model: string): VideoProvider {
  return VIDEO_PROVIDERS.find(({ models }) => models?.test(model)) ?? openAiVideo;
}

/** The provider that makes a stored video. */
export function videoProviderOf(platform: string): VideoProvider {
  return VIDEO_PROVIDERS.find(({ id }) => id === platform) ?? openAiVideo;
}
