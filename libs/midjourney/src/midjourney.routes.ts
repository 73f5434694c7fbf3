import { imageTaskModes, type ImageTaskMode } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { TaskRouter, type TaskCall, type TaskResponse, type TaskRoute } from '@task';
import { type FastifyInstance } from 'fastify';
import { MidjourneyQueries } from './midjourney-queries.service';
import { refuseMidjourney } from './submit/midjourney-refusal';
import { ImageRoutes } from './image/image.routes';
import { submitRoutes } from './task/submit-routes';
import { MidjourneySubmit } from './submit/midjourney-submit.service';

/** A path whose first segment is not a known mode; `api` is excluded, because the console's own routes are below it. */
const OTHER_MODE = '/:mode(^(?!api$).+$)/mj/*';

/** The routes of Midjourney proxies, without a mode and under each of the three modes. */
@Injectable()
export class MidjourneyRoutes {
  constructor(
    private readonly router: TaskRouter,
    private readonly submissions: MidjourneySubmit,
    private readonly queries: MidjourneyQueries,
    private readonly images: ImageRoutes,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    const keyed = [null, ...imageTaskModes].flatMap(mode => this.routesIn(mode));
    await this.router.register(fastify, { keyed: [...keyed, ...otherModes()], open: [], refuse: refuseMidjourney });
    await this.images.register(fastify, ['', ...imageTaskModes.map(mode => `/${mode}`)]);
  }

  private routesIn(mode: ImageTaskMode | null): readonly TaskRoute[] {
    const prefix = mode === null ? '/mj' : `/${mode}/mj`;
    const asking = (
      method: 'GET' | 'POST',
      path: string,
      handle: (call: TaskCall) => Promise<TaskResponse>,
    ): TaskRoute => ({ method, path: `${prefix}/${path}`, isCounted: false, handle });
    return [
      ...submitRoutes.map(route => ({
        method: 'POST' as const,
        path: `${prefix}/${route.path}`,
        isCounted: true,
        handle: (call: TaskCall) => this.submissions.submit(call, { route, mode }),
      })),
      asking('GET', 'task/:id/fetch', call => this.queries.fetch(call)),
      asking('GET', 'task/:id/image-seed', call => this.queries.seed(call)),
      asking('POST', 'task/:id/cancel', call => this.queries.cancel(call)),
      asking('POST', 'task/list-by-condition', call => this.queries.list(call)),
      asking('POST', 'notify', call => this.queries.notify(call)),
    ];
  }
}

function otherModes(): readonly TaskRoute[] {
  const handle = (): Promise<TaskResponse> => Promise.reject(new AppError('DRAWING_MODE'));
  return (['GET', 'POST'] as const).map(method => ({ method, path: OTHER_MODE, isCounted: false, handle }));
}
