import { type ImageTaskAction } from '@contracts';
import { AppError, type ErrorCode, type JsonObject } from '@kernel';
import { type Form } from '@providers';
import { asWritten } from './read-json';
import { indexIn, readCustomId } from './custom-id';

/** The work that a valid submit request names. */
export interface ImageTaskRequest {
  readonly action: ImageTaskAction;
  /** The task that this one continues; null for new work. */
  readonly parentId: string | null;
  /** Null means the prompt of the parent. */
  readonly prompt: string | null;
  /** Further choices of the caller, stored with the row. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** @param files the files of a form; null for a JSON body */
type Reader = (body: JsonObject, files: Form['files'] | null) => ImageTaskRequest;

export interface SubmitRoute {
  /** The path after `/mj/`. */
  readonly path: string;
  /** The body is a multipart form instead of JSON. */
  readonly isForm?: boolean;
  /** @throws AppError DRAWING_* */
  readonly read: Reader;
}

/** Prompt in the row of a face swap in an image or a video, which has none of its own. */
const SWAP_PROMPT = 'InsightFace';
const SHORT_ACTIONS: Readonly<Record<string, ImageTaskAction>> = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' };

function required(body: JsonObject, field: string, code: ErrorCode): string {
  const text = asWritten(body[field]).trim();
  if (text === '') throw new AppError(code);
  return text;
}

/**
 * Whether both the face (`source`) and the image or video that gets it (`target`) were sent, under any of their names.
 */
function hasSides(body: JsonObject, endings: readonly string[]): boolean {
  const isThere = (name: string): boolean => asWritten(body[name]).trim() !== '';
  return ['source', 'target'].every(side => endings.some(ending => isThere(side + ending)));
}

function fresh(action: ImageTaskAction, prompt: string): ImageTaskRequest {
  return { action, parentId: null, prompt, facts: {} };
}

function following(
  action: ImageTaskAction,
  parentId: string,
  facts: ImageTaskRequest['facts'] = {},
  prompt: string | null = null,
): ImageTaskRequest {
  return { action, parentId, prompt, facts };
}

function prompted(action: ImageTaskAction): Reader {
  return body => {
    required(body, 'prompt', 'DRAWING_PROMPT');
    return fresh(action, asWritten(body.prompt));
  };
}

const change: Reader = body => {
  const parentId = required(body, 'taskId', 'DRAWING_TASK_ID');
  const name = required(body, 'action', 'DRAWING_ACTION');
  const action = Object.values(SHORT_ACTIONS).find(known => known === name);
  if (!action) throw new AppError('DRAWING_UNKNOWN_ACTION', { params: { customId: name.slice(0, 200) } });
  if (action === 'REROLL') return following(action, parentId);
  const index = asWritten(body.index).trim();
  if (index === '' || index === '0') throw new AppError('DRAWING_INDEX');
  return following(action, parentId, { index: indexIn(index) });
};

/** `TASKID U2`, `TASKID V3`, `TASKID R`: two words, one space. */
const simpleChange: Reader = body => {
  const content = required(body, 'content', 'DRAWING_CONTENT');
  const [, parentId, letter, index] = /^(\S+) (?:([UV])([1-4])|R)$/i.exec(content) ?? [];
  if (parentId === undefined) throw new AppError('DRAWING_CONTENT_PARSE');
  const action = SHORT_ACTIONS[(letter ?? 'R').toUpperCase()] ?? 'REROLL';
  return following(action, parentId, index === undefined ? {} : { index: Number(index) });
};

const press: Reader = body => {
  const parentId = required(body, 'taskId', 'DRAWING_TASK_ID');
  const customId = required(body, 'customId', 'DRAWING_CUSTOM_ID');
  const { action, index } = readCustomId(customId);
  return following(action, parentId, { customId: customId.slice(0, 255), ...(index !== null && { index }) });
};

const modal: Reader = body => {
  const parentId = required(body, 'taskId', 'DRAWING_TASK_ID');
  const prompt = asWritten(body.prompt);
  return following('MODAL', parentId, {}, prompt.trim() === '' ? null : prompt);
};

const video: Reader = body => {
  const prompt = asWritten(body.prompt);
  const taskId = asWritten(body.taskId).trim();
  if (body.action === 'extend' && taskId === '') throw new AppError('DRAWING_TASK_ID');
  // Only the account that made a clip or an image can continue it.
  if (taskId !== '') return following('VIDEO', taskId, {}, prompt.trim() === '' ? null : prompt);
  if (prompt.trim() === '' && asWritten(body.image) === '') throw new AppError('DRAWING_PROMPT');
  return fresh('VIDEO', prompt);
};

const swap: Reader = body => {
  if (!hasSides(body, ['Base64', 'Url'])) throw new AppError('DRAWING_SWAP');
  return fresh('SWAP_FACE', SWAP_PROMPT);
};

/** Builds of the proxy use different names for the two parts of the form. */
const swapInVideo: Reader = (body, files) => {
  const names = (files ?? []).filter(({ bytes }) => bytes.length > 0).map(({ field }) => [field, field] as const);
  const parts = { ...body, ...Object.fromEntries(names) };
  if (!hasSides(parts, ['', 'File', 'Base64', 'Url'])) throw new AppError('DRAWING_SWAP');
  return fresh('SWAP_VIDEO_FACE', SWAP_PROMPT);
};

/** Every route that submits work. */
export const submitRoutes: readonly SubmitRoute[] = [
  { path: 'submit/imagine', read: prompted('IMAGINE') },
  { path: 'submit/change', read: change },
  { path: 'submit/simple-change', read: simpleChange },
  { path: 'submit/action', read: press },
  { path: 'submit/modal', read: modal },
  { path: 'submit/describe', read: () => fresh('DESCRIBE', '') },
  { path: 'submit/blend', read: () => fresh('BLEND', '') },
  { path: 'submit/shorten', read: prompted('SHORTEN') },
  { path: 'submit/upload-discord-images', read: () => fresh('UPLOAD', '') },
  { path: 'submit/edits', read: prompted('EDITS') },
  { path: 'submit/edit', read: prompted('EDITS') },
  { path: 'submit/retexture', read: prompted('RETEXTURE') },
  { path: 'submit/video', read: video },
  { path: 'insight-face/swap', read: swap },
  { path: 'insight-face/video-swap', isForm: true, read: swapInVideo },
];
