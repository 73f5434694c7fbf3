import { type OptionKey } from '@contracts';
import { type Actor } from '@platform';
import { type EntityManager } from 'typeorm';

/** Texts of options by key. */
export type OptionTexts = Readonly<Partial<Record<OptionKey, string>>>;

/** A change as its recorder sees it: all texts of the recorder's keys, those that did not change too. */
export interface RecordedChange {
  readonly before: OptionTexts;
  readonly after: OptionTexts;
  readonly actor: Actor;
  /** The way by which the change was made; `option` for a single saved option. */
  readonly origin: string;
}

/**
 * Writes something about each change of some options in the unit of work of the change itself. It may fail with the
 * violation of a unique key when another node was faster; the unit is then repeated.
 */
export interface ChangeRecorder {
  readonly keys: readonly OptionKey[];
  record(manager: EntityManager, change: RecordedChange): Promise<void>;
}
