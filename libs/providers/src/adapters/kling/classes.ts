import { type TaskAction } from '@contracts';

/** One class of Kling's calls: its path and the common fields that it supports. */
interface KlingClass {
  readonly path: string;
  readonly action: TaskAction;
  readonly hasMode: boolean;
  readonly hasDuration: boolean;
  /** The class is priced under its own name, because it costs something else than a video of the same model. */
  readonly priceName: string | null;
}

/** The classes by the last segment of their path. Source: Kling's API reference, read 2026-08. */
export const klingClasses = {
  text2video: video('text2video', 'TEXT_TO_VIDEO', { hasMode: true, hasDuration: true }),
  image2video: video('image2video', 'IMAGE_TO_VIDEO', { hasMode: true, hasDuration: true }),
  'multi-image2video': video('multi-image2video', 'IMAGE_TO_VIDEO', {
    hasMode: true,
    hasDuration: true,
    isOther: true,
  }),
  'omni-video': video('omni-video', 'OTHER_VIDEO', { hasMode: true, hasDuration: true, isOther: true }),
  'motion-control': video('motion-control', 'OTHER_VIDEO', { hasMode: true, hasDuration: false, isOther: true }),
  'video-extend': video('video-extend', 'EXTEND_VIDEO', { hasMode: false, hasDuration: false, isOther: true }),
  'lip-sync': video('lip-sync', 'OTHER_VIDEO', { hasMode: false, hasDuration: false, isOther: true }),
  effects: video('effects', 'OTHER_VIDEO', { hasMode: true, hasDuration: true, isOther: true }),
  images: {
    path: '/v1/images/generations',
    action: 'PICTURE',
    hasMode: false,
    hasDuration: false,
    priceName: 'kling-images',
  },
} as const satisfies Record<string, KlingClass>;

export type KlingClassName = keyof typeof klingClasses;

export function isKlingClass(name: string): name is KlingClassName {
  return Object.hasOwn(klingClasses, name);
}

function video(
  name: string,
  action: TaskAction,
  { isOther = false, ...traits }: { hasMode: boolean; hasDuration: boolean; isOther?: boolean },
): KlingClass {
  return { path: `/v1/videos/${name}`, action, ...traits, priceName: isOther ? `kling-${name}` : null };
}
