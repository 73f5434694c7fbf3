/**
 * What a model of version 4 accepts; source: the model pages and the chat API of the provider's manual, read 2026-08.
 */
export interface GlmFamily {
  /** True for models that read images. */
  readonly isVision: boolean;
  /** True for the first vision models: images as bare base64, and no tools. */
  readonly isFirstVision: boolean;
  /** True for models from 4.5 on: several stops, thinking that can be switched, wider sampling of text models. */
  readonly isNew: boolean;
  readonly takesTools: boolean;
  /** True for 5.2 and later, which accept an effort besides the switch. */
  readonly takesEffort: boolean;
  readonly stopsMax: number;
  readonly temperatureMax: number;
  readonly outputTokensMax: number;
}

const FIRST_VISION_TOKENS_MAX = 1024;

export function familyOf(model: string): GlmFamily {
  const name = model.toLowerCase();
  const version = /^glm-(\d+)(?:\.(\d+))?(v?)/.exec(name);
  const number = Number(version?.[1] ?? 0) * 100 + Number(version?.[2] ?? 0);
  const isVision = version?.[3] === 'v';
  const isNew = number >= 405;
  return {
    isVision,
    isFirstVision: /^glm-4v(-plus|-flash)?$/.test(name),
    isNew,
    takesTools: !isVision || isNew,
    takesEffort: number >= 502 && !isVision,
    stopsMax: isNew ? 4 : 1,
    temperatureMax: isNew && !isVision ? 1 : 0.99,
    outputTokensMax: /^glm-4v(-plus)?$/.test(name) ? FIRST_VISION_TOKENS_MAX : Infinity,
  };
}
