import { type NeutralVideo, type VideoObject } from './video-view';

/** A page of videos in the format of OpenAI's API. */
export interface VideoPage {
  readonly object: 'list';
  readonly data: readonly VideoObject[];
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly has_more: boolean;
}

export interface DeletedVideo {
  readonly id: string;
  readonly object: 'video.deleted';
  readonly deleted: true;
}

/**
 * What these routes answer where they succeed, by method and path; `config/openapi` reads it at the build. What a provider
 * writes takes further fields.
 */
export interface VideoAnswers {
  readonly 'POST /v1/videos': VideoObject;
  readonly 'GET /v1/videos': VideoPage;
  readonly 'GET /v1/videos/:id': VideoObject;
  readonly 'DELETE /v1/videos/:id': DeletedVideo;
  readonly 'POST /v1/videos/:id/remix': VideoObject;
  readonly 'POST /v1/video/generations': NeutralVideo;
  readonly 'GET /v1/video/generations/:id': NeutralVideo;
}
