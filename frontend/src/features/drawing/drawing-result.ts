import { type DrawingView } from '@contracts';
import { safeMediaAddress } from '../../shared/media/media-address';
import { type Take } from '../../shared/media/Takes';

/** What a drawing can show: videos with the image as their preview, or else the image alone. */
export interface DrawingResult {
  readonly videos: readonly Take[];
  /** The image; null while there is none, and when its address is not safe to load. */
  readonly image: string | null;
  /** True when there is a result, but no address that may be loaded. */
  readonly isUnsafe: boolean;
}

/** The result of a drawing; addresses that are not safe to load are left out. */
export function drawingResult(drawing: Pick<DrawingView, 'image_url' | 'video_urls'>): DrawingResult {
  const image = safeMediaAddress(drawing.image_url);
  const videos = drawing.video_urls.flatMap((text): readonly Take[] => {
    const address = safeMediaAddress(text);
    return address === null ? [] : [{ address, cover: image }];
  });
  const isMade = drawing.image_url !== '' || drawing.video_urls.length > 0;
  return { videos, image, isUnsafe: isMade && image === null && videos.length === 0 };
}
