import { type LogSaying } from '@contracts';
import { type EntityManager } from 'typeorm';
import { type Actor } from '../http/caller';

/** An administrative change of settings, money or rights, in words and as values. Never contains a secret. */
export interface ManagementEntry {
  /** Whose log shows the row: the account that was changed, or the actor's own where no account was. */
  readonly userId: number;
  readonly username: string;
  /** The sentence of the row; its owner reads it too. */
  readonly said: LogSaying;
  /** Who did it; without an address where the server did. */
  readonly actor: Pick<Actor, 'id' | 'username'> & Partial<Pick<Actor, 'clientIp'>>;
  /** What was changed, for example `user 7`, `channel 12`, `option Notice`. */
  readonly target: string;
  /** Values before and after, by field; only those that changed, secrets as `set`, `changed` or `cleared`. Long texts are clipped. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** Why, in the words of the actor; for administrators only. */
  readonly reason?: string;
  /** Source id of the ledger movement that was booked with the change. */
  readonly movement?: string;
}

/**
 * Where administrative changes are written down, in the same unit of work as the change itself. Provided by log; a port
 * turned round, because the settings and the log are neighbours and neither may import the other.
 */
export abstract class ManagementLog {
  abstract record(manager: EntityManager, entry: ManagementEntry): Promise<void>;
}
