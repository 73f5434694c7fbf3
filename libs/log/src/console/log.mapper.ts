import { LogType, type LogEntry, type LogTypeValue } from '@contracts';
import { isJsonObject, toSeconds } from '@kernel';
import { type LogEntity } from '../store/log.entity';
import { otherText } from '../store/packed-call';
import { chargeText } from './charge-text';

/** A row as administrators read it. */
export function toAdminEntry(row: LogEntity, channelName: string): LogEntry {
  const entry = {
    id: row.id,
    user_id: row.userId,
    username: row.username,
    created_at: toSeconds(row.createdAtMs),
    type: row.type as LogTypeValue, // only these numbers are ever stored
    content: row.content,
    token_name: row.tokenName,
    token_id: row.tokenId,
    token_group: row.tokenGroup,
    model_name: row.modelName,
    quota: row.quota,
    prompt_tokens: row.promptTokens,
    completion_tokens: row.completionTokens,
    use_time: toSeconds(row.useTimeMs),
    duration_ms: row.useTimeMs,
    is_stream: row.isStream,
    channel: row.channelId,
    channel_name: channelName,
    client_ip: row.clientIp,
    request_id: row.requestId,
    ...(row.cost !== null && { cost: row.cost }),
    ...(row.teamId !== null && { team_id: row.teamId }),
    ...(row.tags !== null && { tags: row.tags.slice(1, -1) }),
    other: otherText(row),
  };
  return entry.content === '' && entry.type === LogType.Consume ? { ...entry, content: chargeText(entry) } : entry;
}

/**
 * A row as its owner reads it: without channel and cost, without the part for administrators, and with a running number for the
 * id, which would show how busy the whole site is.
 *
 * @param position 1 for the newest row under the filter
 */
export function toOwnEntry(row: LogEntity, position: number): LogEntry {
  const { cost: _, ...entry } = toAdminEntry(row, '');
  return { ...entry, id: position, channel: 0, other: withoutAdminInfo(entry.other) };
}

function withoutAdminInfo(other: string): string {
  if (other === '') return '';
  try {
    const value: unknown = JSON.parse(other);
    if (!isJsonObject(value)) return '';
    const { admin_info: _, ...rest } = value;
    return JSON.stringify(rest);
  } catch {
    return ''; // what cannot be read cannot be cleaned, and must not be shown
  }
}
