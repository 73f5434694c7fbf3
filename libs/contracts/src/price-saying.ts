import { type LogEntry, type LogOther } from './log';
import { type LogSaying } from './log-sentence';
import { LogType } from './statuses';

const RATIO_DIGITS = 2;

/**
 * What the text of a charged call says. Such rows store no sentence, because their figures say the same: calls are many,
 * and the relay should not write anything twice.
 *
 * @returns null for rows of another kind, and for those without figures
 */
export function priceSaying(entry: Pick<LogEntry, 'type' | 'prompt_tokens' | 'completion_tokens'>, other: LogOther) {
  const { model_ratio: model, completion_ratio: completion, group_ratio: group, model_price: price } = other;
  if (entry.type !== LogType.Consume || typeof group !== 'number') return null;
  if (typeof price === 'number' && price >= 0) {
    return { key: 'price_per_call', price, group: group.toFixed(RATIO_DIGITS) } satisfies LogSaying;
  }
  if (typeof model !== 'number' || typeof completion !== 'number') return null;
  const ratios = { model, completion: completion.toFixed(RATIO_DIGITS), group: group.toFixed(RATIO_DIGITS) };
  const isEmpty = entry.prompt_tokens + entry.completion_tokens === 0;
  return { key: isEmpty ? 'price_without_tokens' : 'price_by_tokens', ...ratios } satisfies LogSaying;
}
