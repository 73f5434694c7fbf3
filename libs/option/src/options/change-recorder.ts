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
  /** What `lastOf` gave in this unit of work. */
  readonly last: number;
  /** The way by which the change was made; `option` for a single saved option. */
  readonly origin: string;
}

/**
 * Writes something about each change of some options in the unit of work of the change itself. It numbers the changes
 * without gaps: when another unit has taken the next number, the violation of the unique key makes this one be repeated
 * with what is stored by then, so that no change is lost.
 */
export interface ChangeRecorder {
  readonly keys: readonly OptionKey[];
  /** The number of the last change; read before the options are, or a change between both would go unseen. */
  lastOf(manager: EntityManager): Promise<number>;
  record(manager: EntityManager, change: RecordedChange): Promise<void>;
}
