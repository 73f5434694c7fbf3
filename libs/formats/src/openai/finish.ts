import { type FinishReason } from '../canonical/chat';

const READ: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  length: 'length',
  tool_calls: 'toolCalls',
  function_call: 'toolCalls',
  content_filter: 'contentFilter',
};

const WRITTEN: Readonly<Record<FinishReason, string | null>> = {
  stop: 'stop',
  length: 'length',
  toolCalls: 'tool_calls',
  contentFilter: 'content_filter',
  unknown: null,
};

/**
 * Reads the reason why an answer ended; null when there is none yet: several providers write an empty text or null on
 * the chunks in between.
 *
 * @param own the provider's own words, which take precedence over the common ones
 */
export function readFinish(
  reason: unknown,
  hasCalls: boolean,
  own: Readonly<Record<string, FinishReason>> = {},
): FinishReason | null {
  if (typeof reason !== 'string' || reason === '') return null;
  const table = Object.hasOwn(own, reason) ? own : READ;
  const found = Object.hasOwn(table, reason) ? (table[reason] ?? 'unknown') : 'unknown';
  // Some providers say `stop` although the model called a tool.
  return hasCalls && (found === 'stop' || found === 'unknown') ? 'toolCalls' : found;
}

/** The finish reason for callers, who expect one of the known words. */
export function writeFinish(reason: FinishReason, hasCalls: boolean): string {
  return WRITTEN[reason] ?? (hasCalls ? 'tool_calls' : 'stop');
}
