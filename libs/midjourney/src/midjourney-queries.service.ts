import { type CatalogChannel } from '@channel';
import { AppError, isJsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import {
  isAnswer,
  TaskChannels,
  TaskRounds,
  TaskStore,
  type NoAnswer,
  type TaskAnswer,
  type TaskCall,
  type TaskReply,
  type TaskRow,
} from '@task';
import { MidjourneyUpstream } from './midjourney-upstream';
import { asWritten, findJsonIn } from './read-json';
import { readMidjourneyBody } from './submit/submit-body';
import { MidjourneyViews } from './view/midjourney-views';

const IDS_MAX = 1000;

/** What callers ask about their own drawings. What the gateway's record can tell is answered from it, after it was renewed. */
@Injectable()
export class MidjourneyQueries {
  constructor(
    private readonly store: TaskStore,
    private readonly rounds: TaskRounds,
    private readonly channels: TaskChannels,
    private readonly upstream: MidjourneyUpstream,
    private readonly views: MidjourneyViews,
  ) {}

  async fetch(call: TaskCall): Promise<TaskReply> {
    const row = await this.ownRow(call, call.params.id ?? '');
    const [fresh = row] = await this.rounds.lookAgain([row]);
    return { body: this.views.toClient(fresh) };
  }

  /** Ids of others and of nothing are left out. */
  async list({ caller, body }: TaskCall): Promise<TaskReply> {
    const ids = idsIn(readMidjourneyBody(body).ids);
    if (ids.length > IDS_MAX) throw new AppError('DRAWING_BODY');
    const rows = await this.store.allOf(caller.userId, ['mj'], ids);
    // Two upstreams may use the same id; as everywhere, the newest is meant.
    const newest = new Map(rows.map(row => [row.taskId, row]));
    const fresh = await this.rounds.lookAgain(ids.flatMap(id => newest.get(id) ?? []));
    return { body: fresh.map(row => this.views.toClient(row)) };
  }

  async seed(call: TaskCall): Promise<TaskReply> {
    const row = await this.ownRow(call, call.params.id ?? '');
    return this.forward(row, channel => this.upstream.seed(channel, row.taskId));
  }

  /**
   * The upstream is told to stop. Its answer ends nothing: what it says of the task itself does, and it is asked for that
   * at once, so that an image which was finished in the same moment is not paid back.
   *
   * @throws AppError DRAWING_ENDED without asking anybody
   */
  async cancel(call: TaskCall): Promise<TaskReply> {
    const row = await this.ownRow(call, call.params.id ?? '');
    if (!row.isOpen) throw new AppError('DRAWING_ENDED');
    const reply = await this.forward(row, channel => this.upstream.cancel(channel, row.taskId));
    await this.rounds.lookNow([row]);
    return reply;
  }

  /** What the body says is not believed: it only names a task about which its own upstream is asked. */
  async notify({ caller, body }: TaskCall): Promise<TaskReply> {
    const row = await this.store.newestOf(caller.userId, ['mj'], asWritten(readMidjourneyBody(body).id));
    if (row) await this.rounds.lookAgain([row]);
    return { body: undefined };
  }

  /**
   * Passes a question on to where the drawing was ordered, and the answer back.
   *
   * @throws AppError TASK_CHANNEL, TASK_CHANNEL_DISABLED, DRAWING_UPSTREAM, DRAWING_EMPTY, DRAWING_UNREADABLE
   */
  private async forward(
    row: TaskRow,
    ask: (channel: CatalogChannel) => Promise<TaskAnswer | NoAnswer>,
  ): Promise<TaskReply> {
    const answer = await ask(this.channels.usableOf(row));
    if (!isAnswer(answer) || answer.status === 401) throw new AppError('DRAWING_UPSTREAM');
    const body = findJsonIn(answer.text);
    if (!isJsonObject(body)) throw new AppError(answer.text.trim() === '' ? 'DRAWING_EMPTY' : 'DRAWING_UNREADABLE');
    return { status: answer.status < 500 ? answer.status : 400, body: this.views.toResponse(body, row) };
  }

  /** @throws AppError DRAWING_FETCH_NOT_FOUND */
  private async ownRow({ caller }: TaskCall, taskId: string): Promise<TaskRow> {
    const row = await this.store.newestOf(caller.userId, ['mj'], taskId);
    if (!row) throw new AppError('DRAWING_FETCH_NOT_FOUND');
    return row;
  }
}

/** Ids in a list, also when a client wrote them as numbers. */
function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.map(asWritten))].filter(id => id !== '') : [];
}
