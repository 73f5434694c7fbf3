import { LogType } from '@contracts';
import { type LogRecord } from '@log';
import { secondsToMs, text, truth, whole, type SourceRow } from '../source/cells';
import { type MapContext } from '../run/target';

/** Types from this one on mean something else in each family. */
const FIRST_OWN_TYPE = 5;
const REFUND_THERE = 6;

/** The type of a log row here; what has none is a message of the system. */
export function logTypeHere(row: SourceRow, { family }: Pick<MapContext, 'family'>): number {
  const type = whole(row, 'type');
  if (type >= LogType.TopUp && type < FIRST_OWN_TYPE) return type;
  if (hasErrors(family) && type === LogType.Error) return LogType.Error;
  return LogType.System;
}

/** A row of the log, as the log here takes it; amounts of messages are not what was used. */
export function mapLogLine(row: SourceRow, context: MapContext): LogRecord {
  const { ids, family, remarks } = context;
  const there = whole(row, 'type');
  const isMessage = there >= (hasErrors(family) ? REFUND_THERE : FIRST_OWN_TYPE);
  if (isMessage) remarks.addOnce('types of the log that come as messages of the system', String(there));
  return {
    userId: ids.user.get(whole(row, 'user_id')) ?? 0,
    createdAtMs: secondsToMs(whole(row, 'created_at')),
    type: logTypeHere(row, context),
    content: text(row, 'content'),
    username: text(row, 'username'),
    tokenName: text(row, 'token_name'),
    tokenId: ids.token.get(whole(row, 'token_id')) ?? 0,
    tokenGroup: text(row, 'group'),
    modelName: text(row, 'model_name'),
    quota: whole(row, 'quota'),
    promptTokens: whole(row, 'prompt_tokens'),
    completionTokens: whole(row, 'completion_tokens'),
    useTimeMs: whole(row, 'elapsed_time') || whole(row, 'request_time') || secondsToMs(whole(row, 'use_time')),
    isStream: truth(row, 'is_stream'),
    channelId: ids.channel.get(whole(row, 'channel_id')) ?? 0,
    clientIp: text(row, 'ip') || text(row, 'source_ip'),
    requestId: text(row, 'request_id'),
    isCountedHourly: there === LogType.Consume,
  };
}

function hasErrors(family: MapContext['family']): boolean {
  return family === 'new-api' || family === 'litellm';
}
