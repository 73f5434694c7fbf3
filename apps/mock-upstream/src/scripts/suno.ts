import { randomUUID } from 'node:crypto';
import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, bearerOf, fieldsOf, textOf, textsOf } from '../tasks/body';
import { type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';
import { type SunoFields, type SunoStage, arrangeSuno, newSunoTask, sunoStages } from './suno-task';

/** The kinds of calls; `batch` and `fetch` are the polls. */
export type SunoCallKind = 'submit' | 'upload' | 'batch' | 'fetch' | 'account';

export interface SunoProxyOptions {
  /** The secret that callers send as Bearer; when it is empty, all callers may pass. */
  readonly secret?: string;
  readonly port?: number;
}

/** The response to the next submit; absent fields have their usual values. */
export interface NextSong {
  /** The code of the response; anything but `success` refuses. */
  readonly code?: string;
  readonly message?: string;
  /** The HTTP status; 400 for refusals, 200 otherwise. */
  readonly status?: number;
  /** The task id; an existing one is returned again without a new task. */
  readonly id?: string;
  readonly script?: readonly SunoStage[];
}

const ACTIONS: ReadonlySet<string> = new Set(['MUSIC', 'LYRICS', 'CONCAT']);

/** A Suno proxy (channel type 36) over real sockets; source: the description of the open Suno-API server. */
export class SunoProxy extends TaskUpstream<SunoCallKind, SunoFields> {
  secret: string;
  /** True when a single fetch returns the whole task, as in some builds; the original returns the inner clips alone. */
  fetchesWholeTasks = false;
  /** The HTTP status for a fetch of an unknown id; some builds send 200. */
  unknownIdStatus: 200 | 400 = 400;
  /** The stages of tasks that have no script of their own. */
  stagesOf: (action: string) => readonly SunoStage[] = sunoStages;
  private readonly upcoming: NextSong[] = [];

  private constructor(parts: TaskUpstreamParts, options: SunoProxyOptions) {
    super(parts);
    this.secret = options.secret ?? 'suno-secret';
  }

  static async start(options: SunoProxyOptions = {}): Promise<SunoProxy> {
    return new SunoProxy(await openParts(options), options);
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextSong[]): void {
    this.upcoming.push(...answers);
  }

  finish(id: string, fields: Partial<SunoFields> = {}): TaskLife<SunoFields> {
    return this.task(id).set({ status: 'SUCCESS', progress: '100%', ...fields });
  }

  fail(id: string, reason: string, fields: Partial<SunoFields> = {}): TaskLife<SunoFields> {
    return this.task(id).set({ status: 'FAILURE', fail_reason: reason, progress: '100%', ...fields });
  }

  protected kindOf(call: MockCall, path: string): SunoCallKind | null {
    const route = `${call.method} ${path.replace(/\/$/, '')}`;
    if (/^POST \/suno\/(uploads\/audio-url|submit\/upload)$/.test(route)) return 'upload';
    if (/^POST \/suno\/submit\/[^/]+$/.test(route)) return 'submit';
    if (route === 'POST /suno/fetch') return 'batch';
    if (/^GET \/suno\/fetch\/[^/]+$/.test(route)) return 'fetch';
    return route === 'GET /suno/account' ? 'account' : null;
  }

  protected isPoll(kind: SunoCallKind): boolean {
    return kind === 'batch' || kind === 'fetch';
  }

  protected refuseStranger(call: MockCall): Behaviour | null {
    const isRight = this.secret === '' || bearerOf(call) === this.secret;
    return isRight ? null : refusal(401, 'invalid_request', 'unauthorized secret token');
  }

  protected answerUnknown(): Behaviour {
    return json('404 page not found', { status: 404, headers: { 'content-type': 'text/plain' } });
  }

  protected answer(kind: SunoCallKind, call: MockCall, path: string): Behaviour {
    const body = fieldsOf(call);
    const last = path.replace(/\/$/, '').split('/').at(-1) ?? '';
    switch (kind) {
      case 'submit':
        return this.submit(last.toUpperCase(), body);
      case 'upload':
        return textOf(body, 'url') === '' ? refusal(400, 'invalid_request', 'url is empty') : success(randomUUID());
      case 'batch': {
        const ids = textsOf(body, 'ids');
        this.idsPerBatch.push(ids.length);
        return success(this.distorted(ids.flatMap(id => this.known(id)?.poll() ?? [])));
      }
      case 'fetch':
        return this.fetchOne(last);
      case 'account':
        return json({
          certificate: { credits_left: 480, monthly_limit: 500, monthly_usage: 20, period: 'month', is_active: true },
          msg: 'success',
        });
    }
  }

  private fetchOne(id: string): Behaviour {
    const task = this.known(id)?.poll();
    if (!task) return refusal(this.unknownIdStatus, 'task_not_exist', 'task_not_exist');
    return success(this.distorted(this.fetchesWholeTasks ? task : task.data));
  }

  private submit(action: string, body: BodyFields): Behaviour {
    const next = this.upcoming.shift() ?? {};
    const { code = 'success', message = code } = next;
    if (code !== 'success') return refusal(next.status ?? 400, code, message);
    const mistake = mistakeOf(action, body);
    if (mistake !== null) return refusal(400, 'invalid_request', mistake);
    const id = next.id ?? randomUUID();
    if (!this.known(id)) this.place(id, action, body, next.script);
    return { ...success(id), status: next.status ?? 200 };
  }

  private place(id: string, action: string, body: BodyFields, script?: readonly SunoStage[]): void {
    const look = { filesUrl: this.files.url, body };
    this.create(id, newSunoTask(this.tasks.size + 1, id, action, body), {
      stages: script ?? this.stagesOf(action),
      arrange: (fields, stage) => arrangeSuno(fields, stage, look),
      hook: textOf(body, 'notify_hook'),
    });
  }
}

function mistakeOf(action: string, body: BodyFields): string | null {
  if (!ACTIONS.has(action)) return 'invalid_action';
  if (action === 'LYRICS' && textOf(body, 'prompt') === '') return 'prompt_empty';
  if (action === 'CONCAT' && textOf(body, 'clip_id') === '') return 'clip_id is empty';
  const isContinued = textOf(body, 'continue_clip_id') !== '';
  return isContinued && textOf(body, 'task_id') === '' ? 'task id is empty' : null;
}

function success(data: unknown): Extract<Behaviour, { kind: 'json' }> {
  return json({ code: 'success', message: '', data });
}

function refusal(status: number, code: string, message: string): Behaviour {
  return json({ code, message, data: null }, { status });
}
