import { LogType, type LogEntry } from '@contracts';
import { readOther } from '../../shared/log/log-other';

/** The playground gives its calls token names with this prefix and the group they used. */
const PLAYGROUND_TOKEN_PREFIX = 'playground-';

const CALL_TYPES: readonly number[] = [LogType.Consume, LogType.Error, LogType.Warning];

/** True when a row is a call that can be repeated. */
export function isReplayable({ type, model_name: model }: LogEntry): boolean {
  return CALL_TYPES.includes(type) && model !== '';
}

/**
 * The address of the playground with the settings of a call. For the reader's own playground calls it also names the
 * conversation, in case it is kept.
 */
export function replayAddress(entry: LogEntry, readerId: number): string {
  const { model_name: model, token_group: group, is_stream: isStream, request_id: requestId } = entry;
  const isOwnTry = entry.user_id === readerId && entry.token_name.startsWith(PLAYGROUND_TOKEN_PREFIX);
  const effort = readOther(entry.other).reasoning_effort;
  const query = new URLSearchParams({
    model,
    ...(group !== '' && { group }),
    stream: isStream ? '1' : '0',
    ...(typeof effort === 'string' && effort !== '' && { effort }),
    ...(isOwnTry && requestId !== '' && { request: requestId }),
  });
  return `/playground?${query.toString()}`;
}
