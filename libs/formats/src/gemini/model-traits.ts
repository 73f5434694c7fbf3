import { type DroppedFields } from '../canonical/dropped-fields';
import { effortOf } from '../canonical/reasoning';
import { type ReasoningEffort, type ReasoningOptions } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';

/** The levels that a model may know, from the lowest. */
type Level = 'minimal' | 'low' | 'medium' | 'high';
const LEVELS: readonly Level[] = ['minimal', 'low', 'medium', 'high'];

type Thinking =
  | { readonly kind: 'none' }
  | { readonly kind: 'budget'; readonly min: number; readonly max: number; readonly canBeOff: boolean }
  | { readonly kind: 'level'; readonly levels: readonly Level[] };

/** What a model supports, by its name; source: 'Gemini models' and 'Gemini thinking' of the Gemini API. */
export interface ModelTraits {
  readonly thinking: Thinking;
  readonly takesInstructions: boolean;
  readonly takesTools: boolean;
  /** True if functions may be combined with search, or with answers in JSON. */
  readonly mixesTools: boolean;
  /** True if a call's seal must come back, or a substitute for it. */
  readonly wantsSeals: boolean;
  /** The modalities that such a model needs when the caller names none. */
  readonly modalities: readonly string[] | null;
}

const NO_THINKING: Thinking = { kind: 'none' };

export function geminiTraitsOf(model: string): ModelTraits {
  const name = model.toLowerCase();
  const generation = generationOf(name);
  const isImage = /-image(-|$)|image-generation/.test(name);
  const isSpeech = /-tts(-|$)/.test(name);
  const isGemma = name.includes('gemma');
  const isPlain = isImage || isSpeech || isGemma;
  return {
    thinking: isPlain ? NO_THINKING : thinkingOf(name, generation),
    takesInstructions: !isPlain,
    takesTools: !isImage && !isSpeech,
    mixesTools: generation >= 3,
    wantsSeals: generation >= 3 && !isPlain,
    modalities: isImage ? ['TEXT', 'IMAGE'] : isSpeech ? ['AUDIO'] : null,
  };
}

/**
 * The generation of a model: 2.5, 3, 3.1, …; names like `gemini-flash-latest` mean the newest; 0 for other families.
 */
function generationOf(name: string): number {
  const named = /gemini-(\d+(?:\.\d+)?)(?:-|$)/.exec(name)?.[1];
  if (named !== undefined) return Number(named);
  return /gemini-(?:pro|flash|flash-lite)-latest$/.test(name) ? 3 : 0;
}

function thinkingOf(name: string, generation: number): Thinking {
  const isFlash = name.includes('flash');
  const isLite = name.includes('flash-lite');
  if (generation >= 3) {
    if (!isFlash) return { kind: 'level', levels: generation >= 3.1 ? ['low', 'medium', 'high'] : ['low', 'high'] };
    return { kind: 'level', levels: generation >= 3.7 ? LEVELS.slice(1) : LEVELS };
  }
  if (generation < 2.5) return NO_THINKING;
  if (isLite) return { kind: 'budget', min: 512, max: 24_576, canBeOff: true };
  if (isFlash) return { kind: 'budget', min: 0, max: 24_576, canBeOff: true };
  return { kind: 'budget', min: 128, max: 32_768, canBeOff: false };
}

/** The provider's own table, in which larger efforts have the budget of `high`. */
const BUDGETS: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};

/**
 * Writes `thinkingConfig` for the caller's options; null when nothing is needed or possible. Thoughts are requested
 * unless the caller does not want to read them, because a model that thinks without output seems to hang.
 */
export function thinkingConfig(
  wanted: ReasoningOptions | undefined,
  thinking: Thinking,
  dropped: DroppedFields,
): JsonObject | null {
  if (!wanted) return null;
  const effort = effortOf(wanted);
  const isOff = effort === 'none';
  if (wanted.summary !== undefined && wanted.summary !== 'auto') dropped.add('reasoning.summary');
  if (thinking.kind === 'none') {
    if (!isOff && (effort !== null || wanted.budgetTokens !== undefined)) dropped.add('reasoning_effort');
    return null;
  }
  const amount = thinking.kind === 'level' ? levelFor(wanted, thinking, dropped) : budgetFor(wanted, thinking, dropped);
  const isShown = wanted.isShown ?? !isOff;
  const config = { ...amount, ...(isShown && !isOff && { includeThoughts: true }) };
  return Object.keys(config).length > 0 ? config : null;
}

function levelFor(
  wanted: ReasoningOptions,
  { levels }: Thinking & { readonly kind: 'level' },
  dropped: DroppedFields,
): JsonObject {
  if (wanted.budgetTokens !== undefined && wanted.budgetTokens > 0) dropped.add('reasoning.budget_tokens');
  const effort = effortOf(wanted);
  if (effort === null) return {};
  const level: Level = effort === 'none' ? 'minimal' : effort === 'xhigh' || effort === 'max' ? 'high' : effort;
  const offered = levels.find(known => LEVELS.indexOf(known) >= LEVELS.indexOf(level)) ?? 'high';
  if (offered !== effort) dropped.add('reasoning_effort');
  return { thinkingLevel: offered };
}

function budgetFor(
  wanted: ReasoningOptions,
  limits: Thinking & { readonly kind: 'budget' },
  dropped: DroppedFields,
): JsonObject {
  const { min, max, canBeOff } = limits;
  if (wanted.budgetTokens === undefined) {
    if (wanted.effort === undefined) return {};
    const isOff = wanted.effort === 'none';
    if (isOff && canBeOff) return { thinkingBudget: 0 };
    dropped.add('reasoning_effort'); // an effort becomes a number, or thinking cannot be switched off
    return { thinkingBudget: isOff ? min : Math.max(min, BUDGETS[wanted.effort as keyof typeof BUDGETS]) };
  }
  const asked = wanted.budgetTokens;
  const isPlain = asked === -1 || (asked === 0 && canBeOff);
  const budget = isPlain ? asked : Math.min(Math.max(asked, min), max);
  if (budget !== asked || wanted.effort !== undefined) dropped.add('reasoning.budget_tokens');
  return { thinkingBudget: budget };
}
