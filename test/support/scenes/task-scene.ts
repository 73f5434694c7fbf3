import { type LogEntry, type Page } from '@contracts';
import { type CatalogChannel } from '@channel';
import { Database } from '@platform';
import { type AcceptedSubmit, type RefusedSubmit, type SubmitOutcome, type TaskReport } from '@providers';
import {
  PollFailure,
  TaskEntity,
  TaskPlatforms,
  TaskSubmission,
  type SubmitRequest,
  type SubmitResult,
  type TaskPlatformPort,
  type TaskRow,
} from '@task';
import { TokenGate, type ApiCaller } from '@token';
import { type TestClient } from '../clients/client';
import { must } from '../clients/factories';
import { type TestApp } from '../servers/test-app';

/** A platform whose upstream lives in this process, so that a test decides all its responses. */
export class ScriptedPlatform implements TaskPlatformPort {
  readonly id = 'suno';
  readonly noun = 'song';
  limitMs = 3_600_000;
  pollEveryMs = 15_000;
  batchMax = 100;
  /** The upstream's reports on tasks by their ids; a task without a report is missing from the response. */
  readonly reports = new Map<string, TaskReport>();
  /** The ids of each poll, oldest first. */
  readonly polls: { readonly channel: CatalogChannel; readonly ids: readonly string[] }[] = [];
  /** Called with each poll before the response; may wait or throw. */
  onPoll: () => Promise<void> | void = () => undefined;

  async poll(channel: CatalogChannel, tasks: readonly TaskRow[]): Promise<ReadonlyMap<number, TaskReport>> {
    this.polls.push({ channel, ids: tasks.map(task => task.taskId) });
    await this.onPoll();
    const found = new Map<number, TaskReport>();
    for (const task of tasks) {
      const report = this.reports.get(task.taskId);
      if (report) found.set(task.id, report);
    }
    return found;
  }

  readCallback(body: unknown): TaskReport | null {
    return (body as { report?: TaskReport } | undefined)?.report ?? null;
  }

  hookBody(task: TaskRow): unknown {
    return { task_id: task.taskId, status: task.status };
  }

  fail(): never {
    throw new PollFailure('silence');
  }
}

export function accepted(upstreamId: string, more: Partial<AcceptedSubmit<string>> = {}): AcceptedSubmit<string> {
  return {
    kind: 'accepted',
    answer: upstreamId,
    upstreamId,
    report: { status: 'SUBMITTED' },
    ...more,
  };
}

export function refusedBy(more: Partial<RefusedSubmit<string>> = {}): RefusedSubmit<string> {
  return {
    kind: 'refused',
    answer: 'no',
    reason: 'the upstream said no',
    mayRetry: false,
    failureKind: 'badRequest',
    ...more,
  };
}

let requests = 0;

/** A user with a key and money, a channel, and the task engine. */
class TaskScene {
  constructor(
    readonly app: TestApp,
    readonly platform: ScriptedPlatform,
    readonly owner: TestClient,
    readonly caller: ApiCaller,
    readonly channelId: number,
    readonly tokenId: number,
  ) {}

  get userId(): number {
    return this.caller.userId;
  }

  submit(
    send: SubmitRequest<string>['send'] | SubmitOutcome<string>,
    more: Partial<SubmitRequest<string>> = {},
  ): Promise<SubmitResult<string>> {
    return this.app.nest.get(TaskSubmission).submit({
      caller: this.caller,
      request: {
        id: `task-request-${++requests}-${Date.now()}`,
        ip: '127.0.0.1',
        path: '/suno',
        startedAt: performance.now(),
      },
      platform: 'suno',
      action: 'MUSIC',
      models: ['suno_music'],
      prices: [{ model: 'suno_music', factor: 1 }],
      defaultPrice: 0.1,
      accepts: channel => channel.type === 36,
      parent: null,
      properties: { prompt: 'a song' },
      hookUrl: null,
      send: typeof send === 'function' ? send : () => Promise.resolve(send),
      ...more,
    });
  }

  rows(): Promise<TaskEntity[]> {
    return this.app.nest.get(Database).read.find(TaskEntity, { where: { userId: this.userId }, order: { id: 'ASC' } });
  }

  async row(id: number | undefined): Promise<TaskEntity> {
    const found = (await this.rows()).find(row => row.id === id);
    if (!found) throw new Error(`task ${id} is not there`);
    return found;
  }

  /** Writes values into rows that otherwise only time would change. */
  async age(change: Partial<Pick<TaskEntity, 'submitTimeMs' | 'dueAtMs' | 'askedAtMs' | 'requestId'>>): Promise<void> {
    await this.app.nest.get(Database).writer.getRepository(TaskEntity).update({ userId: this.userId }, change);
  }

  balance(): Promise<{ quota: number; used_quota: number; request_count: number }> {
    return must(this.owner.get('/api/user/self'));
  }

  async tokenLeft(): Promise<{ remain_quota: number; used_quota: number }> {
    return must(this.owner.get(`/api/token/${this.tokenId}`));
  }

  async logs(type: number): Promise<readonly LogEntry[]> {
    return (await must(this.owner.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=100&type=${type}`))).items;
  }
}

export { type TaskScene };

export async function startTaskScene(app: TestApp, quota = 10_000_000): Promise<TaskScene> {
  const platform = new ScriptedPlatform();
  app.nest.get(TaskPlatforms).register(platform);
  const channelId = await app.make.channel({ type: 36, models: 'suno_music', base_url: 'http://127.0.0.1:9' });
  const owner = await app.make.signedIn({ quota });
  const token = await app.make.token(owner, { unlimited_quota: false, remain_quota: quota });
  const caller = await app.nest.get(TokenGate).admit(token.secret, '127.0.0.1', { isCounted: false });
  return new TaskScene(app, platform, owner, caller, channelId, token.id);
}
