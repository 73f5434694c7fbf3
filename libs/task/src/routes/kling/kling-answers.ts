import { type JsonObject } from '@kernel';
import { type KlingAnswer } from './kling-view';

/** What Kling says of an accepted submission. */
export interface KlingAccepted extends JsonObject {
  readonly code: number;
  readonly data: { readonly task_id: string; readonly [field: string]: unknown };
}

/**
 * What these routes answer where they succeed, by method and path; `config/openapi` reads it at the build. What a provider
 * writes takes further fields.
 */
export interface KlingAnswers {
  readonly 'POST /kling/v1/videos/:class': KlingAccepted;
  readonly 'GET /kling/v1/videos/:class/:id': KlingAnswer;
  readonly 'POST /kling/v1/images/generations': KlingAccepted;
  readonly 'GET /kling/v1/images/generations/:id': KlingAnswer;
}
