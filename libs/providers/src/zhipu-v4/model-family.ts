/** What a model of version 4 takes; source: the model pages and the chat API of the provider's manual, read 2026-08. */
export interface GlmFamily {
  /** Reads images. */
  readonly isVision: boolean;
  /** The first vision models: bare base64, 1024 tokens at most, no tools. */
  readonly isFirstVision: boolean;
  /** Text models from 4.5 on: wider sampling, several stops, thinking that can be switched. */
  readonly isNew: boolean;
  readonly takesTools: boolean;
  /** 5.2 and later take an effort besides the switch. */
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
