import { type ModelTraits, defaultMaxTokensOf } from './models';
import { type DroppedFields } from '../canonical/dropped-fields';
import { budgetOf, effortOf } from '../canonical/reasoning';
import { type ReasoningEffort, type ReasoningOptions } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';

/** The smallest thinking budget that the API accepts. */
const BUDGET_MIN = 1024;
/** The share of an answer that may be thinking when the caller does not say. */
const BUDGET_SHARE = 0.8;

/** While a model thinks, `temperature` and `top_k` are refused, and `top_p` below this value. */
export const TOP_P_MIN_THINKING = 0.95;

interface ThinkingOptions {
  readonly wanted: ReasoningOptions | undefined;
  readonly maxTokens: number | undefined;
  /** A tool is forced upon the model, which it refuses while it thinks, and the tool takes precedence. */
  readonly mustBeOff: boolean;
  /** See `Conversation.isLoopUnsigned`. */
  readonly isLoopUnsigned: boolean;
}

export interface ThinkingPlan {
  readonly isOn: boolean;
  readonly maxTokens: number;
  /** The field `thinking` of the request. */
  readonly thinking?: JsonObject;
  readonly effort?: string;
}

/** Plans whether and how the model thinks, and how long the answer may be. */
export function planThinking(options: ThinkingOptions, traits: ModelTraits, dropped: DroppedFields): ThinkingPlan {
  const maxTokens = maxTokensOf(options.maxTokens, traits, dropped);
  const { wanted } = options;
  const takesSwitch = traits.thinking === 'both' || traits.thinking === 'adaptive';
  const off: ThinkingPlan = { isOn: false, maxTokens, ...(takesSwitch && { thinking: { type: 'disabled' } }) };
  if (!wanted || (wanted.effort === undefined && wanted.budgetTokens === undefined)) {
    if (traits.thinksByDefault && options.mustBeOff) return off;
    return { isOn: traits.thinksByDefault, maxTokens };
  }
  if (wanted.effort === 'none' || budgetOf(wanted) === 0) return off;
  const isBudget = traits.thinking === 'budget' || (traits.thinking === 'both' && (wanted.budgetTokens ?? -1) > 0);
  if (traits.thinking === 'none' || options.mustBeOff || (isBudget && options.isLoopUnsigned)) {
    nameReasoning(wanted, dropped);
    return off;
  }
  if (wanted.summary !== undefined && wanted.summary !== 'auto') dropped.add('reasoning.summary');
  return isBudget ? planBudget(options, traits, dropped) : planAdaptive(wanted, maxTokens, traits, dropped);
}

function nameReasoning(wanted: ReasoningOptions, dropped: DroppedFields): void {
  if (wanted.effort !== undefined) dropped.add('reasoning_effort');
  if (wanted.budgetTokens !== undefined) dropped.add('reasoning.budget_tokens');
}

function maxTokensOf(wanted: number | undefined, traits: ModelTraits, dropped: DroppedFields): number {
  if (wanted === undefined) return defaultMaxTokensOf(traits);
  const most = traits.outputTokensMax ?? wanted;
  if (wanted > most) dropped.add('max_tokens');
  return Math.min(wanted, most);
}

function planAdaptive(
  wanted: ReasoningOptions,
  maxTokens: number,
  traits: ModelTraits,
  dropped: DroppedFields,
): ThinkingPlan {
  const effort = effortOf(wanted);
  if (wanted.effort === undefined && (wanted.budgetTokens ?? -1) > 0) dropped.add('reasoning.budget_tokens');
  const known = effort === null ? null : knownEffort(effort, traits);
  if (known !== effort) dropped.add('reasoning_effort');
  const isShown = wanted.isShown ?? (traits.omitsThinking ? true : undefined);
  const display = isShown === undefined ? {} : { display: isShown ? 'summarized' : 'omitted' };
  return {
    isOn: true,
    maxTokens,
    thinking: { type: 'adaptive', ...display },
    ...(known !== null && { effort: known }),
  };
}

function knownEffort(effort: ReasoningEffort, traits: ModelTraits): string {
  if (effort === 'minimal') return 'low';
  return effort === 'xhigh' && !traits.hasExtraHigh ? 'max' : effort;
}

/**
 * Plans a thinking budget. The answer needs room besides the thinking: first the answer's limit is raised, up to the
 * model's own, then the budget is reduced.
 */
function planBudget(options: ThinkingOptions, traits: ModelTraits, dropped: DroppedFields): ThinkingPlan {
  const wanted = options.wanted ?? {};
  const most = traits.outputTokensMax ?? Infinity;
  const answer = Math.min(options.maxTokens ?? defaultMaxTokensOf(traits), most);
  const fitted = fitBudget({
    wanted: requestedBudget(wanted, answer),
    answer,
    most,
    isGiven: options.maxTokens !== undefined,
  });
  const hasBudget = wanted.budgetTokens !== undefined && wanted.budgetTokens > 0;
  if (hasBudget && fitted.budget !== wanted.budgetTokens) dropped.add('reasoning.budget_tokens');
  if (fitted.maxTokens !== answer) dropped.add('max_tokens');
  const effort =
    hasBudget && traits.thinking === 'both' && wanted.effort !== undefined ? knownEffort(wanted.effort, traits) : null;
  if (wanted.effort !== undefined && wanted.effort !== effort) dropped.add('reasoning_effort');
  if (wanted.isShown === false) dropped.add('thinking.display');
  return {
    isOn: true,
    maxTokens: fitted.maxTokens,
    thinking: { type: 'enabled', budget_tokens: fitted.budget },
    ...(effort !== null && { effort }),
  };
}

/**
 * A model that cannot decide for itself, although it is asked to, gets the budget for its effort, or most of the
 * answer.
 */
function requestedBudget(wanted: ReasoningOptions, answer: number): number {
  const budget = budgetOf(wanted) ?? -1;
  if (budget > 0) return budget;
  const byEffort = wanted.effort === undefined ? null : budgetOf({ effort: wanted.effort });
  return byEffort ?? Math.floor(answer * BUDGET_SHARE);
}

/** Returns a budget of at least the minimum, and a length of the answer that exceeds it. */
export function fitBudget(sizes: {
  readonly wanted: number;
  readonly answer: number;
  readonly most: number;
  /** True if the caller named the answer's length; a length that the gateway chose includes the thinking already. */
  readonly isGiven: boolean;
}): { readonly budget: number; readonly maxTokens: number } {
  const { wanted, answer, most, isGiven } = sizes;
  const budget = Math.max(BUDGET_MIN, wanted);
  if (budget < answer) return { budget, maxTokens: answer };
  if (isGiven && budget + answer <= most) return { budget, maxTokens: budget + answer };
  const whole = isGiven ? Math.max(most === Infinity ? budget + answer : most, answer) : answer;
  const rest = whole - answer >= BUDGET_MIN ? whole - answer : Math.floor(whole * BUDGET_SHARE);
  return { budget: Math.max(BUDGET_MIN, rest), maxTokens: whole };
}
