/** Largest picture kept inside the configuration, which every visitor of the price list loads. */
export const PICTURE_MAX_BYTES = 64 * 1024;

export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'] as const;

/** Why a picture was not taken; also the key of its sentence. */
export type PictureFault = 'type' | 'size' | 'unreadable';

export type ReadPicture = { readonly address: string } | { readonly fault: PictureFault };

/** A picture file as image data. */
export function readPicture(file: File): Promise<ReadPicture> {
  const isKnown = pictureTypes.some(type => type === file.type);
  if (!isKnown) return Promise.resolve({ fault: 'type' });
  if (file.size > PICTURE_MAX_BYTES) return Promise.resolve({ fault: 'size' });
  return new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve({ address: String(reader.result) });
    reader.onerror = () => resolve({ fault: 'unreadable' });
    reader.readAsDataURL(file);
  });
}
