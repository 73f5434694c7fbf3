import type { EntityManager } from 'typeorm';

/** An administrative change of settings, money or rights, in words. Never contains a secret. */
export interface ManagementEntry {
  readonly userId: number;
  readonly username: string;
  readonly content: string;
  readonly clientIp?: string;
}

/**
 * Where administrative changes are written down, in the same unit of work as the change itself. Provided by log; a port
 * turned round, because the settings and the log are neighbours and neither may import the other.
 */
export abstract class ManagementLog {
  abstract record(manager: EntityManager, entry: ManagementEntry): Promise<void>;
}
