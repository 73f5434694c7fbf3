import { songModels } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type TaskRow } from '../engine/task-platform';
import { TaskRounds } from '../engine/task-rounds';
import { TaskSubmission } from '../engine/task-submission';
import { TaskStore } from '../engine/task.store';
import { type TaskCall, type TaskResponse, type TaskRoutes } from '../http/task-router';
import { fieldsOf, listIn, refuse, textIn } from '../shared/fields';
import { refuseAsTask } from '../shared/refusal-shapes';
import { ResultOwners } from '../shared/result-owners';
import { toProperties } from '../shared/stored';
import { replyOf, type SubmissionResult } from '../shared/submission-result';
import { readSongRequest, type SongAction, type SongRequest } from './suno-request';
import { songView } from './suno-view';
import { SUNO_CHANNEL_TYPE, SunoPlatform } from './suno.platform';

const IDS_MAX = 200;
/** Default prices in currency units, where the operator has set none; joining songs has no default price. */
const DEFAULT_PRICES: Readonly<Record<SongAction, number | null>> = { MUSIC: 0.1, LYRICS: 0.01, CONCAT: null };

/** The routes of song proxies, served from the gateway's own record. */
@Injectable()
export class SunoRoutes {
  constructor(
    private readonly suno: SunoPlatform,
    private readonly submission: TaskSubmission,
    private readonly store: TaskStore,
    private readonly rounds: TaskRounds,
    private readonly results: ResultOwners,
  ) {}

  get routes(): TaskRoutes {
    return {
      keyed: [
        { method: 'POST', path: '/suno/submit/:action', isCounted: true, handle: call => this.submit(call) },
        { method: 'POST', path: '/suno/fetch', isCounted: false, handle: call => this.fetchSeveral(call) },
        { method: 'GET', path: '/suno/fetch/:id', isCounted: false, handle: call => this.fetchOne(call) },
      ],
      open: [],
      refuse: refuseAsTask,
    };
  }

  private async submit({ caller, request, params, body }: TaskCall): Promise<TaskResponse> {
    const order = readSongRequest(params.action ?? '', fieldsOf(body));
    const model = songModels[order.action];
    const { outcome } = await this.submission.submit<SubmissionResult>({
      caller,
      request,
      platform: 'suno',
      action: order.action,
      models: [model],
      prices: [{ model, factor: 1 }],
      defaultPrice: DEFAULT_PRICES[order.action],
      accepts: channel => channel.type === SUNO_CHANNEL_TYPE,
      parent: await this.parentOf(caller.userId, order),
      properties: toProperties(order.body),
      hookUrl: order.hookUrl || null,
      send: attempt => this.suno.submit(attempt, order),
    });
    return replyOf(outcome.answer);
  }

  /** A song can be continued only by the account that made it. */
  private async parentOf(userId: number, { parentId, clipId }: SongRequest): Promise<TaskRow | null> {
    if (parentId === '' && clipId === '') return null;
    const parent =
      parentId === ''
        ? await this.results.taskOf(userId, 'suno', clipId)
        : await this.store.newestOf(userId, ['suno'], parentId);
    if (!parent) throw new AppError('TASK_NOT_FOUND');
    return parent;
  }

  private async fetchOne({ caller, params }: TaskCall): Promise<TaskResponse> {
    const row = await this.store.newestOf(caller.userId, ['suno'], params.id ?? '');
    if (!row) throw new AppError('TASK_NOT_FOUND');
    const [now = row] = await this.rounds.lookAgain([row]);
    return success(songView(now));
  }

  /** Unknown ids and ids of other users' tasks are left out. */
  private async fetchSeveral({ caller, body }: TaskCall): Promise<TaskResponse> {
    const fields = fieldsOf(body);
    const ids = listIn(fields, 'ids').filter(id => typeof id === 'string' || typeof id === 'number');
    if (ids.length > IDS_MAX) refuse(`at most ${IDS_MAX} ids can be fetched at once`);
    const rows = await this.store.allOf(caller.userId, ['suno'], ids.map(String));
    const action = textIn(fields, 'action').toUpperCase();
    const wanted = action === '' ? rows : rows.filter(row => row.action === action);
    return success((await this.rounds.lookAgain(wanted)).map(songView));
  }
}

function success(data: unknown): TaskResponse {
  return { body: { code: 'success', message: '', data } };
}
