import { type CatalogChannel } from '@channel';
import { AppError, isJsonObject } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type TaskUpstreamResponse } from '@providers';
import {
  isResponse,
  TaskChannels,
  TaskRounds,
  TaskStore,
  type NoResponse,
  type TaskCall,
  type TaskResponse,
  type TaskRow,
} from '@task';
import { MidjourneyUpstream } from './midjourney-upstream';
import { asWritten, findJsonIn } from './task/read-json';
import { readMidjourneyBody } from './task/submit-body';
import { type DrawingAnswers } from './view/drawing-answers';
import { MidjourneyViews } from './view/midjourney-views';

const IDS_MAX = 1000;

/**
 * Reads and cancels the caller's own image tasks. Task objects come from the gateway's record, which is refreshed
 * first.
 */
@Injectable()
export class MidjourneyQueries {
  constructor(
    private readonly store: TaskStore,
    private readonly rounds: TaskRounds,
    private readonly channels: TaskChannels,
    private readonly upstream: MidjourneyUpstream,
    private readonly views: MidjourneyViews,
  ) {}

  async fetch(call: TaskCall): Promise<TaskResponse<DrawingAnswers['GET /mj/task/:id/fetch']>> {
    const row = await this.ownRow(call, call.params.id ?? '');
    const [fresh = row] = await this.rounds.lookAgain([row]);
    return { body: this.views.toClient(fresh) };
  }

  /** Ids of other users' tasks and unknown ids are left out of the response. */
  async list({ caller, body }: TaskCall): Promise<TaskResponse<DrawingAnswers['POST /mj/task/list-by-condition']>> {
    const ids = idsIn(readMidjourneyBody(body).ids);
    if (ids.length > IDS_MAX) throw new AppError('DRAWING_BODY');
    const rows = await this.store.allOf(caller.userId, ['mj'], ids);
    // Two upstreams may use the same id. The newest task wins, as in every other lookup by id.
    const newest = new Map(rows.map(row => [row.taskId, row]));
    const fresh = await this.rounds.lookAgain(ids.flatMap(id => newest.get(id) ?? []));
    return { body: fresh.map(row => this.views.toClient(row)) };
  }

  async seed(call: TaskCall): Promise<TaskResponse> {
    const row = await this.ownRow(call, call.params.id ?? '');
    return this.forward(row, channel => this.upstream.seed(channel, row.taskId));
  }

  /**
   * Sends the cancellation to the upstream. Its response does not end the task. The task is polled right afterwards and
   * ends by its polled state, so that an image that finished at the same moment is not refunded.
   *
   * @throws AppError DRAWING_ENDED for a finished task, without a request to the upstream
   */
  async cancel(call: TaskCall): Promise<TaskResponse> {
    const row = await this.ownRow(call, call.params.id ?? '');
    if (!row.isOpen) throw new AppError('DRAWING_ENDED');
    const reply = await this.forward(row, channel => this.upstream.cancel(channel, row.taskId));
    await this.rounds.lookNow([row]);
    return reply;
  }

  /** The body is not trusted: only its task id is used, and the task's own upstream is polled for the state. */
  async notify({ caller, body }: TaskCall): Promise<TaskResponse> {
    const row = await this.store.newestOf(caller.userId, ['mj'], asWritten(readMidjourneyBody(body).id));
    if (row) await this.rounds.lookAgain([row]);
    return { body: undefined };
  }

  /**
   * Forwards a request to the channel that the task was submitted to, and returns its response.
   *
   * @throws AppError TASK_CHANNEL, TASK_CHANNEL_DISABLED, DRAWING_UPSTREAM, DRAWING_EMPTY, DRAWING_UNREADABLE
   */
  private async forward(
    row: TaskRow,
    ask: (channel: CatalogChannel) => Promise<TaskUpstreamResponse | NoResponse>,
  ): Promise<TaskResponse> {
    const answer = await ask(this.channels.usableOf(row));
    if (!isResponse(answer) || answer.status === 401) throw new AppError('DRAWING_UPSTREAM');
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

/** The distinct ids in a list, including ids that a client wrote as numbers. */
function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? [...new Set(value.map(asWritten))].filter(id => id !== '') : [];
}
