import { Injectable } from '@nestjs/common';
import { type FastifyInstance } from 'fastify';
import { TaskRouter } from './http/task-router';
import { KlingRoutes } from './routes/kling/kling.routes';
import { LumaRoutes } from './routes/luma/luma.routes';
import { OpenAiVideoRoutes } from './routes/openai-video/openai-video.routes';
import { RunwayRoutes } from './routes/runway/runway.routes';
import { SunoRoutes } from './routes/suno/suno.routes';

/** All routes for songs and videos; each family has its own error format. */
@Injectable()
export class MediaRoutes {
  constructor(
    private readonly router: TaskRouter,
    private readonly suno: SunoRoutes,
    private readonly kling: KlingRoutes,
    private readonly luma: LumaRoutes,
    private readonly runway: RunwayRoutes,
    private readonly openai: OpenAiVideoRoutes,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    for (const { routes } of [this.suno, this.kling, this.luma, this.runway, this.openai]) {
      await this.router.register(fastify, routes);
    }
  }
}
