import { randomUUID } from 'node:crypto';
import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, bearerOf, fieldsOf, textOf } from '../tasks/body';
import { type Stage, type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';

/** The generation object; source: the provider's API reference of Dream Machine, version 1. */
export interface LumaFields {
  readonly id: string;
  readonly generation_type: string;
  readonly state: string;
  readonly failure_reason: string | null;
  readonly created_at: string;
  readonly assets: { readonly video?: string; readonly image?: string; readonly progress_video?: string } | null;
  readonly model: string;
  readonly request: BodyFields;
}

export type LumaStage = Stage<LumaFields>;
/** The kinds of calls; `fetch` and `list` are the polls. */
export type LumaCallKind = 'submit' | 'fetch' | 'list' | 'delete' | 'credits' | 'concepts' | 'ping';

export interface LumaApiOptions {
  readonly key?: string;
  readonly port?: number;
}

/** The response to the next submit; absent fields have their usual values. */
export interface NextLuma {
  /** The HTTP status; 400 and above refuses, with `detail`. */
  readonly status?: number;
  readonly detail?: string;
  readonly id?: string;
  readonly script?: readonly LumaStage[];
}

export const LUMA_PREFIX = '/dream-machine/v1';
export const lumaStages: readonly LumaStage[] = [{ state: 'queued' }, { state: 'dreaming' }, { state: 'completed' }];

const NEW = /^generations(\/(video|image|video\/modify|video\/reframe))?$/;
const FOLLOW_UP = /^generations\/([^/]+)\/(audio|upscale)$/;
const ONE = /^generations\/([^/]+)$/;

/** The API of Luma's videos and images, over real sockets. */
export class LumaApi extends TaskUpstream<LumaCallKind, LumaFields> {
  key: string;
  /** The stages of tasks that have no script of their own. */
  stages: readonly LumaStage[] = lumaStages;
  private readonly upcoming: NextLuma[] = [];

  private constructor(parts: TaskUpstreamParts, options: LumaApiOptions) {
    super(parts);
    this.key = options.key ?? 'luma-test-key';
  }

  static async start(options: LumaApiOptions = {}): Promise<LumaApi> {
    return new LumaApi(await openParts(options), options);
  }

  /** The address under which the provider's paths lie. */
  get baseUrl(): string {
    return `${this.url}${LUMA_PREFIX}`;
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextLuma[]): void {
    this.upcoming.push(...answers);
  }

  finish(id: string, fields: Partial<LumaFields> = {}): TaskLife<LumaFields> {
    return this.task(id).set({ state: 'completed', ...fields });
  }

  fail(id: string, reason: string, fields: Partial<LumaFields> = {}): TaskLife<LumaFields> {
    return this.task(id).set({ state: 'failed', failure_reason: reason, ...fields });
  }

  protected kindOf(call: MockCall, path: string): LumaCallKind | null {
    const route = routeOf(path);
    switch (call.method) {
      case 'POST':
        return NEW.test(route) || FOLLOW_UP.test(route) ? 'submit' : null;
      case 'DELETE':
        return ONE.test(route) ? 'delete' : null;
      case 'GET':
        if (route === 'generations') return 'list';
        if (route === 'generations/concepts/list') return 'concepts';
        if (route === 'credits' || route === 'ping') return route;
        return ONE.test(route) ? 'fetch' : null;
      default:
        return null;
    }
  }

  protected isPoll(kind: LumaCallKind): boolean {
    return kind === 'fetch' || kind === 'list';
  }

  protected refuseStranger(call: MockCall): Behaviour | null {
    return bearerOf(call) === this.key ? null : refusal(401, 'Invalid authentication');
  }

  protected answerUnknown(): Behaviour {
    return refusal(404, 'Not Found');
  }

  protected answer(kind: LumaCallKind, call: MockCall, path: string): Behaviour {
    const id = ONE.exec(routeOf(path))?.[1] ?? '';
    switch (kind) {
      case 'submit':
        return this.submit(routeOf(path), fieldsOf(call));
      case 'fetch': {
        const task = this.known(id)?.poll();
        return task ? json(this.distorted(task)) : refusal(404, 'Generation not found');
      }
      case 'list': {
        const generations = this.ids.flatMap(known => this.known(known)?.poll() ?? []);
        this.idsPerBatch.push(generations.length);
        return json(this.distorted({ generations, has_more: false, count: generations.length, limit: 10, offset: 0 }));
      }
      case 'delete':
        if (!this.known(id)) return refusal(404, 'Generation not found');
        this.forget(id);
        return json('', { status: 204 });
      case 'credits':
        return json({ credit_balance: 1234 });
      case 'concepts':
        return json(['dolly_zoom', 'orbit_left']);
      case 'ping':
        return json({ message: 'pong' });
    }
  }

  private submit(route: string, body: BodyFields): Behaviour {
    const next = this.upcoming.shift() ?? {};
    if (next.status !== undefined && next.status >= 400) return refusal(next.status, next.detail ?? 'refused');
    const [, originId] = FOLLOW_UP.exec(route) ?? [];
    if (originId !== undefined && !this.known(originId)) return refusal(404, 'Generation not found');
    const mistake = originId === undefined ? mistakeOf(body) : null;
    if (mistake !== null) return mistake;
    const id = next.id ?? randomUUID();
    if (!this.known(id)) this.place(id, route, body, next.script ?? this.stages);
    return json(this.task(id).fields, { status: next.status ?? 201 });
  }

  private place(id: string, route: string, body: BodyFields, stages: readonly LumaStage[]): void {
    const kind = route.startsWith('generations/image') ? 'image' : 'video';
    const task: LumaFields = {
      id,
      generation_type: kind,
      state: 'queued',
      failure_reason: null,
      created_at: new Date().toISOString(),
      assets: null,
      model: textOf(body, 'model'),
      request: { generation_type: kind, ...body },
    };
    const assets = { [kind]: this.files.address(`${id}.${kind === 'image' ? 'png' : 'mp4'}`) };
    this.create(id, task, {
      stages,
      arrange: (fields, stage) => ({ ...fields, ...(fields.state === 'completed' && { assets }), ...stage }),
      hook: textOf(body, 'callback_url'),
    });
  }
}

/** The route of a path; empty for paths outside the prefix. */
function routeOf(path: string): string {
  return path.startsWith(`${LUMA_PREFIX}/`) ? path.slice(LUMA_PREFIX.length + 1).replace(/\/$/, '') : '';
}

function refusal(status: number, detail: unknown): Behaviour {
  return json({ detail }, { status });
}

function wrong(field: string, msg: string): Behaviour {
  return refusal(422, [{ loc: ['body', field], msg, type: 'value_error' }]);
}

/** The provider's error for a new generation; null for a valid one. */
function mistakeOf(body: BodyFields): Behaviour | null {
  if (textOf(body, 'model') === '') return wrong('model', 'Field required');
  if ('prompt' in body && textOf(body, 'prompt').length < 3) return wrong('prompt', 'Prompt is too short');
  if ('duration' in body && !/^\d+s$/.test(textOf(body, 'duration'))) return wrong('duration', 'Invalid duration');
  // Images come by address; the body must not contain one as data.
  if (/"data:[^"]*;base64,/.test(JSON.stringify(body))) return wrong('keyframes', 'Invalid URL');
  return null;
}
