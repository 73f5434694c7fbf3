import { createHash } from 'node:crypto';
import { type TaskRow } from '../store/task.entity';
import { type NewTask } from '../store/task.store';
import { type SubmitRequest } from './task-platform';

/** A row whose submission has not finished after this time is checked by the next round. */
export const SUBMIT_GRACE_MS = 30_000;

const ALL_ZERO = { channelId: 0, code: 0, quota: 0, startTimeMs: 0, finishTimeMs: 0, askedAtMs: 0, pollFailures: 0 };
const ALL_EMPTY = { keyHash: '', taskId: '', failReason: '', data: 'null', claim: '' };

/** A row before its submission: nothing has been charged, so nothing can be refunded. */
export function newTask(submission: SubmitRequest<unknown>, callbackHash: string | null): NewTask {
  const nowMs = Date.now();
  const { caller, request, platform, action, models, properties, hookUrl } = submission;
  return {
    ...ALL_ZERO,
    ...ALL_EMPTY,
    userId: caller.userId,
    tokenId: caller.tokenId,
    teamId: caller.team?.id ?? 0,
    username: caller.username.slice(0, 64),
    tokenName: caller.tokenName.slice(0, 64),
    platform,
    action,
    status: '',
    progress: '0%',
    isRefunded: false,
    budgetCharges: null,
    allowanceCharge: null,
    requestId: request.id,
    modelName: (models[0] ?? '').slice(0, 255),
    submitTimeMs: nowMs,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    properties: JSON.stringify(properties),
    hookUrl: hookUrl ?? '',
    callbackHash,
    cost: null,
    upstreamKey: null,
    isOpen: true,
    dueAtMs: nowMs + SUBMIT_GRACE_MS,
  };
}

export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const TASK_ID_LENGTH_MAX = 191;

/** The unique key of a task at its upstream; null for work without an id. */
export function upstreamKeyOf(task: Pick<TaskRow, 'channelId' | 'platform' | 'taskId'>): string | null {
  return task.taskId === '' ? null : `${task.channelId}:${task.platform}:${task.taskId}`;
}

/** Whether an id from an upstream can be stored: at most 191 characters, without NUL and without blanks around it. */
export function isUsableId(id: string): boolean {
  return id.length <= TASK_ID_LENGTH_MAX && !id.includes('\0') && id.trim() === id;
}
