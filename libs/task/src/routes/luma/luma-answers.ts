import { type LumaTask } from './luma-view';

/**
 * What these routes answer where they succeed, by method and path; `config/openapi` reads it at the build. What a provider
 * writes takes further fields.
 */
export interface LumaAnswers {
  readonly 'POST /luma/dream-machine/v1/generations': LumaTask;
  readonly 'POST /luma/dream-machine/v1/generations/video': LumaTask;
  readonly 'POST /luma/dream-machine/v1/generations/image': LumaTask;
  readonly 'GET /luma/dream-machine/v1/generations/:id': LumaTask;
  readonly 'POST /luma/generations': LumaTask;
  readonly 'POST /luma/generations/:id/extend': LumaTask;
  readonly 'GET /luma/generations/:id': LumaTask;
  readonly 'GET /luma/generations/:id/download_video_url': { readonly url: string };
  readonly 'POST /luma/tasks': readonly LumaTask[];
}
