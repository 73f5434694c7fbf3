import { type ImageTaskView } from '@contracts';
import { safeMediaAddress } from '../../shared/media/media-address';
import { type Take } from '../../shared/media/Takes';

/** What an image task can show: videos with the image as their preview, or else the image alone. */
interface ImageTaskResult {
  readonly videos: readonly Take[];
  /** The image; null while there is none, and when its address is not safe to load. */
  readonly image: string | null;
  /** True when there is a result, but no address that may be loaded. */
  readonly isUnsafe: boolean;
}

/** The result of an image task; addresses that are not safe to load are left out. */
export function imageTaskResult(task: Pick<ImageTaskView, 'image_url' | 'video_urls'>): ImageTaskResult {
  const image = safeMediaAddress(task.image_url);
  const videos = task.video_urls.flatMap((text): readonly Take[] => {
    const address = safeMediaAddress(text);
    return address === null ? [] : [{ address, cover: image }];
  });
  const isMade = task.image_url !== '' || task.video_urls.length > 0;
  return { videos, image, isUnsafe: isMade && image === null && videos.length === 0 };
}
