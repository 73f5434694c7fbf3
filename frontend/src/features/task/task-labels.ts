import { Intent } from '@blueprintjs/core';
import {
  taskActions,
  taskPlatforms,
  taskStatuses,
  type TaskAction,
  type TaskPlatform,
  type TaskStatus,
} from '@contracts';
import type { TFunction } from 'i18next';

const statusIntents: Readonly<Record<TaskStatus, Intent>> = {
  '': Intent.NONE,
  NOT_START: Intent.NONE,
  SUBMITTED: Intent.WARNING,
  QUEUED: Intent.WARNING,
  IN_PROGRESS: Intent.PRIMARY,
  SUCCESS: Intent.SUCCESS,
  FAILURE: Intent.DANGER,
  UNKNOWN: Intent.NONE,
};

/** What is not known here (a row of a newer or older server) is shown as it stands. */
export const platformText = (platform: TaskPlatform, t: TFunction): string =>
  taskPlatforms.includes(platform) ? t(`task.platform_${platform}`) : platform || '–';

export const actionText = (action: TaskAction, t: TFunction): string =>
  taskActions.includes(action) ? t(`task.action_${action}`) : action || '–';

export function statusText(status: TaskStatus, t: TFunction): string {
  if (status === '') return t('task.status_submitting');
  return taskStatuses.includes(status) ? t(`task.status_${status}`) : status;
}

export const statusIntent = (status: TaskStatus): Intent =>
  taskStatuses.includes(status) ? statusIntents[status] : Intent.NONE;
