import { type DroppedFields } from '../canonical/dropped-fields';
import { type OpenAiDialect } from './dialect';

/** The arguments that every function needs which writes blocks of a call. */
export interface WriteContext {
  readonly dropped: DroppedFields;
  readonly dialect: OpenAiDialect;
}
