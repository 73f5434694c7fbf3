import { type DroppedFields } from '../canonical/dropped-fields';
import { type OpenAiDialect } from './dialect';

/** What writing needs besides the blocks. */
export interface WriteContext {
  readonly dropped: DroppedFields;
  readonly dialect: OpenAiDialect;
}
