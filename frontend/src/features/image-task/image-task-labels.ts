import { Intent } from '@blueprintjs/core';
import {
  imageTaskActions,
  ImageTaskCode,
  imageTaskStatuses,
  type ImageTaskAction,
  type ImageTaskCodeValue,
  type ImageTaskStatus,
} from '@contracts';
import { type ParseKeys, type TFunction } from 'i18next';

/** The text and the colour of a small label. */
export interface Label {
  readonly text: string;
  readonly intent: Intent;
}

/**
 * New images and videos are blue; upscaled, zoomed and panned ones green; other variants orange; text and preparations
 * grey.
 */
const actionIntents: Readonly<Record<ImageTaskAction, Intent>> = {
  IMAGINE: Intent.PRIMARY,
  BLEND: Intent.PRIMARY,
  EDITS: Intent.PRIMARY,
  VIDEO: Intent.PRIMARY,
  SWAP_FACE: Intent.PRIMARY,
  SWAP_VIDEO_FACE: Intent.PRIMARY,
  UPSCALE: Intent.SUCCESS,
  ZOOM: Intent.SUCCESS,
  CUSTOM_ZOOM: Intent.SUCCESS,
  PAN: Intent.SUCCESS,
  VARIATION: Intent.WARNING,
  HIGH_VARIATION: Intent.WARNING,
  LOW_VARIATION: Intent.WARNING,
  REROLL: Intent.WARNING,
  RETEXTURE: Intent.WARNING,
  INPAINT: Intent.WARNING,
  DESCRIBE: Intent.NONE,
  SHORTEN: Intent.NONE,
  UPLOAD: Intent.NONE,
  MODAL: Intent.NONE,
};

const statusIntents: Readonly<Record<ImageTaskStatus, Intent>> = {
  NOT_START: Intent.NONE,
  SUBMITTED: Intent.WARNING,
  IN_PROGRESS: Intent.PRIMARY,
  SUCCESS: Intent.SUCCESS,
  FAILURE: Intent.DANGER,
  MODAL: Intent.WARNING,
};

/**
 * The texts for 21 and 22 are the console's; at the upstream they mean the reverse, see `ImageTaskCode` in the contracts.
 */
const codeLabels: Readonly<Record<ImageTaskCodeValue, { readonly key: ParseKeys; readonly intent: Intent }>> = {
  [ImageTaskCode.NotSubmitted]: { key: 'image_task.code_0', intent: Intent.NONE },
  [ImageTaskCode.Submitted]: { key: 'image_task.code_1', intent: Intent.SUCCESS },
  [ImageTaskCode.AlreadyExists]: { key: 'image_task.code_21', intent: Intent.WARNING },
  [ImageTaskCode.Queued]: { key: 'image_task.code_22', intent: Intent.WARNING },
  [ImageTaskCode.NoAccount]: { key: 'image_task.code_3', intent: Intent.DANGER },
  [ImageTaskCode.RequestError]: { key: 'image_task.code_4', intent: Intent.DANGER },
  [ImageTaskCode.Unknown]: { key: 'image_task.code_5', intent: Intent.DANGER },
  [ImageTaskCode.QueueFull]: { key: 'image_task.code_23', intent: Intent.DANGER },
  [ImageTaskCode.BannedWord]: { key: 'image_task.code_24', intent: Intent.DANGER },
  [ImageTaskCode.Saturated]: { key: 'image_task.code_30', intent: Intent.DANGER },
};

function plain(text: string): Label {
  return { text: text || '–', intent: Intent.NONE };
}

/** The label of an action. Older rows may hold an action that this console does not know; it is shown unchanged. */
export function actionLabel(action: ImageTaskAction, t: TFunction): Label {
  return imageTaskActions.includes(action)
    ? { text: t(`image_task.action_${action}`), intent: actionIntents[action] }
    : plain(action);
}

/** The label of a status. Rows that the upstream has not reported on yet may have no status at all. */
export function statusLabel(status: ImageTaskStatus, t: TFunction): Label {
  return imageTaskStatuses.includes(status)
    ? { text: t(`image_task.status_${status}`), intent: statusIntents[status] }
    : plain(status);
}

function isKnownCode(code: number): code is ImageTaskCodeValue {
  return code in codeLabels;
}

/**
 * The label of a submit code: the four usual codes in words, the others as a number, which the upstream's manual
 * explains.
 */
export function codeLabel(code: number, t: TFunction): Label {
  if (!isKnownCode(code)) return plain(String(code));
  const { key, intent } = codeLabels[code];
  const text = t(key);
  return { text: intent === Intent.DANGER ? `${code} · ${text}` : text, intent };
}
