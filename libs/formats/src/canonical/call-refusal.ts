import { AppError } from '@kernel';

/** The machine-readable facts of a refusal, in addition to its sentence. */
interface RefusalFacts {
  readonly code?: string;
  /** The field that the refusal is about. */
  readonly param?: string;
  /** Read by clients of the Messages format under `error.details`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * This provider cannot serve the call, whichever caller sends it: audio for a model that cannot hear, a stored file of
 * another provider. Another channel may serve it, so the relay tries the next one; when none is left the caller gets
 * the sentence with status 400.
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
