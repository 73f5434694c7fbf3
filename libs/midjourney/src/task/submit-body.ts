import { AppError, isJsonObject, type JsonObject } from '@kernel';
import { writeForm, type Form } from '@providers';
import { readForm, type TaskCall } from '@task';
import { findJsonIn, readJson } from './read-json';

/** Limits for a face and a video, or their addresses. An image may also come as base64 text, so fields may be long. */
const FORM_LIMITS = { fieldBytesMax: 32 * 1024 * 1024, filesMax: 2 };

/** The body of a submit request. */
export interface SubmitBody {
  readonly fields: JsonObject;
  /** The files of the form; null for a JSON body. */
  readonly files: Form['files'] | null;
}

/** The body for the upstream, as JSON or as a form, like the caller's body. */
export interface SubmitContent {
  readonly type: string;
  readonly body: JsonObject | Buffer;
}

/** @throws AppError DRAWING_BODY, TASK_BODY */
export async function readSubmitBody(
  { body, headers }: Pick<TaskCall, 'body' | 'headers'>,
  { isForm = false }: { readonly isForm?: boolean },
): Promise<SubmitBody> {
  if (!isForm) return { fields: readMidjourneyBody(body), files: null };
  const { fields, files } = await readForm(body, headers['content-type'] ?? '', FORM_LIMITS);
  const { accountFilter, ...rest } = fields;
  const filter = accountFilter === undefined ? undefined : findJsonIn(accountFilter);
  return { fields: { ...rest, ...(isJsonObject(filter) && { accountFilter: filter }) }, files };
}

export function writeSubmitBody({ fields, files }: SubmitBody): SubmitContent {
  if (!files) return { type: 'application/json', body: fields };
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    isJsonObject(value) ? JSON.stringify(value) : value,
  ]);
  return writeForm({ fields: {}, files }, Object.fromEntries(texts));
}

/** @throws AppError DRAWING_BODY for anything but a JSON object */
export function readMidjourneyBody(bytes: Buffer): JsonObject {
  const body = parsed(bytes);
  if (!isJsonObject(body)) throw new AppError('DRAWING_BODY');
  return body;
}

function parsed(bytes: Buffer): unknown {
  try {
    return readJson(bytes.toString('utf8'));
  } catch (cause) {
    throw new AppError('DRAWING_BODY', { cause });
  }
}
