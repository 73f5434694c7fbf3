/**
 * The request fields that an OpenAI model refuses; source: 'Reasoning models' and 'Chat Completions' guides, read
 * 2026-08.
 */
export interface ModelFamily {
  readonly isReasoning: boolean;
  /** o1-mini and o1-preview know neither `system` nor `developer`. */
  readonly instructionRole: 'system' | 'developer' | 'user';
  /** 5.1 and later accept sampling fields while they do not reason. */
  readonly samplesWithoutEffort: boolean;
  /** gpt-5.1 reasons only on request. */
  readonly defaultEffort: string | null;
  readonly isSearch: boolean;
  /** The first reasoning generation refuses `parallel_tool_calls`. */
  readonly acceptsParallelToolCalls: boolean;
}

const CLASSIC: ModelFamily = {
  isReasoning: false,
  instructionRole: 'system',
  samplesWithoutEffort: true,
  defaultEffort: null,
  isSearch: false,
  acceptsParallelToolCalls: true,
};

/** The family of a model name. Unknown names count as classic and pass unchanged. */
export function familyOf(model: string): ModelFamily {
  const isSearch = model.includes('-search-preview') || model.includes('-search-api');
  if (/^o\d/.test(model)) {
    return {
      isReasoning: true,
      instructionRole: /^o1-(mini|preview)/.test(model) ? 'user' : 'developer',
      samplesWithoutEffort: false,
      defaultEffort: null,
      isSearch,
      acceptsParallelToolCalls: !/^(o1|o3-mini)/.test(model),
    };
  }
  const version = /^gpt-(\d+)(?:\.(\d+))?/.exec(model);
  const major = Number(version?.[1] ?? 0);
  if (major < 5 || major > 99 || model.includes('chat')) return isSearch ? { ...CLASSIC, isSearch } : CLASSIC;
  const minor = Number(version?.[2] ?? 0);
  return {
    isReasoning: true,
    instructionRole: 'developer',
    samplesWithoutEffort: major > 5 || minor >= 1,
    defaultEffort: major === 5 && minor === 1 ? 'none' : null,
    isSearch,
    acceptsParallelToolCalls: true,
  };
}

/** `o3-mini-high` means o3-mini with high effort; null when the name has no such suffix. */
export function effortSuffix(model: string): { readonly model: string; readonly effort: string } | null {
  if (!/^(o\d|gpt-5)/.test(model)) return null;
  const match = /^(.+)-(high|medium|low)$/.exec(model);
  return match?.[1] && match[2] ? { model: match[1], effort: match[2] } : null;
}

/** True when a model supports tools of free text in chat completions: OpenAI's reasoning models from gpt-5 on. */
export function knowsFreeText(model: string): boolean {
  return model.startsWith('gpt-') && familyOf(model).isReasoning;
}
