import { AppError } from '@kernel';

/** What a refusal tells programs besides its sentence. */
export interface RefusalFacts {
  readonly code?: string;
  /** The field that it is about. */
  readonly param?: string;
  /** What clients of the Messages format read under `error.details`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * This provider cannot serve the call, whoever asks: audio for a model that cannot hear, a stored file of another provider.
 * Another channel may, so the relay goes on; when none is left the caller hears the sentence as a 400.
 */
export class CallRefusal extends AppError {
  /** @param detail a sentence for the caller that names the field, e.g. `audio input is not supported by this model` */
  constructor(
    readonly detail: string,
    readonly facts: RefusalFacts = {},
  ) {
    super('RELAY_TEXT_INVALID', { params: { detail } });
  }
}
