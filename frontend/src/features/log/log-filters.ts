import { LOG_TYPE_ALL, LogType } from '@contracts';
import { windowOf, wholeNumberOr, type TimeWindow, type WindowTexts } from '../../shared/table/time-window';
import { type LogFilters } from './log-api';

/** The filters as they are in the address. */
export interface LogFilterTexts extends Readonly<Record<string, string>>, WindowTexts {
  readonly type: string;
  readonly token_name: string;
  readonly model_name: string;
  readonly username: string;
  readonly channel: string;
  readonly group: string;
  readonly team: string;
  readonly tag: string;
  readonly session: string;
  readonly request_id: string;
}

export const noLogFilters: LogFilterTexts = {
  type: String(LOG_TYPE_ALL),
  token_name: '',
  model_name: '',
  username: '',
  channel: '',
  group: '',
  team: '',
  tag: '',
  session: '',
  request_id: '',
  start: '',
  end: '',
};

/** The types of rows in the order of their tabs; 0 means all. */
export const logTypes = [LOG_TYPE_ALL, ...Object.values(LogType)] as const;

/**
 * The filters in the form of the calls; empty ones are left out, and those of administrators too when they do not
 * apply.
 */
export function toFilters(texts: LogFilterTexts, usual: TimeWindow, isAdmin: boolean): LogFilters {
  const { start, end } = windowOf(texts, usual);
  const channel = wholeNumberOr(texts.channel, 0);
  const team = wholeNumberOr(texts.team, 0);
  return {
    type: wholeNumberOr(texts.type, LOG_TYPE_ALL),
    start_timestamp: start,
    end_timestamp: end,
    ...(texts.token_name && { token_name: texts.token_name }),
    ...(texts.model_name && { model_name: texts.model_name }),
    ...(texts.group && { group: texts.group }),
    ...(team > 0 && { team }),
    ...(texts.tag && { tag: texts.tag }),
    ...(texts.session && { session: texts.session }),
    ...(texts.request_id && { request_id: texts.request_id }),
    ...(isAdmin && texts.username && { username: texts.username }),
    ...(isAdmin && channel > 0 && { channel }),
  };
}
