import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, bearerOf, fieldsOf, textOf } from '../tasks/body';
import { type Stage, type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';

/** The response to a poll of a task; source: "Query video generation" of the provider's API reference, read 2026-11. */
export interface HailuoFields {
  readonly task_id: string;
  readonly status: string;
  readonly file_id: string;
  readonly video_width: number;
  readonly video_height: number;
  readonly base_resp: HailuoResult;
}

/** The part of every response that says whether it is a success; the HTTP status is always 200. */
export interface HailuoResult {
  readonly status_code: number;
  readonly status_msg: string;
}

export type HailuoStage = Stage<HailuoFields>;
/** The kinds of calls; `fetch` is the poll, `file` the request for the address of a video. */
export type HailuoCallKind = 'submit' | 'fetch' | 'file';

export interface HailuoApiOptions {
  readonly key?: string;
  /** The group id of an older key, which requests for files must name. */
  readonly groupId?: string;
  readonly port?: number;
}

/** The response to the next submit; absent fields have their usual values. */
export interface NextHailuo {
  /** Any code except 0 refuses the submit. */
  readonly code?: number;
  readonly message?: string;
  readonly id?: string;
  readonly script?: readonly HailuoStage[];
}

export const hailuoStages: readonly HailuoStage[] = [
  { status: 'Queueing' },
  { status: 'Processing' },
  { status: 'Success' },
];

const SUCCESS: HailuoResult = { status_code: 0, status_msg: 'success' };
const PATHS: Readonly<Record<string, HailuoCallKind>> = {
  'POST /v1/video_generation': 'submit',
  'GET /v1/query/video_generation': 'fetch',
  'GET /v1/files/retrieve': 'file',
};

/** MiniMax's API for videos, over real sockets. */
export class HailuoApi extends TaskUpstream<HailuoCallKind, HailuoFields> {
  key: string;
  readonly groupId: string | null;
  /** The stages of tasks that have no script of their own. */
  stages: readonly HailuoStage[] = hailuoStages;
  private readonly upcoming: NextHailuo[] = [];
  private placed = 0;

  private constructor(parts: TaskUpstreamParts, options: HailuoApiOptions) {
    super(parts);
    this.key = options.key ?? 'mm-key';
    this.groupId = options.groupId ?? null;
  }

  static async start(options: HailuoApiOptions = {}): Promise<HailuoApi> {
    return new HailuoApi(await openParts(options), options);
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextHailuo[]): void {
    this.upcoming.push(...answers);
  }

  fail(id: string, code: number, message: string): TaskLife<HailuoFields> {
    return this.task(id).set({ status: 'Fail', base_resp: { status_code: code, status_msg: message } });
  }

  /** The address of the video in a file. */
  addressOf(fileId: string): string {
    return this.files.address(`${fileId}.mp4`);
  }

  protected kindOf(call: MockCall, path: string): HailuoCallKind | null {
    return PATHS[`${call.method} ${path}`] ?? null;
  }

  protected isPoll(kind: HailuoCallKind): boolean {
    return kind === 'fetch';
  }

  protected refuseStranger(call: MockCall, path: string): Behaviour | null {
    if (bearerOf(call) !== this.key) return refusal(1004, 'login fail: Please carry the API secret key');
    const isOfGroup = this.groupId === null || this.queryOf(call).get('GroupId') === this.groupId;
    return isOfGroup || path !== '/v1/files/retrieve' ? null : refusal(1004, 'wrong group');
  }

  protected answerUnknown(): Behaviour {
    return json({ error: 'not found' }, { status: 404 });
  }

  protected answer(kind: HailuoCallKind, call: MockCall): Behaviour {
    const query = this.queryOf(call);
    switch (kind) {
      case 'submit':
        return this.submit(fieldsOf(call));
      case 'fetch': {
        const task = this.known(query.get('task_id') ?? '');
        return task ? json(this.distorted(task.poll())) : refusal(2013, 'invalid params, task not found');
      }
      case 'file':
        return this.file(query.get('file_id') ?? '');
    }
  }

  private queryOf(call: MockCall): URLSearchParams {
    return new URL(call.path, this.url).searchParams;
  }

  private submit(body: BodyFields): Behaviour {
    const next = this.upcoming.shift() ?? {};
    const { code = 0 } = next;
    if (code !== 0) return refusal(code, next.message ?? 'refused', { task_id: '' });
    const mistake = mistakeOf(body);
    if (mistake !== null) return refusal(2013, mistake, { task_id: '' });
    this.placed += 1;
    const id = next.id ?? String(106_916_112_212_000 + this.placed);
    if (!this.known(id)) this.place(id, next.script ?? this.stages);
    return json({ task_id: id, base_resp: SUCCESS });
  }

  private place(id: string, stages: readonly HailuoStage[]): void {
    const none = { task_id: id, status: 'Preparing', file_id: '', video_width: 0, video_height: 0, base_resp: SUCCESS };
    const done = { file_id: `9${id}`, video_width: 1366, video_height: 768 };
    this.create(id, none, {
      stages,
      arrange: (fields, stage) => ({
        ...none,
        status: fields.status,
        ...(fields.status === 'Success' && done),
        ...stage,
      }),
    });
  }

  private file(fileId: string): Behaviour {
    if (!this.ids.some(id => fileId === `9${id}`)) return refusal(2013, 'invalid params, file not found');
    const file = { file_id: fileId, bytes: 32, created_at: 1_700_000_000, filename: 'output_aigc.mp4' };
    return json({ file: { ...file, download_url: this.addressOf(fileId) }, base_resp: SUCCESS });
  }
}

function refusal(code: number, message: string, fields: object = {}): Behaviour {
  return json({ ...fields, base_resp: { status_code: code, status_msg: message } });
}

/** The provider's error for a body; null for a valid one. */
function mistakeOf(body: BodyFields): string | null {
  if (textOf(body, 'model') === '') return 'invalid params, model is required';
  if ('duration' in body && ![6, 10].includes(body.duration as number)) return 'invalid params, duration';
  const resolution = textOf(body, 'resolution');
  if ('resolution' in body && !['512P', '768P', '1080P'].includes(resolution)) return 'invalid params, resolution';
  return resolution === '1080P' && body.duration === 10 ? 'invalid params, 1080P has 6 seconds' : null;
}
