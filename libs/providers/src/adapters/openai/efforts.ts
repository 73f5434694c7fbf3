import { type DroppedFields, type ReasoningEffort, reasoningEfforts } from '@formats';

const STEPS = ['low', 'medium', 'high'] as const;

/**
 * The efforts that a model accepts; empty for models that do not reason, null for names that are not OpenAI's. Source:
 * `reasoning_effort` in 'Create chat completion' of OpenAI's API reference, and its pages of models, read 2026-08.
 */
function effortsOf(model: string): readonly ReasoningEffort[] | null {
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
 * The effort to send to a model instead of the wanted one: the nearest that it accepts, or null when it accepts none. A
 * value that is not an effort stays, and so does any effort for a model of unknown name.
 *
 * @param dropped receives the field's name when the wanted effort cannot be sent as it is
 */
export function fittedEffort(wanted: unknown, model: string, dropped: DroppedFields): unknown {
  const effort = reasoningEfforts.find(known => known === wanted);
  const known = effortsOf(model);
  if (effort === undefined || known === null || known.includes(effort)) return wanted;
  const nearest = nearestEffort(effort, known);
  // A model without reasoning already does what the effort `none` requests.
  if (nearest !== null || effort !== 'none') dropped.add('reasoning_effort');
  return nearest;
}

/**
 * The accepted effort that is nearest to the wanted one; of two equally near efforts the lower, which stands first in
 * the list.
 */
function nearestEffort(wanted: ReasoningEffort, known: readonly ReasoningEffort[]): ReasoningEffort | null {
  const place = reasoningEfforts.indexOf(wanted);
  const distance = (effort: ReasoningEffort): number => Math.abs(reasoningEfforts.indexOf(effort) - place);
  return [...known].sort((first, second) => distance(first) - distance(second))[0] ?? null;
}
