import { type BodyFields, textOf } from '../tasks/body';
import { type Stage } from '../tasks/task-life';

/** One of the two songs of a music task; `user_id` is account data that must not reach callers. */
export interface SongClip {
  readonly id: string;
  readonly user_id: string;
  readonly title: string;
  readonly status: 'submitted' | 'queued' | 'streaming' | 'complete' | 'error';
  readonly audio_url: string;
  readonly video_url: string;
  readonly image_url: string;
  readonly image_large_url: string;
  readonly model_name: string;
  readonly major_model_version: string;
  readonly created_at: string;
  readonly is_video_pending: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface LyricsResult {
  readonly id: string;
  readonly status: string;
  readonly title: string;
  readonly text: string;
}

/** A whole task as the proxy's batch fetch returns it; times are in seconds. */
export interface SunoFields {
  readonly id: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly task_id: string;
  readonly notify_hook: string;
  readonly action: string;
  readonly status: string;
  readonly fail_reason: string;
  readonly submit_time: number;
  readonly start_time: number;
  readonly finish_time: number;
  readonly progress: string;
  readonly search_item: string;
  readonly data: readonly SongClip[] | LyricsResult | null;
}

export type SunoStage = Stage<SunoFields>;

const FINAL: ReadonlySet<string> = new Set(['SUCCESS', 'FAILURE']);
const BEFORE_START: ReadonlySet<string> = new Set(['', 'NOT_START', 'SUBMITTED', 'QUEUED']);
const clipStatuses: Readonly<Record<string, SongClip['status']>> = {
  SUBMITTED: 'submitted',
  QUEUED: 'queued',
  IN_PROGRESS: 'streaming',
  SUCCESS: 'complete',
  FAILURE: 'error',
};

/** The usual stages of a task, one per poll. */
export function sunoStages(action: string): readonly SunoStage[] {
  const done = { status: 'SUCCESS', progress: '100%' };
  if (action === 'LYRICS') return [{ status: 'IN_PROGRESS', progress: '30%' }, done];
  return [
    { status: 'SUBMITTED', progress: '0%' },
    { status: 'QUEUED', progress: '10%' },
    { status: 'IN_PROGRESS', progress: '50%' },
    done,
  ];
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

export function newSunoTask(number: number, taskId: string, action: string, body: BodyFields): SunoFields {
  return {
    id: number,
    created_at: nowSeconds(),
    updated_at: nowSeconds(),
    task_id: taskId,
    notify_hook: textOf(body, 'notify_hook'),
    action,
    status: 'SUBMITTED',
    fail_reason: '',
    submit_time: nowSeconds(),
    start_time: 0,
    finish_time: 0,
    progress: '0%',
    search_item: textOf(body, 'title') || textOf(body, 'prompt'),
    data: null,
  };
}

/** Completes a state: times, and the clips or the lyrics that belong to it. */
export function arrangeSuno(
  fields: SunoFields,
  stage: Partial<SunoFields>,
  options: { readonly filesUrl: string; readonly body: BodyFields },
): SunoFields {
  const isFinal = FINAL.has(fields.status);
  return {
    ...fields,
    updated_at: nowSeconds(),
    ...(!BEFORE_START.has(fields.status) && { start_time: fields.start_time || nowSeconds() }),
    ...(isFinal && { finish_time: nowSeconds(), progress: '100%' }),
    data: fields.action === 'LYRICS' ? lyricsOf(fields) : clipsOf(fields, options),
    ...stage,
  };
}

function lyricsOf(fields: SunoFields): LyricsResult | null {
  if (fields.status !== 'SUCCESS') return null;
  const text = '[Verse]\nA paper boat goes out at dawn\n[Chorus]\nRow, row';
  return { id: fields.task_id, status: 'complete', title: 'Paper boat', text };
}

function clipsOf(
  fields: SunoFields,
  { filesUrl, body }: { readonly filesUrl: string; readonly body: BodyFields },
): readonly SongClip[] | null {
  const status = clipStatuses[fields.status];
  if (!status) return null;
  const hears = status === 'streaming' || status === 'complete';
  const count = fields.action === 'CONCAT' ? [1] : [1, 2];
  return count.map(number => {
    // Clips keep their ids through all states of the task; the last digit distinguishes them.
    const id = `${fields.task_id.slice(0, -1)}${number}`;
    const address = (name: string): string => (status === 'complete' ? `${filesUrl}/${id}${name}` : '');
    return {
      id,
      user_id: 'account-of-the-upstream',
      title: textOf(body, 'title'),
      status,
      audio_url: hears ? `${filesUrl}/${id}.mp3` : '',
      video_url: address('.mp4'),
      image_url: address('.png'),
      image_large_url: address('_l.png'),
      model_name: textOf(body, 'mv') || 'chirp-v3-0',
      major_model_version: 'v3',
      created_at: new Date(fields.created_at * 1000).toISOString(),
      is_video_pending: status !== 'complete',
      metadata: {
        tags: textOf(body, 'tags') || null,
        prompt: textOf(body, 'prompt'),
        gpt_description_prompt: textOf(body, 'gpt_description_prompt') || null,
        type: 'gen',
        duration: status === 'complete' ? 151.2 : null,
        error_type: status === 'error' ? 'generation_failure' : null,
        error_message: status === 'error' ? fields.fail_reason : null,
      },
    };
  });
}
