import { isFinished, taskActions, taskStatuses, type TaskPlatform } from '@contracts';
import { fitting, jsonObject, parsedObject, secondsToMs, text, whole, type SourceRow } from '../source/cells';
import { NO_AMOUNTS, type KindTable, type MapContext, type MappedRow } from '../run/target';

export const TASKS: KindTable = {
  kind: 'task',
  table: 'tasks',
  shape: {
    id: 'integer',
    user_id: 'integer',
    token_id: 'integer',
    channel_id: 'integer',
    key_hash: 'text',
    platform: 'text',
    action: 'text',
    task_id: 'text',
    status: 'text',
    progress: 'text',
    fail_reason: 'text',
    code: 'integer',
    quota: 'integer',
    is_refunded: 'integer',
    request_id: 'text',
    model_name: 'text',
    username: 'text',
    token_name: 'text',
    submit_time_ms: 'integer',
    start_time_ms: 'integer',
    finish_time_ms: 'integer',
    created_at_ms: 'integer',
    updated_at_ms: 'integer',
    properties: 'text',
    data: 'text',
    hook_url: 'text',
    upstream_key: 'text',
    is_open: 'integer',
    due_at_ms: 'integer',
  },
};

/** Names of platforms there, and the numbers of their channel types; the rest has no engine here. */
const PLATFORMS: Readonly<Record<string, TaskPlatform>> = {
  suno: 'suno',
  kling: 'kling',
  luma: 'luma',
  runway: 'runway',
  openai: 'openai',
  sora: 'openai',
  '1': 'openai',
  '17': 'wan',
  '35': 'hailuo',
  '36': 'suno',
  '50': 'kling',
  '55': 'openai',
};

const ID_MAX = 191;
const NAME_MAX = 64;
const MODEL_MAX = 255;
const PROGRESS_MAX = 32;
const ADDRESS = /^https?:\/\/\S+$/;

/** What a task has, whichever table it comes from. */
interface TaskFacts {
  readonly id: number;
  readonly platform: TaskPlatform | 'mj';
  readonly taskId: string;
  readonly status: string;
  readonly progress: string;
  readonly failReason: string;
  readonly submittedAtMs: number;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly code: number;
  readonly action: string;
  readonly modelName: string;
  readonly properties: string;
  readonly data: string;
}

/** A song or a video; null for one whose platform has no counterpart, and for one that has ended here since it came. */
export function mapTask(row: SourceRow, context: MapContext): MappedRow | null {
  const sourceId = whole(row, 'id');
  const platform = PLATFORMS[text(row, 'platform').toLowerCase()];
  if (platform === undefined) {
    const name = `${text(row, 'task_id')} (${sourceId}), platform ${text(row, 'platform')}`;
    context.remarks.add('tasks of a platform that nothing here knows; they do not come', name);
    return null;
  }
  const status = statusHere(text(row, 'status'), taskStatuses, 'UNKNOWN');
  const asked = jsonObject(row, 'properties');
  const result = resultOf(row, status);
  return taskRow(row, context, {
    id: context.ids.task.get(sourceId) ?? 0,
    platform,
    taskId: taskIdOf(row, status, context),
    status,
    progress: progressOf(row),
    failReason: result === '' ? text(row, 'fail_reason') : '',
    submittedAtMs: secondsToMs(whole(row, 'submit_time')),
    startedAtMs: secondsToMs(whole(row, 'start_time')),
    finishedAtMs: secondsToMs(whole(row, 'finish_time')),
    code: 0,
    action: actionHere(text(row, 'action')),
    modelName: firstText(asked, 'upstream_model_name', 'origin_model_name', 'model'),
    properties: JSON.stringify(asked),
    data: dataOf(row, result),
  });
}

/** The row of a song, a video or a drawing; null for one that does not come again. */
export function taskRow(row: SourceRow, context: MapContext, facts: TaskFacts): MappedRow | null {
  const { ids, remarks, usernames, endedTasks } = context;
  const sourceId = whole(row, 'id');
  const ended = endedTasks.get(facts.id);
  if (ended) {
    if (ended.isRefunded && facts.status === 'FAILURE')
      remarks.add('tasks that were refunded here and failed there too; check the balance of their owner', facts.taskId);
    return null;
  }
  const userId = ids.user.get(whole(row, 'user_id'));
  if (userId === undefined || facts.taskId.length > ID_MAX) {
    remarks.add('tasks without an owner or with an id that is too long; they do not come', `${sourceId}`);
    return null;
  }
  const channelId = ids.channel.get(whole(row, 'channel_id')) ?? 0;
  const isOpen = !isFinished(facts.status as 'SUCCESS') && canGoOn(facts, channelId, context);
  const status = isOpen || isFinished(facts.status as 'SUCCESS') ? facts.status : 'FAILURE';
  return {
    sourceId,
    columns: {
      id: facts.id,
      user_id: userId,
      token_id: ids.token.get(whole(row, 'token_id')) ?? 0,
      channel_id: channelId,
      key_hash: '',
      platform: facts.platform,
      action: facts.action,
      task_id: facts.taskId,
      status,
      progress: fitting(facts.progress, PROGRESS_MAX),
      fail_reason: facts.failReason,
      code: facts.code,
      quota: whole(row, 'quota'),
      is_refunded: facts.status === 'FAILURE' && whole(row, 'quota') > 0 ? 1 : 0,
      request_id: '',
      model_name: fitting(facts.modelName, MODEL_MAX),
      username: fitting(usernames.get(userId) ?? '', NAME_MAX),
      token_name: '',
      submit_time_ms: facts.submittedAtMs,
      start_time_ms: facts.startedAtMs,
      finish_time_ms: facts.finishedAtMs,
      created_at_ms: facts.submittedAtMs,
      updated_at_ms: facts.finishedAtMs || facts.submittedAtMs,
      properties: facts.properties,
      data: facts.data,
      hook_url: ADDRESS.test(text(row, 'notify_hook')) ? text(row, 'notify_hook') : '',
      upstream_key: isOpen ? `${channelId}:${facts.platform}:${facts.taskId}` : null,
      is_open: isOpen ? 1 : 0,
      due_at_ms: facts.submittedAtMs,
    },
    amounts: NO_AMOUNTS,
  };
}

/** A task that had not ended there goes on here, unless nobody could be asked for it. */
function canGoOn({ taskId, id, platform }: TaskFacts, channelId: number, { remarks, taken }: MapContext): boolean {
  const name = taskId === '' ? `number ${id}` : taskId;
  const isKnown = taskId !== '' && channelId !== 0;
  if (!isKnown || !taken.upstream_key.take(`${channelId}:${platform}:${taskId}`, id)) {
    remarks.add('tasks that had not ended and cannot go on; they come as failed, and are not refunded', name);
    return false;
  }
  remarks.add('tasks that had not ended; they go on here, and a failure is refunded', name);
  return true;
}

/** A status that is known here; an empty one is a task that has not begun. */
export function statusHere(status: string, known: readonly string[], otherwise: string): string {
  if (status === '') return 'NOT_START';
  return known.includes(status) ? status : otherwise;
}

/** In the versions of 2026 callers know a task by another id than its provider, who alone can go on with it. */
function taskIdOf(row: SourceRow, status: string, { remarks }: MapContext): string {
  const taskId = text(row, 'task_id');
  const upstreamId = firstText(jsonObject(row, 'private_data'), 'upstream_task_id');
  if (upstreamId === '' || upstreamId === taskId || isFinished(status as 'SUCCESS')) return taskId;
  remarks.add('tasks that had not ended; they have the id of their provider here', `${taskId}: ${upstreamId}`);
  return upstreamId;
}

/** "40%" in new-api, 40 in one-hub. */
function progressOf(row: SourceRow): string {
  const progress = text(row, 'progress');
  return /^\d+(\.\d+)?$/.test(progress) ? `${progress}%` : progress || '0%';
}

function actionHere(action: string): string {
  if ((taskActions as readonly string[]).includes(action)) return action;
  if (/^(image|first|reference)/i.test(action) || action === 'generate') return 'IMAGE_TO_VIDEO';
  return /^text/i.test(action) ? 'TEXT_TO_VIDEO' : 'OTHER_VIDEO';
}

/** Where the result of a video lies: beside the task, or where a failed one has its reason. */
function resultOf(row: SourceRow, status: string): string {
  const stored = firstText(jsonObject(row, 'private_data'), 'result_url') || text(row, 'fail_reason');
  return status === 'SUCCESS' && ADDRESS.test(stored) ? stored : '';
}

/** What the provider said last; the address of a video stands beside it where the provider's own words lack it. */
function dataOf(row: SourceRow, result: string): string {
  const data = text(row, 'data');
  if (result === '' || data.includes(result)) return isJson(data) ? data : 'null';
  return JSON.stringify({ ...parsedObject(data), video_url: result });
}

function isJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

export function firstText(fields: Readonly<Record<string, unknown>>, ...names: readonly string[]): string {
  for (const name of names) if (typeof fields[name] === 'string' && fields[name] !== '') return fields[name];
  return '';
}
