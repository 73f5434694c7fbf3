import { type JsonObject } from '@kernel';
import { type SongView } from './suno-view';

/** Songs, or what became of a submission, in the format of song proxies. */
export interface SongAnswer<Data> {
  readonly code: 'success';
  readonly message: string;
  readonly data: Data;
}

/** What a song proxy says of an accepted submission; `data` is the id of the task. */
export interface SongAccepted extends JsonObject {
  readonly code: string;
  readonly data: string;
}

/**
 * What these routes answer where they succeed, by method and path; `config/openapi` reads it at the build. What a provider
 * writes takes further fields.
 */
export interface SunoAnswers {
  readonly 'POST /suno/submit/:action': SongAccepted;
  readonly 'POST /suno/fetch': SongAnswer<readonly SongView[]>;
  readonly 'GET /suno/fetch/:id': SongAnswer<SongView>;
}
