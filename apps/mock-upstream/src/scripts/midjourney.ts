import { type Behaviour, json } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type BodyFields, fieldsOf, textOf, textsOf } from '../tasks/body';
import { htmlPage, withBareNumbers } from '../tasks/faults';
import { type TaskLife } from '../tasks/task-life';
import { type TaskUpstreamParts, TaskUpstream, openParts } from '../tasks/task-upstream';
import { formFieldsOf } from './midjourney-form';
import { type Submission, type SubmitRefusal, originalReaders, plusReaders } from './midjourney-submission';
import {
  type MidjourneyFields,
  type MidjourneyStage,
  MIDJOURNEY_INSTANCE,
  arrangeMidjourneyTask,
  midjourneyStages,
  isEnded,
  newMidjourneyTask,
} from './midjourney-task';

/**
 * The kinds of calls. `submit` is every route that makes a task, face swaps included; `list` and `fetch` are the polls.
 */
export type MidjourneyCallKind = 'submit' | 'upload' | 'list' | 'fetch' | 'seed' | 'cancel' | 'overview';

export interface MidjourneyProxyOptions {
  /** The secret that callers send in mj-api-secret; when it is empty, the header is ignored. */
  readonly secret?: string;
  /** `original` is the open proxy (type 2); `plus` has buttons and all routes of type 5. Default `plus`. */
  readonly build?: 'original' | 'plus';
  /** True when the mode prefixes exist; by default in the Plus build only. */
  readonly knowsModes?: boolean;
  readonly port?: number;
}

/** The response to the next submit; absent fields have their usual values. */
export interface NextSubmit {
  /** The submit code; 1, 21 and 22 make a task, unless `result` names one that exists. */
  readonly code?: number;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly result?: string;
  readonly status?: number;
  /** The stages of the task. */
  readonly script?: readonly MidjourneyStage[];
}

const ACCEPTED: ReadonlySet<number> = new Set([1, 21, 22]);
const descriptions: Readonly<Record<number, string>> = {
  1: 'submitted',
  3: 'no available account instance',
  4: 'validation error',
  9: 'system error',
  21: 'task exists',
  22: 'queued, 1 task ahead',
  23: 'queue is full, try again later',
  24: 'may contain sensitive words',
  30: 'group load is saturated, try again later',
};
const MODE_PREFIX = /^\/mj-(fast|turbo|relax)(?=\/mj\/)/;

/** A Midjourney proxy (channel types 2 and 5) over real sockets; source: its open implementation and the Plus forks. */
export class MidjourneyProxy extends TaskUpstream<MidjourneyCallKind, MidjourneyFields> {
  secret: string;
  readonly build: 'original' | 'plus';
  knowsModes: boolean;
  /** How the proxy says that a path does not exist. */
  unknownPath: 'empty' | 'html' = 'empty';
  /** True when the account asks again before variations, pans and rerolls. */
  isRemix = false;
  /** True when the second call of a window gets a task of its own. */
  modalGivesNewId = false;
  /** True when ids are bare numbers beyond 2^53, as in some builds. */
  numericIds = false;
  /** The stages of tasks that have no script of their own. */
  stagesOf: (action: string) => readonly MidjourneyStage[] = midjourneyStages;
  private readonly upcoming: NextSubmit[] = [];
  private readonly made = new Map<string, string>();
  private count = 0;

  private constructor(parts: TaskUpstreamParts, options: MidjourneyProxyOptions) {
    super(parts);
    this.secret = options.secret ?? 'mj-secret';
    this.build = options.build ?? 'plus';
    this.knowsModes = options.knowsModes ?? this.build === 'plus';
  }

  static async start(options: MidjourneyProxyOptions = {}): Promise<MidjourneyProxy> {
    return new MidjourneyProxy(await openParts(options), options);
  }

  /** Sets the responses to the next submits, in turn. */
  next(...answers: readonly NextSubmit[]): void {
    this.upcoming.push(...answers);
  }

  finish(id: string, fields: Partial<MidjourneyFields> = {}): TaskLife<MidjourneyFields> {
    return this.task(id).set({ status: 'SUCCESS', progress: '100%', ...fields });
  }

  fail(id: string, failReason: string, fields: Partial<MidjourneyFields> = {}): TaskLife<MidjourneyFields> {
    return this.task(id).set({ status: 'FAILURE', failReason, ...fields });
  }

  protected kindOf(call: MockCall, path: string): MidjourneyCallKind | null {
    if (MODE_PREFIX.test(path) && !this.knowsModes) return null;
    const route = `${call.method} ${routeOf(path).replace(/^task\/[^/]+\/(fetch|image-seed|cancel)$/, 'task/{id}/$1')}`;
    const [, submit] = /^POST (.+)$/.exec(route) ?? [];
    if (submit !== undefined && submit in this.readers) return 'submit';
    switch (route) {
      case 'GET task/{id}/fetch':
        return 'fetch';
      case 'POST task/list-by-condition':
        return 'list';
      case 'GET task/list':
      case 'GET task/queue':
        return 'overview';
      case 'POST submit/upload-discord-images':
        return this.ifPlus('upload');
      case 'GET task/{id}/image-seed':
        return this.ifPlus('seed');
      case 'POST task/{id}/cancel':
        return this.ifPlus('cancel');
      case 'POST task/list-by-ids':
        return this.ifPlus('list');
      default:
        return null;
    }
  }

  protected isPoll(kind: MidjourneyCallKind): boolean {
    return kind === 'list' || kind === 'fetch';
  }

  protected refuseStranger(call: MockCall): Behaviour | null {
    const isRight = this.secret === '' || call.headers['mj-api-secret'] === this.secret;
    return isRight ? null : json('', { status: 401 });
  }

  protected answerUnknown(): Behaviour {
    return this.unknownPath === 'html' ? htmlPage(404, 'Not Found') : json('', { status: 404 });
  }

  protected answer(kind: MidjourneyCallKind, call: MockCall, path: string): Behaviour {
    const fields = { ...fieldsOf(call), ...formFieldsOf(call) };
    const id = routeOf(path).split('/')[1] ?? '';
    switch (kind) {
      case 'submit':
        return this.submit(routeOf(path), fields, MODE_PREFIX.exec(path)?.[1]);
      case 'upload':
        return this.upload(fields);
      case 'list':
        return this.list(textsOf(fields, 'ids'));
      case 'fetch': {
        // The original responds to an unknown id with an empty body.
        const task = this.known(id)?.poll();
        return task ? this.write(this.distorted(task)) : json('');
      }
      case 'seed':
        return json(this.known(id) ? { code: 1, description: 'ok', result: '636646138' } : this.unknownTask());
      case 'cancel':
        return json(this.cancel(id));
      case 'overview':
        return this.write([...this.tasks.values()].map(task => task.fields));
    }
  }

  private get readers(): typeof plusReaders {
    return this.build === 'plus' ? plusReaders : originalReaders;
  }

  private ifPlus(kind: MidjourneyCallKind): MidjourneyCallKind | null {
    return this.build === 'plus' ? kind : null;
  }

  private list(ids: readonly string[]): Behaviour {
    this.idsPerBatch.push(ids.length);
    const tasks = ids.flatMap(id => this.known(id)?.poll() ?? []);
    return this.write(this.distorted(tasks));
  }

  /** Cancels a task. An end is final and cannot be cancelled. */
  private cancel(id: string): SubmitRefusal {
    const task = this.known(id);
    if (!task) return this.unknownTask();
    if (isEnded(task.fields)) return { code: 4, description: 'the task has ended' };
    task.set({ status: 'CANCEL' });
    return { code: 1, description: 'cancelled' };
  }

  private upload(fields: BodyFields): Behaviour {
    const images = textsOf(fields, 'base64Array');
    if (images.length === 0) return json({ code: 4, description: 'base64Array must not be empty' });
    const result = images.map((_image, index) => this.files.address(`upload-${this.newId()}-${index}.png`));
    return json({ code: 1, description: 'submitted', properties: {}, result });
  }

  private submit(route: string, fields: BodyFields, mode: string | undefined): Behaviour {
    const next = this.upcoming.shift() ?? {};
    const code = next.code ?? 1;
    if (!ACCEPTED.has(code)) return this.write(answerOf(code, next, fields), next.status);
    const submission = this.readers[route]?.(fields, id => this.known(id)?.fields, { isRemix: this.isRemix });
    if (!submission) throw new Error(`no reader for ${route}`); // kindOf let it pass
    if ('code' in submission) return this.write(submission, next.status);
    return this.accept(submission, next, { ...fields, mode });
  }

  private accept(submission: Submission, next: NextSubmit, fields: BodyFields): Behaviour {
    const before = this.known(this.made.get(submission.sameAs ?? '') ?? '')?.fields;
    if (before) return this.write({ ...answerOf(21, next, fields), result: before.id, properties: reused(before) });
    const code = next.code ?? (submission.isModal ? 21 : 1);
    const named = this.known(next.result ?? '')?.fields;
    if (named) return this.write({ properties: reused(named), ...answerOf(code, next, fields) }, next.status);
    const id = this.place(submission, next, fields);
    const window = submission.isModal === true && next.code === undefined;
    return this.write(
      {
        ...answerOf(code, next, fields),
        ...(window && { description: 'waiting for window confirm', properties: windowOf(submission) }),
        result: id,
      },
      next.status,
    );
  }

  /** Stores the task of a submission. @returns its id */
  private place(submission: Submission, next: NextSubmit, fields: BodyFields): string {
    const { action, prompt, description, customId, maskBase64 } = submission;
    const usual = submission.isModal ? [{ status: 'MODAL', progress: '0%' }] : this.stagesOf(action);
    const stages = next.script ?? usual;
    const going = this.tasks.get(submission.continues ?? '');
    if (going && !this.modalGivesNewId) {
      const [first = {}, ...rest] = stages;
      going.script([{ prompt, promptEn: prompt, ...(maskBase64 && { maskBase64 }), ...first }, ...rest]);
      return going.fields.id;
    }
    const id = next.result ?? this.newId();
    const task = newMidjourneyTask(id, {
      action,
      prompt,
      description,
      state: textOf(fields, 'state'),
      ...(this.build === 'plus' && { botType: textOf(fields, 'botType') || 'MID_JOURNEY', buttons: [] }),
      ...(customId !== undefined && { customId }),
      ...(maskBase64 !== undefined && { maskBase64 }),
      ...(textOf(fields, 'mode') !== '' && { mode: textOf(fields, 'mode').toUpperCase() }),
    });
    const look = { filesUrl: this.files.url, hasButtons: this.build === 'plus' };
    const arrange = (now: MidjourneyFields, stage: Partial<MidjourneyFields>): MidjourneyFields =>
      arrangeMidjourneyTask(now, stage, look);
    this.create(id, task, { stages, arrange, hook: textOf(fields, 'notifyHook') });
    if (submission.sameAs !== undefined) this.made.set(submission.sameAs, id);
    return id;
  }

  private unknownTask(): SubmitRefusal {
    return { code: 3, description: 'task not found' };
  }

  /**
   * A new id: milliseconds and three digits as in the original; six digits where ids are numbers, which makes them
   * exceed 2^53.
   */
  private newId(): string {
    this.count += 1;
    const digits = this.numericIds ? 6 : 3;
    return `${Date.now()}${String(this.count % 10 ** digits).padStart(digits, '0')}`;
  }

  private write(body: unknown, status = 200): Behaviour {
    const answer = this.numericIds ? withBareNumbers(body, ['id', 'result']) : json(body);
    return { ...answer, status };
  }
}

/** The part of the path behind the mode and /mj/. */
function routeOf(path: string): string {
  return path.replace(MODE_PREFIX, '').replace(/^\/mj\//, '');
}

function answerOf(code: number, next: NextSubmit, fields: BodyFields): Record<string, unknown> {
  return {
    code,
    description: next.description ?? descriptions[code] ?? `code ${code}`,
    ...(next.result === undefined && { properties: propertiesOf(code, fields) }),
    ...(next.properties && { properties: next.properties }),
    ...(next.result !== undefined && { result: next.result }),
  };
}

function propertiesOf(code: number, fields: BodyFields): Readonly<Record<string, unknown>> {
  switch (code) {
    case 22:
      return { numberOfQueues: 1, discordInstanceId: MIDJOURNEY_INSTANCE };
    case 23:
      return { discordInstanceId: MIDJOURNEY_INSTANCE };
    case 24:
      return { promptEn: textOf(fields, 'prompt'), bannedWord: textOf(fields, 'prompt').split(' ').at(-1) ?? '' };
    default:
      return {};
  }
}

function reused(task: MidjourneyFields): Readonly<Record<string, unknown>> {
  return {
    status: task.status,
    imageUrl: task.imageUrl,
  };
}

function windowOf(submission: Submission): Readonly<Record<string, unknown>> {
  return {
    finalPrompt: submission.prompt ?? '',
    remix: true,
  };
}
