import { LogType, type LogEntry } from '@contracts';
import { readOther } from '../../shared/log/log-other';

/** The page names the calls it makes by the group they used. */
const PLAYGROUND_TOKEN_PREFIX = 'playground-';

const CALL_TYPES: readonly number[] = [LogType.Consume, LogType.Error, LogType.Warning];

/** Whether a row is a call that could be made again. */
export function isReplayable({ type, model_name: model }: LogEntry): boolean {
  return CALL_TYPES.includes(type) && model !== '';
}

/** The playground with the settings of a call; of the reader's own calls there also with the conversation, if it is kept. */
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
