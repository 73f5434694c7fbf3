import { type LogSaying } from '@contracts';
import { type EntityManager } from 'typeorm';
import { type Actor } from '../http/caller';

/** An administrative change of settings, money or rights, as a sentence and as values. Never contains a secret. */
export interface ManagementEntry {
  /** The user whose log shows the row: the account that was changed, or the actor where none was. */
  readonly userId: number;
  readonly username: string;
  /** The sentence of the row; the user whose log shows it can read it too. */
  readonly said: LogSaying;
  /** The actor; without an address when the server made the change. */
  readonly actor: Pick<Actor, 'id' | 'username'> & Partial<Pick<Actor, 'clientIp'>>;
  /** What was changed, for example `user 7`, `channel 12`, `option Notice`. */
  readonly target: string;
  /** Values before and after, by field; only those that changed, secrets as `set`, `changed` or `cleared`. Long texts are clipped. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** The reason that the actor gave; for administrators only. */
  readonly reason?: string;
  /** Source id of the ledger movement that was booked with the change. */
  readonly movement?: string;
}

/** The actor of changes that the server makes by itself. */
export const SERVER_ACTOR = { id: 0, username: 'Sluice' } as const;

/**
 * Records administrative changes, in the unit of work of the change itself. Provided by log; the port is declared here,
 * because option and log are on the same floor and neither may import the other.
 */
export abstract class ManagementLog {
  abstract record(manager: EntityManager, entry: ManagementEntry): Promise<void>;
}
