import { randomUUID } from 'node:crypto';
import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, bearerOf, fieldsOf, textOf } from '../tasks/body';
import { type Stage, type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';

/** A video as reverse proxies of Runway describe it; `status` is a number written as text, times are seconds. */
export interface RunwayProxyFields {
  readonly task_id: string;
  readonly status: '0' | '1' | '2' | '3';
  readonly prompt: string;
  readonly video_url: string;
  readonly poster: string;
  readonly last_frame: string;
  readonly msg: string;
  readonly point: string;
  readonly refund: number;
  readonly create_time: number;
  readonly update_time: number;
}

export type RunwayProxyStage = Stage<RunwayProxyFields>;
/** The kinds of calls; `fetch` is the poll. */
export type RunwayProxyCallKind = 'submit' | 'fetch';

/** The response to the next submit; absent fields have their usual values. */
export interface NextRunwayProxy {
  /** The HTTP status; 400 and above refuses. */
  readonly status?: number;
  /** A code in the body; anything but 200 refuses. */
  readonly code?: number | string;
  readonly msg?: string;
  readonly id?: string;
  readonly script?: readonly RunwayProxyStage[];
}

export const runwayProxyStages: readonly RunwayProxyStage[] = [{ status: '0' }, { status: '1' }, { status: '3' }];

/** The statuses of the wrapped form. */
const wrappedStatuses = {
  '0': ['QUEUED', '0%'],
  '1': ['IN_PROGRESS', '50%'],
  '2': ['FAILURE', '100%'],
  '3': ['SUCCESS', '100%'],
} as const;

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** A reverse proxy of Runway, as other gateways sell it, over real sockets. */
export class RunwayProxy extends TaskUpstream<RunwayProxyCallKind, RunwayProxyFields> {
  key: string;
  /** True when responses to feeds have an envelope with a task around the video. */
  wraps = false;
  /** The number of feeds of a new task that do not find it yet. */
  feedsTooEarly = 0;
  /** The stages of tasks that have no script of their own. */
  stages: readonly RunwayProxyStage[] = runwayProxyStages;
  private readonly upcoming: NextRunwayProxy[] = [];
  private readonly early = new Map<string, number>();

  private constructor(parts: TaskUpstreamParts, options: { readonly key?: string }) {
    super(parts);
    this.key = options.key ?? 'sk-runway';
  }

  static async start(options: { readonly key?: string; readonly port?: number } = {}): Promise<RunwayProxy> {
    return new RunwayProxy(await openParts(options), options);
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextRunwayProxy[]): void {
    this.upcoming.push(...answers);
  }

  finish(id: string, fields: Partial<RunwayProxyFields> = {}): TaskLife<RunwayProxyFields> {
    return this.task(id).set({ status: '3', ...fields });
  }

  fail(id: string, reason: string, fields: Partial<RunwayProxyFields> = {}): TaskLife<RunwayProxyFields> {
    return this.task(id).set({ status: '2', msg: reason, refund: 1, ...fields });
  }

  protected kindOf(call: MockCall, path: string): RunwayProxyCallKind | null {
    if (call.method !== 'POST') return null;
    if (path === '/runway/pro/generate') return 'submit';
    return path === '/runway/feed' || path === '/runway/v1/feed' ? 'fetch' : null;
  }

  protected isPoll(kind: RunwayProxyCallKind): boolean {
    return kind === 'fetch';
  }

  protected refuseStranger(call: MockCall): Behaviour | null {
    return bearerOf(call) === this.key ? null : refusal(401, 'invalid_api_key', 'invalid token');
  }

  protected answerUnknown(): Behaviour {
    return refusal(404, 'not_found', 'invalid URL');
  }

  protected answer(kind: RunwayProxyCallKind, call: MockCall): Behaviour {
    return kind === 'submit' ? this.submit(fieldsOf(call)) : this.feed(textOf(fieldsOf(call), 'task_id'));
  }

  private feed(id: string): Behaviour {
    const task = this.known(id);
    const left = this.early.get(id) ?? 0;
    this.early.set(id, left - 1);
    if (!task || left > 0) return refusal(400, 'task_not_exist', 'task_not_exist');
    const fields = task.poll();
    return json(this.distorted(this.wraps ? wrapped(fields) : success(fields)));
  }

  private submit(body: BodyFields): Behaviour {
    const next = this.upcoming.shift() ?? {};
    const { status = 200, code = 200, msg = 'refused' } = next;
    if (status >= 400 || code !== 200) return json({ code: code === 200 ? status : code, msg, data: null }, { status });
    if (textOf(body, 'prompt') === '' && textOf(body, 'image') === '')
      return json({ code: 400, msg: 'prompt is empty' });
    const id = next.id ?? randomUUID();
    if (!this.known(id)) this.place(id, body, next.script ?? this.stages);
    return json(success({ task_id: id }), { status });
  }

  private place(id: string, body: BodyFields, stages: readonly RunwayProxyStage[]): void {
    const task: RunwayProxyFields = {
      task_id: id,
      status: '0',
      prompt: textOf(body, 'prompt'),
      video_url: '',
      poster: '',
      last_frame: '',
      msg: '',
      point: '50',
      refund: 0,
      create_time: nowSeconds(),
      update_time: nowSeconds(),
    };
    const result = {
      video_url: this.files.address(`${id}.mp4`),
      poster: this.files.address(`${id}.png`),
      last_frame: this.files.address(`${id}-last.png`),
    };
    this.early.set(id, this.feedsTooEarly);
    this.create(id, task, {
      stages,
      arrange: (fields, stage) => ({
        ...fields,
        update_time: nowSeconds(),
        ...(fields.status === '3' && result),
        ...stage,
      }),
      hook: textOf(body, 'callback_url'),
    });
  }
}

function success(data: unknown): unknown {
  return { code: 200, msg: 'success', data, exec_time: 0.51, ip: '127.0.0.1' };
}

function wrapped(task: RunwayProxyFields): unknown {
  const [status, progress] = wrappedStatuses[task.status];
  const data = {
    task_id: task.task_id,
    action: 'IMAGE_TO_VIDEO',
    status,
    fail_reason: status === 'FAILURE' ? task.msg : '',
    submit_time: task.create_time,
    start_time: task.create_time,
    finish_time: progress === '100%' ? task.update_time : 0,
    progress,
    data: task,
  };
  return { code: 'success', message: '', data };
}

function refusal(status: number, code: string, message: string): Behaviour {
  return json({ code, message, data: null }, { status });
}
