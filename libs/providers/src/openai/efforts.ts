import { type DroppedFields, type ReasoningEffort, reasoningEfforts } from '@formats';

const STEPS = ['low', 'medium', 'high'] as const;

/**
 * The efforts that a model takes; empty for models that do not reason, null for names that are not OpenAI's. Source:
 * `reasoning_effort` in 'Create chat completion' of OpenAI's API reference, and its pages of models, read 2026-08.
 */
export function effortsOf(model: string): readonly ReasoningEffort[] | null {
  if (/^(gpt-[34]|chatgpt-)/.test(model)) return [];
  if (/^o\d/.test(model)) return /^o1-(mini|preview)/.test(model) ? [] : STEPS;
  const version = /^gpt-5(?:\.(\d+))?(?=-|$)/.exec(model);
  if (!version) return null;
  if (model.includes('chat')) return [];
  const minor = Number(version[1] ?? 0);
  if (/-pro\b/.test(model)) return minor === 0 ? ['high'] : ['medium', 'high', 'xhigh'];
  if (minor === 0) return /codex/.test(model) ? STEPS : ['minimal', ...STEPS];
  const lowest: readonly ReasoningEffort[] = /codex/.test(model) ? [] : ['none'];
  if (minor === 1) return [...lowest, ...STEPS];
  return minor >= 6 ? [...lowest, ...STEPS, 'xhigh', 'max'] : [...lowest, ...STEPS, 'xhigh'];
}

/**
 * The effort to ask a model for instead of the wanted one: the nearest that it takes, null when it takes none at all. What
 * is no effort, and what a model of unknown name is asked for, stays.
 *
 * @param dropped hears that what was wanted could not be told as it is
 */
export function fittedEffort(wanted: unknown, model: string, dropped: DroppedFields): unknown {
  const effort = reasoningEfforts.find(known => known === wanted);
  const known = effortsOf(model);
  if (effort === undefined || known === null || known.includes(effort)) return wanted;
  const nearest = nearestEffort(effort, known);
  // Not to think is what models without reasoning do anyway.
  if (nearest !== null || effort !== 'none') dropped.add('reasoning_effort');
  return nearest;
}

/** The effort that the model takes and that is nearest to the wanted one, the lower of two. */
function nearestEffort(wanted: ReasoningEffort, known: readonly ReasoningEffort[]): ReasoningEffort | null {
  const place = reasoningEfforts.indexOf(wanted);
  const distance = (effort: ReasoningEffort): number => Math.abs(reasoningEfforts.indexOf(effort) - place);
  return [...known].sort((first, second) => distance(first) - distance(second))[0] ?? null;
}
