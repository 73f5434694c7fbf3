/** The source of the table is 'Models overview' and 'Extended thinking' of Anthropic's documentation, read 2026-08. */
export interface ModelTraits {
  /** The largest number of tokens in one answer, thinking included; null for names that are not Anthropic's. */
  readonly outputTokensMax: number | null;
  /**
   * How thinking is requested. `budget`: by a number of tokens. `adaptive`: the model decides, steered by an effort.
   * `both`: either way.
   */
  readonly thinking: 'none' | 'budget' | 'both' | 'adaptive';
  /** Thinks unless the call switches thinking off. */
  readonly thinksByDefault: boolean;
  /** Leaves the thinking out of the answer unless a summary of it is requested. */
  readonly omitsThinking: boolean;
  /** True if the effort `xhigh` exists; otherwise `max` is the next one. */
  readonly hasExtraHigh: boolean;
  /** Refuses `temperature`, `top_p` and `top_k`. */
  readonly refusesSampling: boolean;
  /** Refuses `temperature` and `top_p` in the same call. */
  readonly refusesTwoSamplings: boolean;
  /** Refuses to continue an answer that the caller began. */
  readonly refusesPrefill: boolean;
  /** Supports structured output: `output_config.format`, and `strict` on tools. */
  readonly hasOutputFormat: boolean;
}

/** The default for `max_tokens` when {@link ModelTraits.outputTokensMax} is null. */
const OUTPUT_TOKENS_OF_STRANGERS = 8192;

/** Traits of hosts that imitate the protocol with models of their own: the gateway refuses nothing on their behalf. */
const STRANGER: ModelTraits = {
  outputTokensMax: null,
  thinking: 'budget',
  thinksByDefault: false,
  omitsThinking: false,
  hasExtraHigh: false,
  refusesSampling: false,
  refusesTwoSamplings: false,
  refusesPrefill: false,
  hasOutputFormat: false,
};

interface ModelName {
  readonly family: string;
  /** Versions are the major version times 100 plus the minor version: 4.5 is 405. */
  readonly version: number;
}

/** `claude-sonnet-4-5-20250929` and later names: the family, then the version; a date is not a minor version. */
const FAMILY_FIRST = /claude-([a-z]+)-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/;
/** `claude-3-5-haiku-20241022`: the version, then the family. */
const VERSION_FIRST = /claude-(\d)(?:[-.](\d))?-(opus|sonnet|haiku)/;
const ANCIENT = /claude-(?:v?[12]\b|instant)/;

/** The spellings of cloud platforms are understood, too: `us.anthropic.claude-…-v1:0`, `claude-…@20250929`. */
function parseName(model: string): ModelName | null {
  const name = model.toLowerCase();
  const old = VERSION_FIRST.exec(name);
  if (old) return { family: old[3] ?? '', version: versionOf(old[1], old[2]) };
  if (ANCIENT.test(name)) return { family: 'ancient', version: 200 };
  const found = FAMILY_FIRST.exec(name);
  return found ? { family: found[1] ?? '', version: versionOf(found[2], found[3]) } : null;
}

function versionOf(major = '0', minor = '0'): number {
  return Number(major) * 100 + Number(minor);
}

/** The major version times 100 plus the minor version, e.g. 405 for 4.5; null for names without a version. */
export function claudeVersionOf(model: string): number | null {
  return parseName(model)?.version ?? null;
}

/** The traits of a model, by its name; unknown newer names are treated as the newest generation. */
export function claudeTraitsOf(model: string): ModelTraits {
  const name = parseName(model);
  if (!name) return STRANGER;
  const { family, version } = name;
  return {
    outputTokensMax: outputTokensMaxOf(name),
    thinking: thinkingOf(version),
    thinksByDefault: family === 'sonnet' && version >= 500,
    omitsThinking: version >= 407,
    hasExtraHigh: version >= 407,
    refusesSampling: version >= 407,
    refusesTwoSamplings: version >= 405,
    refusesPrefill: version >= 406,
    hasOutputFormat: version >= 405 || (family === 'opus' && version === 401),
  };
}

function outputTokensMaxOf({ family, version }: ModelName): number {
  if (version >= 406) return 128_000;
  if (version >= 405) return 64_000;
  if (version >= 400) return family === 'opus' ? 32_000 : 64_000;
  if (version >= 307) return 64_000;
  return version >= 305 ? 8192 : 4096;
}

function thinkingOf(version: number): ModelTraits['thinking'] {
  if (version >= 407) return 'adaptive';
  if (version >= 406) return 'both';
  return version >= 307 ? 'budget' : 'none';
}

/** The value of `max_tokens` for a call without one, since the field is required. */
export function defaultMaxTokensOf(traits: ModelTraits): number {
  return traits.outputTokensMax ?? OUTPUT_TOKENS_OF_STRANGERS;
}

/**
 * The date of each model whose full name has one; source: the provider's model list, read 2026-08. Later names have
 * none.
 */
const DAYS: Readonly<Record<string, string>> = {
  'claude-opus-4-5': '20251101',
  'claude-sonnet-4-5': '20250929',
  'claude-haiku-4-5': '20251001',
  'claude-opus-4-1': '20250805',
  'claude-opus-4': '20250514',
  'claude-sonnet-4': '20250514',
  'claude-3-7-sonnet': '20250219',
  'claude-3-5-sonnet': '20241022',
  'claude-3-5-haiku': '20241022',
  'claude-3-opus': '20240229',
  'claude-3-sonnet': '20240229',
  'claude-3-haiku': '20240307',
};

/**
 * The full name of a model that is called without its date (`claude-sonnet-4-5`, `claude-3-7-sonnet-latest`,
 * `claude-sonnet-4-0`), for cloud platforms that know only full names. Every other name is returned unchanged.
 */
export function datedNameOf(model: string): string {
  const short = model.replace(/-latest$/, '').replace(/(\d)\.(\d)/, '$1-$2');
  const name = short.replace(/^(claude-[a-z]+-\d)-0$/, '$1');
  const day = Object.hasOwn(DAYS, name) ? DAYS[name] : undefined;
  return day === undefined ? model : `${name}-${day}`;
}

const THINKING_SUFFIX = '-thinking';

/**
 * Splits off a suffix that gateways commonly use: `claude-…-thinking` is the model without the suffix, with thinking
 * switched on. Names of other providers may really end that way and are left unchanged.
 */
export function splitThinkingSuffix(model: string): { readonly model: string; readonly wantsThinking: boolean } {
  const wantsThinking = model.endsWith(THINKING_SUFFIX) && parseName(model) !== null;
  return { model: wantsThinking ? model.slice(0, -THINKING_SUFFIX.length) : model, wantsThinking };
}
