import { randomUUID } from 'node:crypto';
import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, bearerOf, fieldsOf, textOf } from '../tasks/body';
import { type Stage, type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';

/** The response to a poll of a task; source: "Retrieve result" of the provider's API reference, read 2026-11. */
export interface CogvideoFields {
  readonly id: string;
  readonly request_id: string;
  readonly model: string;
  readonly task_status: string;
  readonly video_result?: readonly { readonly url: string; readonly cover_image_url: string }[] | undefined;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

export type CogvideoStage = Stage<CogvideoFields>;
/** The kinds of calls; `fetch` is the poll. */
export type CogvideoCallKind = 'submit' | 'fetch';

export interface CogvideoApiOptions {
  readonly key?: string;
  readonly port?: number;
}

/** The response to the next submit; absent fields have their usual values. */
export interface NextCogvideo {
  /** A business code of the provider, which refuses the submit. */
  readonly code?: string;
  readonly message?: string;
  /** HTTP status of the refusal; 400 by default. */
  readonly status?: number;
  readonly id?: string;
  readonly script?: readonly CogvideoStage[];
}

export const cogvideoStages: readonly CogvideoStage[] = [{ task_status: 'PROCESSING' }, { task_status: 'SUCCESS' }];

const ROOT = '/api/paas/v4';
const RESULT = /^\/api\/paas\/v4\/async-result\/([^/]+)$/;

/** Zhipu's API for videos, over real sockets. */
export class CogvideoApi extends TaskUpstream<CogvideoCallKind, CogvideoFields> {
  key: string;
  /** The stages of tasks that have no script of their own. */
  stages: readonly CogvideoStage[] = cogvideoStages;
  private readonly upcoming: NextCogvideo[] = [];

  private constructor(parts: TaskUpstreamParts, options: CogvideoApiOptions) {
    super(parts);
    this.key = options.key ?? '8f3c1d2e.Zq7TestSecret';
  }

  static async start(options: CogvideoApiOptions = {}): Promise<CogvideoApi> {
    return new CogvideoApi(await openParts(options), options);
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextCogvideo[]): void {
    this.upcoming.push(...answers);
  }

  fail(id: string, code: string, message: string): TaskLife<CogvideoFields> {
    return this.task(id).set({ task_status: 'FAIL', error: { code, message } });
  }

  protected kindOf(call: MockCall, path: string): CogvideoCallKind | null {
    if (call.method === 'POST') return path === `${ROOT}/videos/generations` ? 'submit' : null;
    return call.method === 'GET' && RESULT.test(path) ? 'fetch' : null;
  }

  protected isPoll(kind: CogvideoCallKind): boolean {
    return kind === 'fetch';
  }

  protected refuseStranger(call: MockCall): Behaviour | null {
    return bearerOf(call) === this.key ? null : refusal(401, '1000', 'Authentication Failed');
  }

  protected answerUnknown(): Behaviour {
    return json({ timestamp: '2026-11-22T00:00:00Z', status: 404, error: 'Not Found' }, { status: 404 });
  }

  protected answer(kind: CogvideoCallKind, call: MockCall, path: string): Behaviour {
    if (kind === 'submit') return this.submit(fieldsOf(call));
    const task = this.known(RESULT.exec(path)?.[1] ?? '');
    return task ? json(this.distorted(task.poll())) : this.answerUnknown();
  }

  private submit(body: BodyFields): Behaviour {
    const next = this.upcoming.shift() ?? {};
    if (next.code !== undefined) return refusal(next.status ?? 400, next.code, next.message ?? 'refused');
    const mistake = mistakeOf(body);
    if (mistake !== null) return refusal(400, '1214', mistake);
    const id = next.id ?? randomUUID();
    const task = { id, request_id: randomUUID(), model: textOf(body, 'model'), task_status: 'PROCESSING' };
    if (!this.known(id)) this.place(task, next.script ?? this.stages);
    return json(task);
  }

  private place(task: CogvideoFields, stages: readonly CogvideoStage[]): void {
    const url = this.files.address(`${task.id}.mp4`);
    const video = [{ url, cover_image_url: this.files.address(`${task.id}.png`) }];
    const arrange = (fields: CogvideoFields, stage: Partial<CogvideoFields>): CogvideoFields => ({
      ...task,
      task_status: fields.task_status,
      ...(fields.task_status === 'SUCCESS' && { video_result: video }),
      ...stage,
    });
    this.create(task.id, task, { stages, arrange });
  }
}

function refusal(status: number, code: string, message: string): Behaviour {
  return json({ error: { code, message } }, { status });
}

/** The provider's error for a body; null for a valid one. */
function mistakeOf(body: BodyFields): string | null {
  if (textOf(body, 'model') === '') return 'model is required';
  if (textOf(body, 'prompt') === '' && body.image_url === undefined) return 'prompt or image_url is required';
  if (textOf(body, 'prompt').length > 512) return 'prompt is too long';
  if ('size' in body && !/^\d{3,4}x\d{3,4}$/.test(textOf(body, 'size'))) return 'size is invalid';
  return [undefined, 5, 10].includes(body.duration as number | undefined) ? null : 'duration is invalid';
}
