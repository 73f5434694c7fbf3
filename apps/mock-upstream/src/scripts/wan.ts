import { randomUUID } from 'node:crypto';
import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, bearerOf, fieldsOf, textOf } from '../tasks/body';
import { type Stage, type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';

/** The `output` of a response; source: "Wan" and "Tasks" of Model Studio's API reference, read 2026-11. */
export interface WanFields {
  readonly task_id: string;
  readonly task_status: string;
  readonly video_url?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

export type WanStage = Stage<WanFields>;
/** The kinds of calls; `fetch` is the poll. */
export type WanCallKind = 'submit' | 'fetch';

export interface WanApiOptions {
  readonly key?: string;
  readonly port?: number;
}

/** The response to the next submit; absent fields have their usual values. */
export interface NextWan {
  /** A code of the provider, which refuses the submit. */
  readonly code?: string;
  readonly message?: string;
  /** HTTP status of the refusal; 400 by default. */
  readonly status?: number;
  readonly id?: string;
  readonly script?: readonly WanStage[];
}

export const wanStages: readonly WanStage[] = [
  { task_status: 'PENDING' },
  { task_status: 'RUNNING' },
  { task_status: 'SUCCEEDED' },
];

const SUBMIT = '/api/v1/services/aigc/video-generation/video-synthesis';
const TASK = /^\/api\/v1\/tasks\/([^/]+)$/;

/** Alibaba's API for videos, over real sockets. */
export class WanApi extends TaskUpstream<WanCallKind, WanFields> {
  key: string;
  /** The stages of tasks that have no script of their own. */
  stages: readonly WanStage[] = wanStages;
  private readonly upcoming: NextWan[] = [];

  private constructor(parts: TaskUpstreamParts, options: WanApiOptions) {
    super(parts);
    this.key = options.key ?? 'sk-dashscope';
  }

  static async start(options: WanApiOptions = {}): Promise<WanApi> {
    return new WanApi(await openParts(options), options);
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextWan[]): void {
    this.upcoming.push(...answers);
  }

  fail(id: string, code: string, message: string): TaskLife<WanFields> {
    return this.task(id).set({ task_status: 'FAILED', code, message });
  }

  protected kindOf(call: MockCall, path: string): WanCallKind | null {
    if (call.method === 'POST') return path === SUBMIT ? 'submit' : null;
    return call.method === 'GET' && TASK.test(path) ? 'fetch' : null;
  }

  protected isPoll(kind: WanCallKind): boolean {
    return kind === 'fetch';
  }

  protected refuseStranger(call: MockCall): Behaviour | null {
    return bearerOf(call) === this.key ? null : refusal(401, 'InvalidApiKey', 'Invalid API-key provided.');
  }

  protected answerUnknown(): Behaviour {
    return refusal(404, 'InvalidURL', 'url error, please check url');
  }

  protected answer(kind: WanCallKind, call: MockCall, path: string): Behaviour {
    if (kind === 'submit') return this.submit(call);
    const id = TASK.exec(path)?.[1] ?? '';
    const output = this.known(id)?.poll() ?? { task_id: id, task_status: 'UNKNOWN' };
    const isDone = output.task_status === 'SUCCEEDED';
    const usage = isDone ? { usage: { video_count: 1, video_duration: 5 } } : {};
    return json(this.distorted({ request_id: randomUUID(), output, ...usage }));
  }

  private submit(call: MockCall): Behaviour {
    const next = this.upcoming.shift() ?? {};
    if (next.code !== undefined) return refusal(next.status ?? 400, next.code, next.message ?? 'refused');
    if (call.headers['x-dashscope-async'] !== 'enable') {
      return refusal(403, 'AccessDenied', 'current user api does not support synchronous calls.');
    }
    const mistake = mistakeOf(fieldsOf(call));
    if (mistake !== null) return refusal(400, 'InvalidParameter', mistake);
    const id = next.id ?? randomUUID();
    if (!this.known(id)) this.place(id, next.script ?? this.stages);
    return json({ output: { task_id: id, task_status: 'PENDING' }, request_id: randomUUID() });
  }

  private place(id: string, stages: readonly WanStage[]): void {
    const video_url = this.files.address(`${id}.mp4`);
    this.create(
      id,
      { task_id: id, task_status: 'PENDING' },
      {
        stages,
        arrange: (fields, stage) => ({
          task_id: id,
          task_status: fields.task_status,
          ...(fields.task_status === 'SUCCEEDED' && { video_url }),
          ...stage,
        }),
      },
    );
  }
}

function refusal(status: number, code: string, message: string): Behaviour {
  return json({ code, message, request_id: randomUUID() }, { status });
}

/** The provider's error for a body; null for a valid one. */
function mistakeOf(body: BodyFields): string | null {
  const model = textOf(body, 'model');
  const input = fieldsIn(body, 'input');
  const parameters = fieldsIn(body, 'parameters');
  if (model === '') return 'model is required';
  if (model.includes('-i2v') && textOf(input, 'img_url') === '') return 'img_url must be set';
  if (model.includes('-t2v') && textOf(input, 'prompt') === '') return 'prompt must be set';
  if ('size' in parameters && !/^\d{3,4}\*\d{3,4}$/.test(textOf(parameters, 'size'))) return 'size must match';
  return ['undefined', 'number'].includes(typeof parameters.duration) ? null : 'duration must be a number';
}

function fieldsIn(body: BodyFields, name: string): BodyFields {
  const value = body[name];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as BodyFields) : {}; // any object of JSON has names and unknown values
}
