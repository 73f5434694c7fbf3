import { type AppError } from '@kernel';
import { toCallerError } from '@relay';
import { type RefusalShape } from './task-router';

/** Clients of task services know one code for every kind of insufficient quota. */
const QUOTA_CODES: ReadonlySet<string> = new Set([
  'RELAY_USER_QUOTA',
  'RELAY_USER_QUOTA_HOLD',
  'RELAY_BUDGET',
  'RELAY_BUDGET_SHORT',
  'TASK_QUOTA',
]);

export function taskCodeOf(error: AppError): string {
  return QUOTA_CODES.has(error.code) ? 'quota_not_enough' : error.wireCode;
}

/** Error format of the song routes and of the video providers' routes. */
export const refuseAsTask: RefusalShape = error => ({
  status: error.status,
  body: { code: taskCodeOf(error), message: error.sentence('en'), data: null },
});

/** Error format of the OpenAI routes. */
export const refuseAsOpenAi: RefusalShape = error => {
  const shown = toCallerError(error);
  return { status: shown.status, body: { error: shown.error } };
};
