import { type Behaviour } from '../call/behaviour';
import { type MockCall } from '../call/mock-call';
import { type MockUpstream, type MockUpstreamOptions, createMockUpstream } from '../mock-upstream';
import { FileServer } from './file-server';
import { type HookCall, postJson } from './post-json';
import { type Arrange, type Stage, TaskLife } from './task-life';

/** The servers that make up a task upstream. */
export interface TaskUpstreamParts {
  readonly mock: MockUpstream;
  readonly files: FileServer;
}

export async function openParts(options: MockUpstreamOptions = {}): Promise<TaskUpstreamParts> {
  return { mock: await createMockUpstream(options), files: await FileServer.start() };
}

/** The base of every upstream for tasks; `Kind` names the kinds of its calls. */
export abstract class TaskUpstream<Kind extends string, Fields extends object> {
  protected readonly tasks = new Map<string, TaskLife<Fields>>();
  private readonly refusals = new Queues<Kind>();
  private readonly interruptions = new Queues<Kind>();
  private readonly standing = new Map<Kind, Behaviour>();
  private readonly delaysMs = new Map<Kind, number>();
  private readonly openPolls = new Set<MockCall>();
  private readonly hooks: HookCall[] = [];
  private readonly hooksUnderWay = new Set<Promise<HookCall>>();
  private readonly hookOf = new Map<string, string>();
  private readonly closing = new AbortController();
  /** Changes the body of every response to a poll before it is sent: foreign tasks, repetitions, missing tasks. */
  distort: ((body: unknown) => unknown) | null = null;
  /** The number of ids that each batch poll named, oldest first. */
  readonly idsPerBatch: number[] = [];
  /** The largest number of polls that were open at the same time. */
  pollsAtOnceMax = 0;

  protected constructor(protected readonly parts: TaskUpstreamParts) {
    parts.mock.script(call => this.handle(call));
  }

  /** The base address for a channel, without a trailing slash. */
  get url(): string {
    return this.parts.mock.url;
  }

  /** The host of the result files. */
  get files(): FileServer {
    return this.parts.files;
  }

  /** Every call since the start, oldest first: method, path, headers, body, times. */
  get calls(): readonly MockCall[] {
    return this.parts.mock.calls;
  }

  /** Every call of the upstream to a hook that has ended, oldest first. */
  get hookCalls(): readonly HookCall[] {
    return this.hooks;
  }

  /** Ids of all tasks, oldest first. */
  get ids(): readonly string[] {
    return [...this.tasks.keys()];
  }

  callsOf(kind: Kind): readonly MockCall[] {
    return this.calls.filter(call => this.kindOf(call, this.pathOf(call)) === kind);
  }

  /** Waits until a number of calls of a kind have arrived. @throws Error after `timeoutMs` */
  async waitFor(kind: Kind, count = 1, timeoutMs = 5_000): Promise<readonly MockCall[]> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const calls = this.callsOf(kind);
      if (calls.length >= count) return calls;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new Error(`waited ${timeoutMs} ms for ${count} calls "${kind}" and saw ${calls.length}`);
      // The next call of any kind may be the missing one; the wait ends in the branch above.
      await this.parts.mock.waitForCalls(this.calls.length + 1, leftMs).catch(() => undefined);
    }
  }

  /** Finds a task. @throws Error for an id that was never given out */
  task(id: string): TaskLife<Fields> {
    const task = this.tasks.get(id);
    if (!task) throw new Error(`no task ${id}; there are ${this.ids.join(', ') || 'none'}`);
    return task;
  }

  /** Hides a task from every fetch: the upstream was restarted without storage. */
  forget(id: string): void {
    this.task(id).isKnown = false;
  }

  /** Sets the responses to the next calls of a kind, one behaviour each; these calls have no effect. */
  refuse(kind: Kind, ...behaviours: readonly Behaviour[]): void {
    this.refusals.add(kind, behaviours);
  }

  /**
   * Sets the responses to the next calls of a kind, which still do their work: as when a connection is lost after a
   * task was accepted.
   */
  interrupt(kind: Kind, ...behaviours: readonly Behaviour[]): void {
    this.interruptions.add(kind, behaviours);
  }

  /** Sets the response to all calls of a kind; null removes it. */
  always(kind: Kind, behaviour: Behaviour | null): void {
    if (behaviour) this.standing.set(kind, behaviour);
    else this.standing.delete(kind);
  }

  /** Delays all responses to a kind of calls. */
  delay(kind: Kind, delayMs: number): void {
    this.delaysMs.set(kind, delayMs);
  }

  /**
   * Calls the hook of a task now, with its fields and these changes. @throws Error when it was submitted without a hook
   */
  callNotify(id: string, lies: Partial<Fields> = {}, address = this.hookOf.get(id)): Promise<HookCall> {
    if (address === undefined) throw new Error(`task ${id} has no hook`);
    return this.callHook(address, this.hookBody({ ...this.task(id).fields, ...lies }));
  }

  /** Waits until no hook is being called. */
  async hooksSettled(): Promise<void> {
    while (this.hooksUnderWay.size > 0) await Promise.all(this.hooksUnderWay);
  }

  /** Stops all clocks and ends all connections, those to hooks included. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const task of this.tasks.values()) task.stop();
    await Promise.all([this.parts.mock.close(), this.files.close()]);
  }

  /** The kind of a call; null when the upstream has no such route. */
  protected abstract kindOf(call: MockCall, path: string): Kind | null;
  /** True for the kinds that ask for the state of tasks. */
  protected abstract isPoll(kind: Kind): boolean;
  protected abstract answer(kind: Kind, call: MockCall, path: string): Behaviour;
  protected abstract answerUnknown(call: MockCall, path: string): Behaviour;
  /** Refuses a wrong key and similar faults; null when the call may pass. */
  protected abstract refuseStranger(call: MockCall, path: string): Behaviour | null;
  /** The body that a hook gets for a task. */
  protected hookBody(fields: Fields): unknown {
    return fields;
  }

  protected create(id: string, fields: Fields, options: CreateOptions<Fields>): TaskLife<Fields> {
    const { hook, arrange, stages } = options;
    const task = new TaskLife(fields, arrange, changed => {
      if (hook) void this.callHook(hook, this.hookBody(changed));
    });
    this.tasks.set(id, task);
    if (hook) this.hookOf.set(id, hook);
    return task.script(stages);
  }

  /** Finds a task that a fetch may see. */
  protected known(id: string): TaskLife<Fields> | undefined {
    const task = this.tasks.get(id);
    return task?.isKnown === true ? task : undefined;
  }

  protected distorted(body: unknown): unknown {
    return this.distort ? this.distort(body) : body;
  }

  private callHook(address: string, body: unknown): Promise<HookCall> {
    const call = postJson(address, body, this.closing.signal);
    this.hooksUnderWay.add(call);
    return call.then(done => {
      this.hooksUnderWay.delete(call);
      this.hooks.push(done);
      return done;
    });
  }

  private handle(call: MockCall): Behaviour {
    const path = this.pathOf(call);
    const kind = this.kindOf(call, path);
    if (kind === null) return this.refuseStranger(call, path) ?? this.answerUnknown(call, path);
    if (this.isPoll(kind)) this.countPoll(call);
    const refusal = this.standing.get(kind) ?? this.refusals.take(kind) ?? this.refuseStranger(call, path);
    const answer = refusal ?? this.interrupted(kind, this.answer(kind, call, path));
    return later(answer, this.delaysMs.get(kind) ?? 0);
  }

  private interrupted(kind: Kind, answer: Behaviour): Behaviour {
    return this.interruptions.take(kind) ?? answer;
  }

  private countPoll(call: MockCall): void {
    for (const open of this.openPolls) if (open.closedAtMs !== null) this.openPolls.delete(open);
    this.openPolls.add(call);
    this.pollsAtOnceMax = Math.max(this.pollsAtOnceMax, this.openPolls.size);
  }

  private pathOf(call: MockCall): string {
    return new URL(call.path, this.url).pathname;
  }
}

export interface CreateOptions<Fields> {
  readonly stages: readonly Stage<Fields>[];
  readonly arrange?: Arrange<Fields>;
  /** An address that receives every change. */
  readonly hook?: string | undefined;
}

class Queues<Kind> {
  private readonly waiting = new Map<Kind, Behaviour[]>();

  add(kind: Kind, behaviours: readonly Behaviour[]): void {
    this.waiting.set(kind, [...(this.waiting.get(kind) ?? []), ...behaviours]);
  }

  take(kind: Kind): Behaviour | undefined {
    return this.waiting.get(kind)?.shift();
  }
}

function later(behaviour: Behaviour, extraMs: number): Behaviour {
  if (extraMs === 0 || behaviour.kind === 'stall') return behaviour;
  const ownMs = 'delayMs' in behaviour ? (behaviour.delayMs ?? 0) : 0;
  return { ...behaviour, delayMs: ownMs + extraMs } as Behaviour; // a delay fits every behaviour; see `perform`
}
