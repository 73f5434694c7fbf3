import { Intent } from '@blueprintjs/core';
import {
  taskActions,
  taskPlatforms,
  taskStatuses,
  type TaskAction,
  type TaskPlatform,
  type TaskStatus,
} from '@contracts';
import { type TFunction } from 'i18next';

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

/** The name of a platform; one that is not known here (from a newer or older server) is shown unchanged. */
export function platformText(platform: TaskPlatform, t: TFunction): string {
  return taskPlatforms.includes(platform) ? t(`task.platform_${platform}`) : platform || '–';
}

export function actionText(action: TaskAction, t: TFunction): string {
  return taskActions.includes(action) ? t(`task.action_${action}`) : action || '–';
}

export function statusText(status: TaskStatus, t: TFunction): string {
  if (status === '') return t('task.status_submitting');
  return taskStatuses.includes(status) ? t(`task.status_${status}`) : status;
}

export function statusIntent(status: TaskStatus): Intent {
  return taskStatuses.includes(status) ? statusIntents[status] : Intent.NONE;
}
