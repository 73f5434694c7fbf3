import { randomUUID } from 'node:crypto';
import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, bearerOf, fieldsOf, textOf } from '../tasks/body';
import { type Stage, type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';

/** The task object; source: the provider's API reference, version 2024-11-06. Fields of other states are undefined. */
export interface RunwayFields {
  readonly id: string;
  readonly createdAt: string;
  readonly status: string;
  readonly progress?: number | undefined;
  readonly output?: readonly string[] | undefined;
  readonly failure?: string | undefined;
  readonly failureCode?: string | undefined;
}

export type RunwayStage = Stage<RunwayFields>;
/** The kinds of calls; `fetch` is the poll. */
export type RunwayCallKind = 'submit' | 'fetch' | 'cancel' | 'organization' | 'upload';

export interface RunwayApiOptions {
  /** `official`: paths from the root, version header required; `resold`: below /runwayml, without it. */
  readonly form?: 'official' | 'resold';
  readonly key?: string;
  readonly port?: number;
}

/** The response to the next submit; absent fields have their usual values. */
export interface NextRunway {
  /** The HTTP status; 400 and above refuses, with `error`. */
  readonly status?: number;
  readonly error?: string;
  readonly id?: string;
  readonly script?: readonly RunwayStage[];
}

export const runwayStages: readonly RunwayStage[] = [
  { status: 'PENDING' },
  { status: 'RUNNING', progress: 0.42 },
  { status: 'SUCCEEDED' },
];

const SUBMIT =
  /^\/v1\/(image_to_video|text_to_video|video_to_video|text_to_image|character_performance|video_upscale)$/;
const TASK = /^\/v1\/tasks\/([^/]+)$/;

/** The API of Runway, or of a gateway that resells it, over real sockets. */
export class RunwayApi extends TaskUpstream<RunwayCallKind, RunwayFields> {
  readonly form: 'official' | 'resold';
  key: string;
  /** The stages of tasks that have no script of their own. */
  stages: readonly RunwayStage[] = runwayStages;
  private readonly upcoming: NextRunway[] = [];

  private constructor(parts: TaskUpstreamParts, options: RunwayApiOptions) {
    super(parts);
    this.form = options.form ?? 'official';
    this.key = options.key ?? (this.form === 'official' ? 'key_test' : 'sk-runway');
  }

  static async start(options: RunwayApiOptions = {}): Promise<RunwayApi> {
    return new RunwayApi(await openParts(options), options);
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextRunway[]): void {
    this.upcoming.push(...answers);
  }

  finish(id: string, fields: Partial<RunwayFields> = {}): TaskLife<RunwayFields> {
    return this.task(id).set({ status: 'SUCCEEDED', ...fields });
  }

  fail(id: string, failure: string, failureCode = 'INTERNAL'): TaskLife<RunwayFields> {
    return this.task(id).set({ status: 'FAILED', failure, failureCode });
  }

  protected kindOf(call: MockCall, path: string): RunwayCallKind | null {
    const own = this.ownPath(path);
    switch (call.method) {
      case 'POST':
        if (own === '/v1/uploads') return 'upload';
        return SUBMIT.test(own) ? 'submit' : null;
      case 'GET':
        if (own === '/v1/organization') return 'organization';
        return TASK.test(own) ? 'fetch' : null;
      case 'DELETE':
        return TASK.test(own) ? 'cancel' : null;
      default:
        return null;
    }
  }

  protected isPoll(kind: RunwayCallKind): boolean {
    return kind === 'fetch';
  }

  protected refuseStranger(call: MockCall): Behaviour | null {
    if (bearerOf(call) !== this.key) return refusal(401, 'You did not provide a valid API key.');
    const isOfVersion = this.form === 'resold' || call.headers['x-runway-version'] === '2024-11-06';
    return isOfVersion ? null : refusal(400, 'This API version is not supported; send X-Runway-Version.');
  }

  protected answerUnknown(): Behaviour {
    return refusal(404, 'Not found');
  }

  protected answer(kind: RunwayCallKind, call: MockCall, path: string): Behaviour {
    const own = this.ownPath(path);
    const task = this.known(TASK.exec(own)?.[1] ?? '');
    switch (kind) {
      case 'submit':
        return this.submit(SUBMIT.exec(own)?.[1] ?? '', fieldsOf(call));
      case 'fetch':
        return task ? json(this.distorted(task.poll())) : refusal(404, 'Task not found');
      case 'cancel':
        task?.set({ status: 'CANCELLED' });
        return task ? json('', { status: 204 }) : refusal(404, 'Task not found');
      case 'organization':
        return json({
          creditBalance: 1000,
          tier: { maxMonthlyCreditSpend: 10_000, models: {} },
          usage: { models: {} },
        });
      case 'upload':
        return json({ uploadUrl: this.files.address('upload'), fields: {}, runwayUri: `runway://${randomUUID()}` });
    }
  }

  /** The path without the prefix of this form; empty for paths of the other form. */
  private ownPath(path: string): string {
    if (this.form === 'official') return path;
    return path.startsWith('/runwayml/') ? path.slice('/runwayml'.length) : '';
  }

  private submit(kind: string, body: BodyFields): Behaviour {
    const next = this.upcoming.shift() ?? {};
    if (next.status !== undefined && next.status >= 400) return refusal(next.status, next.error ?? 'refused');
    const mistake = mistakeOf(kind, body);
    if (mistake !== null) return refusal(400, 'Validation of body failed', [{ message: mistake }]);
    const id = next.id ?? randomUUID();
    if (!this.known(id)) this.place(id, kind, next.script ?? this.stages);
    return json({ id }, { status: next.status ?? 200 });
  }

  private place(id: string, kind: string, stages: readonly RunwayStage[]): void {
    const output = [this.files.address(`${id}.${kind.endsWith('image') ? 'png' : 'mp4'}`)];
    this.create(
      id,
      { id, createdAt: new Date().toISOString(), status: 'PENDING' },
      {
        stages,
        arrange: (fields, stage) => ({
          id,
          createdAt: fields.createdAt,
          status: fields.status,
          ...(fields.status === 'SUCCEEDED' && { output }),
          ...stage,
        }),
      },
    );
  }
}

function refusal(status: number, error: string, issues?: readonly unknown[]): Behaviour {
  return json({ error, ...(issues && { issues }), docUrl: 'https://docs.dev.runwayml.com/api' }, { status });
}

/** The provider's error for a body; null for a valid one. */
function mistakeOf(kind: string, body: BodyFields): string | null {
  if (textOf(body, 'model') === '') return 'model is required';
  if (kind === 'image_to_video' && body.promptImage === undefined) return 'promptImage is required';
  if (kind.startsWith('text_to_') && textOf(body, 'promptText') === '') return 'promptText is required';
  if (textOf(body, 'promptText').length > 1000) return 'promptText is too long';
  if ('ratio' in body && !/^\d{3,4}:\d{3,4}$/.test(textOf(body, 'ratio'))) return 'ratio is invalid';
  return body.duration === undefined || typeof body.duration === 'number' ? null : 'duration must be a number';
}
