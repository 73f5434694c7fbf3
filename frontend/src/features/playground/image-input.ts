/** The most images of one question. */
export const IMAGES_MAX = 4;
export const IMAGE_MEGABYTES_MAX = 5;
const IMAGE_BYTES_MAX = IMAGE_MEGABYTES_MAX * 1024 * 1024;
/** The image types that all providers accept. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Model families that accept images, by the beginning or a part of their names; the server does not report it. */
const lookers: readonly RegExp[] = [
  /^(chatgpt-4o|gpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|gpt-4-all|gpt-4-v|gpt-5|o3|o4)/,
  /^claude-(3|opus|sonnet|haiku|[4-9])/,
  /^(models\/)?gemini/,
  /^(gemma-3|pixtral|llava|llama-4|grok-4|kimi-k2\.|mistral-(medium|small)-3)/,
  /^glm-4(\.\d+)?v/,
  /(vision|[-_.]vl\b|-vl-|vl\d|omni)/,
];
/** Models of these families that accept no images. */
const blind = /(audio|realtime|transcribe|tts|search-preview|embedding|moderation)/;

/** True when a model accepts images, judged by its name; names may carry the provider before a slash. */
export function takesImages(model: string): boolean {
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  return !blind.test(name) && lookers.some(looker => looker.test(name));
}

/** Why an image was refused. */
export type ImageFault = 'type' | 'size' | 'count' | 'unreadable';

interface ReadImages {
  /** Images as data URLs. */
  readonly images: readonly string[];
  readonly fault: ImageFault | null;
}

/** Reads images as data URLs; those that do not fit are left out, and the last reason is returned. */
export async function readImages(files: readonly File[], alreadyThere: number): Promise<ReadImages> {
  const images: string[] = [];
  let fault: ImageFault | null = null;
  for (const file of files) {
    const why = faultOf(file, alreadyThere + images.length);
    const image = why === null ? await readImage(file) : null;
    if (image === null) fault = why ?? 'unreadable';
    else images.push(image);
  }
  return { images, fault };
}

function faultOf({ type, size }: File, count: number): ImageFault | null {
  if (!imageTypes.includes(type)) return 'type';
  if (size > IMAGE_BYTES_MAX) return 'size';
  return count >= IMAGES_MAX ? 'count' : null;
}

function readImage(file: File): Promise<string | null> {
  return new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });
}
