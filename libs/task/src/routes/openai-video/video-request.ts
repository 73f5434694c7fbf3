import { findJson, isGiven, isJsonObject, numberIn, objectIn, textIn, without, type JsonObject } from '@kernel';
import { readSize, refuseField, type Form, type VideoOptions } from '@providers';
import { fieldsOf } from '../../http/read-fields';
import { readForm } from '../../http/read-form';

const DEFAULT_MODEL = 'sora-2';
const METADATA_BYTES_MAX = 1024 * 1024;
const SECONDS_MAX = 120;
const KNOWN = ['model', 'prompt', 'seconds', 'size', 'input_reference', 'metadata'];
const REFERENCE = /^input_reference(\[\w*\])?$/;

/** A video request in OpenAI's format. */
export interface VideoRequest {
  readonly options: VideoOptions;
  /** The unchanged body, for an upstream with the same format. */
  readonly body: JsonObject;
  readonly form: Form | null;
  /** Id of a file in an OpenAI account, which no other provider can read; empty for none. */
  readonly fileId: string;
  /** Names of unknown fields. */
  readonly unknown: readonly string[];
}

/**
 * Reads POST /v1/videos, as JSON or as a form.
 *
 * @throws AppError TASK_BODY, TASK_FIELD
 */
export async function readVideoRequest(body: Buffer, contentType: string): Promise<VideoRequest> {
  const isForm = /^multipart\/form-data\b/i.test(contentType);
  const form = isForm ? await readForm(body, contentType) : null;
  const fields: JsonObject = form ? form.fields : fieldsOf(body);
  const prompt = textIn(fields, 'prompt') || refuseField('prompt is required');
  return {
    options: {
      model: textIn(fields, 'model') || DEFAULT_MODEL,
      prompt,
      image: imageOf(fields, form),
      seconds: secondsOf(fields, 'seconds'),
      size: readSize(textIn(fields, 'size')),
      metadata: metadataOf(fields),
    },
    body: fields,
    form,
    fileId: textIn(fields, 'input_reference[file_id]') || textIn(objectIn(fields, 'input_reference'), 'file_id'),
    unknown: Object.keys(fields).filter(name => !KNOWN.includes(name) && !REFERENCE.test(name)),
  };
}

/**
 * Reads POST /v1/video/generations, the neutral format.
 *
 * @throws AppError TASK_BODY, TASK_FIELD
 */
export function readNeutralRequest(body: Buffer): {
  readonly options: VideoOptions;
  readonly unknown: readonly string[];
} {
  const fields = fieldsOf(body);
  const known = ['model', 'prompt', 'image', 'duration', 'size', 'metadata'];
  return {
    options: {
      model: textIn(fields, 'model') || refuseField('model is required'),
      prompt: textIn(fields, 'prompt'),
      image: textIn(fields, 'image'),
      seconds: secondsOf(fields, 'duration'),
      size: readSize(textIn(fields, 'size')),
      metadata: metadataOf(fields),
    },
    unknown: Object.keys(without(fields, ...known)),
  };
}

/** A whole number of seconds, from a number or a text. @throws AppError TASK_FIELD */
function secondsOf(fields: JsonObject, name: string): number | null {
  if (!isGiven(fields[name])) return null;
  const seconds = numberIn(fields, name) ?? numberIn({ [name]: textIn(fields, name).replace(/s$/, '') }, name);
  const isPossible = seconds !== null && Number.isInteger(seconds) && seconds >= 1 && seconds <= SECONDS_MAX;
  return isPossible ? seconds : refuseField(`${name} must be a whole number from 1 to ${SECONDS_MAX}`);
}

/** An object, or its JSON text, as forms carry it. */
function metadataOf(fields: JsonObject): JsonObject {
  const { metadata } = fields;
  if (!isGiven(metadata)) return {};
  const value = typeof metadata === 'string' ? findJson(metadata, { bytesMax: METADATA_BYTES_MAX }) : metadata;
  return isJsonObject(value) ? value : refuseField('metadata must be an object');
}

function imageOf(fields: JsonObject, form: Form | null): string {
  const file = form?.files.find(({ field }) => REFERENCE.test(field));
  if (file) return `data:${imageType(file.bytes, file.mime)};base64,${file.bytes.toString('base64')}`;
  const named = textIn(fields, 'input_reference[image_url]') || textIn(fields, 'input_reference');
  return named || textIn(objectIn(fields, 'input_reference'), 'image_url');
}

/** The image type by the first bytes, because clients often send no content type. */
function imageType(bytes: Buffer, named: string): string {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return /^(image|video)\/[\w.+-]+$/.test(named) ? named : refuseField('input_reference must be an image');
}
