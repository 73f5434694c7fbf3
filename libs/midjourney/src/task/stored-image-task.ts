import { isJsonObject, type JsonObject } from '@kernel';
import { type TaskRow } from '@task';
import { asWritten } from './read-json';
import { isAddress, valueAt } from './addresses';

/** The upstream's last report on an image task, as the row stores it. */
export interface StoredImageTask {
  readonly promptEn: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly buttons: readonly unknown[];
  readonly finalPrompt: string;
  readonly finalZhPrompt: string;
  /** Fields that only some builds have. */
  readonly extras: JsonObject;
  /** Paths of the videos in `extras`, as `changeTexts` names them; each video once. */
  readonly videoParts: readonly string[];
}

export function storedImageTask(row: Pick<TaskRow, 'data'>): StoredImageTask {
  const data = dataOf(row);
  const { promptEn, description, imageUrl, buttons, properties, ...extras } = data;
  const words = isJsonObject(properties) ? properties : {};
  return {
    promptEn: asWritten(promptEn),
    description: asWritten(description),
    imageUrl: asWritten(imageUrl),
    buttons: Array.isArray(buttons) ? (buttons as readonly unknown[]) : [],
    finalPrompt: asWritten(words.finalPrompt),
    finalZhPrompt: asWritten(words.finalZhPrompt),
    extras,
    videoParts: videoPartsOf(extras),
  };
}

/**
 * Forks list the videos of a video task as `videoUrls`, texts or records with a `url`, and repeat the first one as
 * `videoUrl`.
 */
function videoPartsOf(extras: JsonObject): readonly string[] {
  const listed = Array.isArray(extras.videoUrls) ? extras.videoUrls : [];
  const paths = ['videoUrl', ...listed.flatMap((_video, at) => [`videoUrls.${at}`, `videoUrls.${at}.url`])];
  const videos = new Map<string, string>();
  for (const path of paths) {
    const address = valueAt(extras, path);
    if (isAddress(address) && !videos.has(address)) videos.set(address, path);
  }
  return [...videos.values()];
}

export function dataOf(row: Pick<TaskRow, 'data'>): JsonObject {
  const data = JSON.parse(row.data) as unknown;
  return isJsonObject(data) ? data : {};
}
