import { type JsonObject } from '@kernel';
import { type RunwayFeed, type RunwayTask } from './runway-view';

/** What Runway says of an accepted submission. */
export interface RunwayAccepted extends JsonObject {
  readonly id: string;
}

export interface RunwayFeedAnswer {
  readonly code: 200;
  readonly msg: 'success';
  readonly data: RunwayFeed;
}

/**
 * What these routes answer where they succeed, by method and path; `config/openapi` reads it at the build. What a provider
 * writes takes further fields.
 */
export interface RunwayAnswers {
  readonly 'POST /runwayml/v1/:kind': RunwayAccepted;
  readonly 'GET /runwayml/v1/tasks/:id': RunwayTask;
  readonly 'POST /runway/pro/generate': JsonObject;
  readonly 'POST /runway/feed': RunwayFeedAnswer;
  readonly 'POST /runway/v1/feed': RunwayFeedAnswer;
}
