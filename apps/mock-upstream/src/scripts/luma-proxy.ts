import { randomUUID } from 'node:crypto';
import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, bearerOf, fieldsOf, textOf, textsOf } from '../tasks/body';
import { type Stage, type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';

/** One video as reverse proxies of Luma describe it; source: the resellers' pages on their own format. */
export interface LumaProxyFields {
  readonly id: string;
  readonly prompt: string;
  readonly state: string;
  readonly queue_state: string | null;
  readonly created_at: string;
  readonly batch_id: string;
  readonly video: Readonly<Record<string, unknown>> | null;
  readonly video_raw: Readonly<Record<string, unknown>> | null;
  readonly liked: boolean | null;
  readonly estimate_wait_seconds: number | null;
  readonly thumbnail: Readonly<Record<string, unknown>> | null;
  readonly last_frame: Readonly<Record<string, unknown>> | null;
  readonly failure_reason?: string;
  readonly request?: BodyFields;
}

export type LumaProxyStage = Stage<LumaProxyFields>;
/** The kinds of calls; `fetch` and `batch` are the polls. */
export type LumaProxyCallKind = 'submit' | 'extend' | 'fetch' | 'batch' | 'download';

export interface NextLumaProxy {
  /** The HTTP status; 400 and above refuses. */
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  readonly id?: string;
  readonly script?: readonly LumaProxyStage[];
}

export const lumaProxyStages: readonly LumaProxyStage[] = [
  { state: 'pending' },
  { state: 'processing' },
  { state: 'completed' },
];

const ONE = /^\/luma\/generations\/([^/]+)$/;
const PART = /^\/luma\/generations\/([^/]+)\/(extend|download_video_url)$/;
/** The statuses of the wrapped form, by state. */
const wrappedStatuses: Readonly<Record<string, readonly [status: string, progress: string]>> = {
  pending: ['SUBMITTED', '0%'],
  processing: ['IN_PROGRESS', '50%'],
  completed: ['SUCCESS', '100%'],
  failed: ['FAILURE', '100%'],
};

/** A reverse proxy of Luma, as other gateways sell it, over real sockets. */
export class LumaProxy extends TaskUpstream<LumaProxyCallKind, LumaProxyFields> {
  key: string;
  /** True when responses to fetches have an envelope with a task around the video. */
  wraps = false;
  /** The stages of tasks that have no script of their own. */
  stages: readonly LumaProxyStage[] = lumaProxyStages;
  private readonly upcoming: NextLumaProxy[] = [];

  private constructor(parts: TaskUpstreamParts, options: { readonly key?: string }) {
    super(parts);
    this.key = options.key ?? 'sk-luma';
  }

  static async start(options: { readonly key?: string; readonly port?: number } = {}): Promise<LumaProxy> {
    return new LumaProxy(await openParts(options), options);
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextLumaProxy[]): void {
    this.upcoming.push(...answers);
  }

  finish(id: string, fields: Partial<LumaProxyFields> = {}): TaskLife<LumaProxyFields> {
    return this.task(id).set({ state: 'completed', ...fields });
  }

  fail(id: string, reason: string, fields: Partial<LumaProxyFields> = {}): TaskLife<LumaProxyFields> {
    return this.task(id).set({ state: 'failed', failure_reason: reason, ...fields });
  }

  protected kindOf(call: MockCall, path: string): LumaProxyCallKind | null {
    const route = path.replace(/\/$/, '');
    const part = PART.exec(route)?.[2];
    if (call.method === 'POST') {
      if (route === '/luma/generations') return 'submit';
      if (route === '/luma/tasks') return 'batch';
      return part === 'extend' ? 'extend' : null;
    }
    if (call.method !== 'GET') return null;
    if (part === 'download_video_url') return 'download';
    return ONE.test(route) ? 'fetch' : null;
  }

  protected isPoll(kind: LumaProxyCallKind): boolean {
    return kind === 'fetch' || kind === 'batch';
  }

  protected refuseStranger(call: MockCall): Behaviour | null {
    return bearerOf(call) === this.key ? null : refusal(401, 'invalid_api_key', 'invalid token');
  }

  protected answerUnknown(): Behaviour {
    return refusal(404, 'not_found', 'invalid URL');
  }

  protected answer(kind: LumaProxyCallKind, call: MockCall, path: string): Behaviour {
    const route = path.replace(/\/$/, '');
    const id = (ONE.exec(route) ?? PART.exec(route))?.[1] ?? '';
    switch (kind) {
      case 'submit':
        return this.submit(fieldsOf(call));
      case 'extend':
        return this.known(id) ? this.submit(fieldsOf(call)) : missing();
      case 'fetch': {
        const task = this.known(id)?.poll();
        return task ? json(this.distorted(this.enveloped(this.wraps ? wrapped(task) : task))) : missing();
      }
      case 'batch': {
        const ids = textsOf(fieldsOf(call), 'ids');
        this.idsPerBatch.push(ids.length);
        const tasks = ids.flatMap(known => this.known(known)?.poll() ?? []);
        return json(this.distorted(this.enveloped(this.wraps ? tasks.map(wrapped) : tasks)));
      }
      case 'download':
        return this.known(id) ? json({ url: this.files.address(`${id}-raw.mp4`) }) : missing();
    }
  }

  private enveloped(body: unknown): unknown {
    return this.wraps ? { code: 'success', message: '', data: body } : body;
  }

  private submit(body: BodyFields): Behaviour {
    const next = this.upcoming.shift() ?? {};
    if (next.status !== undefined && next.status >= 400) {
      return refusal(next.status, next.code ?? 'invalid_request', next.message ?? 'refused');
    }
    const prompt = textOf(body, 'user_prompt');
    if (prompt === '') return refusal(400, 'invalid_request', 'user_prompt is empty');
    const id = next.id ?? randomUUID();
    if (!this.known(id)) this.place(id, body, next.script ?? this.stages);
    return json(this.task(id).fields, { status: next.status ?? 200 });
  }

  private place(id: string, body: BodyFields, stages: readonly LumaProxyStage[]): void {
    const task: LumaProxyFields = {
      id,
      prompt: textOf(body, 'user_prompt'),
      state: 'pending',
      queue_state: null,
      created_at: new Date().toISOString(),
      batch_id: '',
      video: null,
      video_raw: null,
      liked: null,
      estimate_wait_seconds: null,
      thumbnail: null,
      last_frame: null,
    };
    this.create(id, task, {
      stages,
      arrange: (fields, stage) => ({
        ...fields,
        ...(fields.state === 'completed' && this.resultOf(id, fields.prompt, body)),
        ...stage,
      }),
      hook: textOf(body, 'notify_hook'),
    });
  }

  private resultOf(id: string, prompt: string, body: BodyFields): Partial<LumaProxyFields> {
    const size = { width: 1280, height: 720 };
    const image = (name: string): Readonly<Record<string, unknown>> => ({
      url: this.files.address(`${id}-${name}.png`),
      ...size,
    });
    const url = this.files.address(`${id}.mp4`);
    return {
      video: { url, ...size, download_url: url, thumbnail: image('thumb').url },
      video_raw: { url: this.files.address(`${id}-raw.mp4`), ...size, duration: 5 },
      thumbnail: image('thumb'),
      last_frame: image('last'),
      request: { prompt, aspect_ratio: textOf(body, 'aspect_ratio') || '16:9' },
    };
  }
}

function wrapped(task: LumaProxyFields): unknown {
  const [status, progress] = wrappedStatuses[task.state] ?? ['UNKNOWN', ''];
  const submittedAt = Math.floor(Date.parse(task.created_at) / 1000);
  return {
    task_id: task.id,
    action: 'generations',
    status,
    progress,
    submit_time: submittedAt,
    finish_time: progress === '100%' ? Math.floor(Date.now() / 1000) : 0,
    fail_reason: task.failure_reason ?? '',
    data: task,
  };
}

function refusal(status: number, code: string, message: string): Behaviour {
  return json({ code, message, data: null }, { status });
}

function missing(): Behaviour {
  return refusal(400, 'task_not_exist', 'task_not_exist');
}
