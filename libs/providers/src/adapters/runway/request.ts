import { type TaskAction } from '@contracts';
import { type JsonObject } from '@kernel';

/**
 * `api`: the provider's own protocol, also at gateways that resell it; `proxy`: that of reverse proxies of its site.
 */
export type RunwayForm = 'api' | 'proxy';

/** One kind of the provider's calls. */
interface RunwayKind {
  readonly action: TaskAction;
  /** Whether the length decides the price. */
  readonly hasDuration: boolean;
  /** Fields that the body must have. */
  readonly required: readonly string[];
}

/** The kinds by path. Source: the provider's API reference, version 2024-11-06. */
export const runwayKinds = {
  image_to_video: { action: 'IMAGE_TO_VIDEO', hasDuration: true, required: ['promptImage'] },
  text_to_video: { action: 'TEXT_TO_VIDEO', hasDuration: true, required: ['promptText'] },
  video_to_video: { action: 'OTHER_VIDEO', hasDuration: false, required: ['videoUri'] },
  text_to_image: { action: 'PICTURE', hasDuration: false, required: ['promptText'] },
  character_performance: { action: 'OTHER_VIDEO', hasDuration: false, required: ['character', 'reference'] },
  video_upscale: { action: 'OTHER_VIDEO', hasDuration: false, required: ['videoUri'] },
} as const satisfies Record<string, RunwayKind>;

export type RunwayKindName = keyof typeof runwayKinds;

export function isRunwayKind(name: string): name is RunwayKindName {
  return Object.hasOwn(runwayKinds, name);
}

/** A caller's request to Runway. */
export interface RunwayRequest {
  readonly form: RunwayForm;
  readonly kind: RunwayKindName;
  readonly model: string;
  readonly prompt: string;
  readonly seconds: number | null;
  readonly hookUrl: string;
  /** The body for the upstream, without the caller's hook. */
  readonly body: JsonObject;
}
