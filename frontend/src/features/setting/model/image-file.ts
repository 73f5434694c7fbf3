/** The largest image that is kept inside the configuration, which every visitor of the price list loads. */
export const IMAGE_MAX_BYTES = 64 * 1024;

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'] as const;

/** Why an image was refused; also the i18n key of its message. */
type ImageFault = 'type' | 'size' | 'unreadable';

type ReadImage = { readonly address: string } | { readonly fault: ImageFault };

/** Reads an image file as image data. */
export function readImage(file: File): Promise<ReadImage> {
  const isKnown = imageTypes.some(type => type === file.type);
  if (!isKnown) return Promise.resolve({ fault: 'type' });
  if (file.size > IMAGE_MAX_BYTES) return Promise.resolve({ fault: 'size' });
  return new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve({ address: String(reader.result) });
    reader.onerror = () => resolve({ fault: 'unreadable' });
    reader.readAsDataURL(file);
  });
}
