import { AppError, listIn, textIn } from '@kernel';
import { Injectable } from '@nestjs/common';
import { refuseField, suno, type SongAction } from '@providers';
import { TaskRounds } from '../../engine/task-rounds';
import { fieldsOf } from '../../http/read-fields';
import { refuseAsTask } from '../../http/refusal-shapes';
import { type TaskCall, type TaskResponse, type TaskRoutes } from '../../http/task-router';
import { type TaskRow } from '../../store/task.entity';
import { TaskStore } from '../../store/task.store';
import { ProviderSubmission } from '../../submissions/provider-submission';
import { ResultOwners } from '../../submissions/result-owners';
import { responseOf } from '../../submissions/submission-response';
import { type SongAnswer, type SunoAnswers } from './suno-answers';
import { readSongRequest, type CallersSong } from './read-song-request';
import { songView } from './suno-view';

const IDS_MAX = 200;
/** Default prices in currency units, where the operator has set none; joining songs has no default price. */
const DEFAULT_PRICES: Readonly<Record<SongAction, number | null>> = { MUSIC: 0.1, LYRICS: 0.01, CONCAT: null };

/** The routes of song proxies, served from the gateway's own record. */
@Injectable()
export class SunoRoutes {
  constructor(
    private readonly songs: ProviderSubmission,
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

  private async submit(call: TaskCall): Promise<TaskResponse> {
    const request = readSongRequest(call.params.action ?? '', fieldsOf(call.body));
    const { result } = await this.songs.submit(call, {
      provider: suno,
      request,
      parent: await this.parentOf(call.caller.userId, request),
      defaultPrice: DEFAULT_PRICES[request.action],
    });
    return responseOf(result);
  }

  /** A song can be continued only by the account that made it. */
  private async parentOf(userId: number, { parentId, clipId }: CallersSong): Promise<TaskRow | null> {
    if (parentId === '' && clipId === '') return null;
    if (parentId !== '') return this.songs.parent(userId, 'suno', parentId);
    const parent = await this.results.taskOf(userId, 'suno', clipId);
    if (!parent) throw new AppError('TASK_NOT_FOUND');
    return parent;
  }

  private async fetchOne({ caller, params }: TaskCall): Promise<TaskResponse<SunoAnswers['GET /suno/fetch/:id']>> {
    const row = await this.store.newestOf(caller.userId, ['suno'], params.id ?? '');
    if (!row) throw new AppError('TASK_NOT_FOUND');
    const [now = row] = await this.rounds.lookAgain([row]);
    return success(songView(now));
  }

  /** Unknown ids and ids of other users' tasks are left out. */
  private async fetchSeveral({ caller, body }: TaskCall): Promise<TaskResponse<SunoAnswers['POST /suno/fetch']>> {
    const fields = fieldsOf(body);
    const ids = listIn(fields, 'ids').filter(id => typeof id === 'string' || typeof id === 'number');
    if (ids.length > IDS_MAX) refuseField(`at most ${IDS_MAX} ids can be fetched at once`);
    const rows = await this.store.allOf(caller.userId, ['suno'], ids.map(String));
    const action = textIn(fields, 'action').toUpperCase();
    const wanted = action === '' ? rows : rows.filter(row => row.action === action);
    return success((await this.rounds.lookAgain(wanted)).map(songView));
  }
}

function success<Data>(data: Data): TaskResponse<SongAnswer<Data>> {
  return { body: { code: 'success', message: '', data } };
}
