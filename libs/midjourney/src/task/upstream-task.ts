import { isJsonObject, type JsonObject } from '@kernel';
import { type TaskReport } from '@providers';
import { asWritten } from './read-json';

const STATUSES: Readonly<Record<string, TaskReport['status']>> = {
  '': 'NOT_START',
  NOT_START: 'NOT_START',
  SUBMITTED: 'SUBMITTED',
  MODAL: 'MODAL',
  IN_PROGRESS: 'IN_PROGRESS',
  SUCCESS: 'SUCCESS',
  FAILURE: 'FAILURE',
  CANCEL: 'FAILURE',
};
const UNEXPLAINED = 'the drawing failed';
const CANCELLED = 'the drawing was cancelled';

/**
 * Fields that are never stored: they identify the account, the gateway has its own value, or they hold uploaded images.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'id',
  'action',
  'status',
  'progress',
  'failReason',
  'submitTime',
  'startTime',
  'finishTime',
  'prompt',
  'state',
  'customId',
  'botType',
  'notifyHook',
  'maskBase64',
  'base64',
  'base64Array',
  'properties',
  'instanceId',
  'discordInstanceId',
  'discordChannelId',
  'channelId',
  'guildId',
  'userId',
  'userToken',
  'nonce',
  'clientIp',
]);
const TEXT_LENGTH_MAX = 20_000;
const ITEMS_MAX = 100;
const DEPTH_MAX = 6;

/** The task object of a Midjourney proxy as a report. Source: the open-source proxy and the Plus forks. */
export function toReport(task: JsonObject): TaskReport {
  const named = asWritten(task.status);
  const known = Object.hasOwn(STATUSES, named) ? STATUSES[named] : undefined;
  const progress = asWritten(task.progress).trim();
  const reason = asWritten(task.failReason).trim();
  const isDone = known === 'SUCCESS' && (progress === '100%' || reason === '');
  const status = reason !== '' && !isDone ? 'FAILURE' : (known ?? 'UNKNOWN');
  return {
    status,
    progress,
    ...timeIn(task, 'startTime', 'startTimeMs'),
    ...timeIn(task, 'finishTime', 'finishTimeMs'),
    ...(status === 'FAILURE' && { failReason: reason || (named === 'CANCEL' ? CANCELLED : UNEXPLAINED) }),
    data: storedFieldsOf(task),
  };
}

function timeIn(task: JsonObject, field: string, name: 'startTimeMs' | 'finishTimeMs'): Partial<TaskReport> {
  const time = task[field];
  return typeof time === 'number' && time > 0 ? { [name]: Math.round(time) } : {};
}

function storedFieldsOf(task: JsonObject): JsonObject {
  const kept = Object.entries(task).filter(([key]) => !LEFT_OUT.has(key));
  const properties = isJsonObject(task.properties) ? task.properties : {};
  return {
    ...Object.fromEntries(kept.map(([key, value]) => [key, bounded(value, 0)])),
    properties: {
      finalPrompt: bounded(asWritten(properties.finalPrompt), 0),
      finalZhPrompt: bounded(asWritten(properties.finalZhPrompt), 0),
    },
  };
}

/** Forks add fields of any size to their tasks; large texts and deep objects are not stored. */
function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return isLarge(value) ? '' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(item => bounded(item, depth + 1));
  const entries = Object.entries(value).slice(0, ITEMS_MAX);
  return Object.fromEntries(entries.map(([key, item]) => [key, bounded(item, depth + 1)]));
}

function isLarge(text: string): boolean {
  return text.length > TEXT_LENGTH_MAX || text.startsWith('data:');
}
