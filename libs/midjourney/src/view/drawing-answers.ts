import { type JsonObject } from '@kernel';
import { type ClientImageTask } from './midjourney-views';

/** What a Midjourney proxy says of an accepted submission, or of a question that it is handed. */
export interface DrawingAnswer extends JsonObject {
  readonly code: number;
  readonly description?: unknown;
  /** The id of the task, a seed, or the addresses of what was uploaded. */
  readonly result?: unknown;
}

/**
 * What the routes of drawings answer where they succeed, by method and path without a mode; `config/openapi` reads it at
 * the build.
 */
export interface DrawingAnswers {
  readonly 'POST /mj/submit': DrawingAnswer;
  readonly 'POST /mj/insight-face': DrawingAnswer;
  readonly 'GET /mj/task/:id/fetch': ClientImageTask;
  readonly 'GET /mj/task/:id/image-seed': DrawingAnswer;
  readonly 'POST /mj/task/:id/cancel': DrawingAnswer;
  readonly 'POST /mj/task/list-by-condition': readonly ClientImageTask[];
}
