import { songModels } from '@contracts';
import { AppError, firstText, given, isGiven, textIn, without, type JsonObject } from '@kernel';
import { refuseField, type SongAction, type SongRequest } from '@providers';

/** A caller's request for a song or for lyrics. */
export interface CallersSong extends SongRequest {
  /** Id of the task that this one continues; empty for none. */
  readonly parentId: string;
  /** Id of the song that this one continues, where no task is named; empty for none. */
  readonly clipId: string;
}

/** Default model for continued songs, because proxies refuse them without one. */
const CONTINUED_MODEL = 'chirp-v3-0';

/** Types of the known fields of proxies and their forks; other fields are passed on unchanged. */
const KINDS: Readonly<Record<string, 'text' | 'number' | 'flag'>> = {
  gpt_description_prompt: 'text',
  prompt: 'text',
  tags: 'text',
  negative_tags: 'text',
  title: 'text',
  mv: 'text',
  task: 'text',
  task_id: 'text',
  clip_id: 'text',
  continue_clip_id: 'text',
  cover_clip_id: 'text',
  generation_type: 'text',
  continue_at: 'number',
  infill_start_s: 'number',
  infill_end_s: 'number',
  make_instrumental: 'flag',
  is_infill: 'flag',
};

function isSongAction(text: string): text is SongAction {
  return Object.hasOwn(songModels, text);
}

/**
 * Reads a submission.
 *
 * @param action the action in the path, in upper or lower case
 * @throws AppError TASK_ACTION, TASK_PROMPT, TASK_PARENT_ID, TASK_FIELD
 */
export function readSongRequest(action: string, fields: JsonObject): CallersSong {
  const name = action.toUpperCase();
  if (!isSongAction(name)) throw new AppError('TASK_ACTION');
  const body = typed(without(fields, 'notify_hook'));
  const parentId = textIn(body, 'task_id');
  const isContinued = firstText(body, 'continue_clip_id') !== '';
  if (name === 'LYRICS' && textIn(body, 'prompt') === '') throw new AppError('TASK_PROMPT');
  if (name === 'CONCAT' && textIn(body, 'clip_id') === '') refuseField('clip_id is empty');
  if (isContinued && parentId === '') throw new AppError('TASK_PARENT_ID');
  const model = isContinued && name === 'MUSIC' && textIn(body, 'mv') === '' ? { mv: CONTINUED_MODEL } : {};
  const clipId = name === 'CONCAT' && parentId === '' ? textIn(body, 'clip_id') : '';
  return { action: name, parentId, clipId, hookUrl: textIn(fields, 'notify_hook'), body: { ...body, ...model } };
}

/** Converts known fields to the type that proxies expect: their parsers refuse a number in quotes. */
function typed(fields: JsonObject): JsonObject {
  const entries = Object.entries(given(fields)).map(([name, value]) => [name, asKind(name, value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => isGiven(value)));
}

function asKind(name: string, value: unknown): unknown {
  switch (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined) {
    case 'text':
      if (typeof value === 'string') return value;
      return typeof value === 'number' && Number.isFinite(value) ? String(value) : wrong(name, 'text');
    case 'number': {
      const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
      return Number.isFinite(number) && number >= 0 ? number : wrong(name, 'a number of seconds');
    }
    case 'flag':
      if (typeof value === 'boolean') return value;
      return value === 'true' || value === 'false' ? value === 'true' : wrong(name, 'true or false');
    case undefined:
      return value;
  }
}

function wrong(name: string, kind: string): never {
  return refuseField(`${name} must be ${kind}`);
}
