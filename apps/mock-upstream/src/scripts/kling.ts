import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, bearerOf, fieldsOf, textOf } from '../tasks/body';
import { withBareNumbers } from '../tasks/faults';
import { type Stage, type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';
import { klingKeyFault } from './kling-key';

/** The `data` object of a task, which a callback gets too; times are in milliseconds. */
export interface KlingFields {
  readonly task_id: string;
  readonly task_status: string;
  readonly task_status_msg: string;
  readonly task_info: { readonly external_task_id?: string };
  readonly created_at: number;
  readonly updated_at: number;
  readonly final_unit_deduction?: string;
  readonly task_result?: {
    readonly videos?: readonly { readonly id: string; readonly url: string; readonly duration: string }[];
    readonly images?: readonly { readonly index: number; readonly url: string }[];
  };
}

export type KlingStage = Stage<KlingFields>;
/** The kinds of calls; `fetch` and `list` are the polls. */
export type KlingCallKind = 'submit' | 'fetch' | 'list' | 'costs';

export interface KlingApiOptions {
  /** `official`: paths from the root; `resold`: below /kling, with the key of another gateway. */
  readonly form?: 'official' | 'resold';
  /** `access|secret` for signed tokens, or one part that is sent as it is. */
  readonly key?: string;
  readonly port?: number;
}

/** The response to the next submit; absent fields have their usual values. */
export interface NextKling {
  /** Any code except 0 refuses the submit. */
  readonly code?: number;
  readonly message?: string;
  readonly status?: number;
  readonly id?: string;
  readonly script?: readonly KlingStage[];
}

const VIDEO_PATHS = 'text2video|image2video|multi-image2video|omni-video|motion-control|video-extend|lip-sync|effects';
const TASK_PATH = new RegExp(
  `^/v1/(videos/(?:${VIDEO_PATHS})|images/(?:generations|kolors-virtual-try-on))(?:/([^/]+))?$`,
);

/** Status and text of each refusal; source: the provider's table of errors. */
const refusals: Readonly<Record<number, readonly [status: number, message: string]>> = {
  1000: [401, 'Authentication failed'],
  1001: [401, 'Authorization is empty'],
  1002: [401, 'Authorization is invalid'],
  1003: [401, 'Authorization is not yet valid'],
  1004: [401, 'Authorization has expired'],
  1100: [429, 'Account exception'],
  1101: [429, 'Account in arrears'],
  1102: [429, 'Resource pack depleted or expired'],
  1103: [403, 'Unauthorized access to requested resource'],
  1200: [400, 'Invalid request parameters'],
  1201: [400, 'Invalid parameters'],
  1202: [404, 'Method is invalid'],
  1203: [404, 'Resource not found'],
  1300: [400, 'Triggered strategy of the platform'],
  1301: [400, 'Risk control: content security policy'],
  1302: [429, 'Requests are too frequent'],
  1303: [429, 'Parallel task over resource pack limit'],
  1304: [429, 'Triggered IP whitelist policy'],
  5000: [500, 'Internal error'],
  5001: [503, 'Server temporarily unavailable'],
  5002: [504, 'Server internal timeout'],
};

export const klingStages: readonly KlingStage[] = [
  { task_status: 'submitted' },
  { task_status: 'processing' },
  { task_status: 'succeed' },
];

/** The API of Kling, or of a gateway that resells it, over real sockets. */
export class KlingApi extends TaskUpstream<KlingCallKind, KlingFields> {
  readonly form: 'official' | 'resold';
  key: string;
  /** True when task ids are bare numbers; they always exceed 2^53. */
  numericIds = false;
  /** The stages of tasks that have no script of their own. */
  stages: readonly KlingStage[] = klingStages;
  private readonly upcoming: NextKling[] = [];
  private readonly paths = new Map<string, string>();
  private count = 0;

  private constructor(parts: TaskUpstreamParts, options: KlingApiOptions) {
    super(parts);
    this.form = options.form ?? 'official';
    this.key = options.key ?? (this.form === 'official' ? 'klingTestAccessKey01|klingTestSecretKey01' : 'sk-kling');
  }

  static async start(options: KlingApiOptions = {}): Promise<KlingApi> {
    return new KlingApi(await openParts(options), options);
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextKling[]): void {
    this.upcoming.push(...answers);
  }

  finish(id: string, fields: Partial<KlingFields> = {}): TaskLife<KlingFields> {
    return this.task(id).set({ task_status: 'succeed', ...fields });
  }

  fail(id: string, reason: string, fields: Partial<KlingFields> = {}): TaskLife<KlingFields> {
    return this.task(id).set({ task_status: 'failed', task_status_msg: reason, ...fields });
  }

  protected kindOf(call: MockCall, path: string): KlingCallKind | null {
    const own = this.ownPath(path);
    if (call.method === 'GET' && own === '/account/costs') return 'costs';
    const [, route, id] = TASK_PATH.exec(own) ?? [];
    if (route === undefined) return null;
    if (call.method === 'POST') return id === undefined ? 'submit' : null;
    return id === undefined ? 'list' : 'fetch';
  }

  protected isPoll(kind: KlingCallKind): boolean {
    return kind === 'fetch' || kind === 'list';
  }

  protected refuseStranger(call: MockCall): Behaviour | null {
    if (this.form === 'resold') {
      const isRight = bearerOf(call) === this.key;
      return isRight ? null : json({ code: 'invalid_api_key', message: 'invalid token', data: null }, { status: 401 });
    }
    const fault = klingKeyFault(call, this.key, Math.floor(Date.now() / 1000));
    return fault === null ? null : this.refusal(fault);
  }

  protected answerUnknown(): Behaviour {
    return this.refusal(1202);
  }

  protected answer(kind: KlingCallKind, call: MockCall, path: string): Behaviour {
    const [, route = '', id = ''] = TASK_PATH.exec(this.ownPath(path)) ?? [];
    switch (kind) {
      case 'submit':
        return this.submit(route, fieldsOf(call));
      case 'fetch': {
        const task = this.find(route, id)?.poll();
        return task ? this.success(this.distorted(task)) : this.refusal(1203);
      }
      case 'list': {
        const ids = this.ids.filter(known => this.paths.get(known) === route);
        this.idsPerBatch.push(ids.length);
        return this.success(this.distorted(ids.flatMap(known => this.known(known)?.poll() ?? [])));
      }
      case 'costs':
        return this.success({ code: 0, msg: 'ok', resource_pack_subscribe_infos: [] });
    }
  }

  /** The path without the prefix of this form; empty for paths of the other form. */
  private ownPath(path: string): string {
    if (this.form === 'official') return path;
    return path.startsWith('/kling/') ? path.slice('/kling'.length) : '';
  }

  /** Finds a task by its id or by the caller's own id, and only under the path of the submit. */
  private find(path: string, id: string): TaskLife<KlingFields> | undefined {
    const ids = this.ids.filter(known => known === id || this.task(known).fields.task_info.external_task_id === id);
    const own = ids.find(known => this.paths.get(known) === path);
    return own === undefined ? undefined : this.known(own);
  }

  private submit(path: string, body: BodyFields): Behaviour {
    const next = this.upcoming.shift() ?? {};
    if (next.code !== undefined && next.code !== 0) return this.refusal(next.code, next);
    const mistake = mistakeOf(path, body);
    if (mistake !== null) return this.refusal(1201, { message: mistake });
    const id = next.id ?? this.newId();
    if (!this.known(id)) this.place(id, path, body, next.script ?? this.stages);
    return { ...this.success(this.task(id).fields), status: next.status ?? 200 };
  }

  private place(id: string, path: string, body: BodyFields, stages: readonly KlingStage[]): void {
    const externalId = textOf(body, 'external_task_id');
    const task: KlingFields = {
      task_id: id,
      task_status: 'submitted',
      task_status_msg: '',
      task_info: { external_task_id: externalId },
      created_at: Date.now(),
      updated_at: Date.now(),
    };
    const seconds = textOf(body, 'duration') || '5';
    this.paths.set(id, path);
    this.create(id, task, {
      stages,
      arrange: (fields, stage) => ({
        ...fields,
        updated_at: Date.now(),
        ...(fields.task_status === 'succeed' && this.resultOf(id, path, seconds)),
        ...stage,
      }),
      hook: textOf(body, 'callback_url'),
    });
  }

  private resultOf(id: string, path: string, seconds: string): Partial<KlingFields> {
    const isImage = path.startsWith('images/');
    const video = { id: `v-${id}`, url: this.files.address(`${id}.mp4`), duration: `${seconds}.1` };
    const image = { index: 0, url: this.files.address(`${id}.png`) };
    return { final_unit_deduction: '10', task_result: isImage ? { images: [image] } : { videos: [video] } };
  }

  private success(data: unknown): Extract<Behaviour, { kind: 'json' }> {
    const body = { code: 0, message: 'SUCCEED', request_id: this.requestId(), data };
    return this.numericIds ? withBareNumbers(body, ['task_id']) : json(body);
  }

  private refusal(code: number, changes: { readonly message?: string; readonly status?: number } = {}): Behaviour {
    const [status, message] = refusals[code] ?? [400, 'refused'];
    const body = { code, message: changes.message ?? message, request_id: this.requestId() };
    return json(body, { status: changes.status ?? status });
  }

  private requestId(): string {
    return `Cl${this.calls.length}`;
  }

  private newId(): string {
    this.count += 1;
    return String(831_922_345_719_000_000n + BigInt(this.count));
  }
}

/** The provider's error for a body; null for a valid one. */
function mistakeOf(path: string, body: BodyFields): string | null {
  const images = ['image', 'image_tail'].map(name => textOf(body, name));
  if (path === 'videos/text2video' && textOf(body, 'prompt') === '') return 'prompt is required';
  if (path === 'videos/image2video' && images.join('') === '') return 'image and image_tail are both empty';
  if (images.some(image => image.startsWith('data:'))) return 'File is not in a valid base64 format';
  if (textOf(body, 'prompt').length > 2500) return 'prompt is too long';
  const { duration, mode } = body;
  if (duration !== undefined && typeof duration !== 'string') return 'duration value is invalid';
  return mode === undefined || mode === 'std' || mode === 'pro' ? null : 'mode value is invalid';
}
