import { LogType, type LogEntry } from '@contracts';
import { firstTokenSeconds, readOther } from '../../shared/log/log-other';

const MS_PER_SECOND = 1000;
/** A shorter time says nothing about the speed: the whole response came at once. */
const SHORTEST_SECONDS = 0.05;

/**
 * The tokens a second of a response: of a stream since its first token, of others over the whole call.
 *
 * @returns null for rows without a response, and where the time is too short to tell
 */
export function tokensPerSecond(entry: LogEntry): number | null {
  const { type, completion_tokens: tokens, duration_ms: ms, is_stream: isStream, other } = entry;
  if (type !== LogType.Consume || tokens <= 0) return null;
  const before = isStream ? (firstTokenSeconds(readOther(other)) ?? 0) : 0;
  const seconds = ms / MS_PER_SECOND - before;
  return seconds < SHORTEST_SECONDS ? null : tokens / seconds;
}
