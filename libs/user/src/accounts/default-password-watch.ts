import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Role } from '@contracts';
import { FreshRun } from '@kernel';
import { SiteFacts } from '@option';
import { ChangeNotices, Logger } from '@platform';
import { passwordFits } from '../store/password';
import { DEFAULT_ROOT_PASSWORD } from './root-account';
import { UserStore } from '../store/user.store';

/**
 * Keeps the site's warning about the well-known password up to date. The passwords are checked when the server starts
 * and whenever a super administrator's account changes, because each check costs a password hash.
 */
@Injectable()
export class DefaultPasswordWatch implements OnApplicationBootstrap {
  private readonly freshRun = new FreshRun(() => this.look());
  /** The hashes of the last check by account; nothing is checked while they stay the same. */
  private seen: ReadonlyMap<number, string> = new Map();

  constructor(
    private readonly users: UserStore,
    private readonly facts: SiteFacts,
    private readonly logger: Logger,
    notices: ChangeNotices,
  ) {
    notices.subscribe('user', id => {
      if (id === null || this.seen.has(Number(id))) this.refreshInBackground();
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.refresh();
  }

  /** Checks again when a hash changed. It also runs as a job, in case a notice was lost. */
  refresh(): Promise<void> {
    return this.freshRun.run();
  }

  private refreshInBackground(): void {
    this.refresh().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the default password could not be looked for');
    });
  }

  private async look(): Promise<void> {
    const hashes = await this.users.passwordHashesOf(Role.Root);
    const isSame = hashes.size === this.seen.size && [...hashes].every(([id, hash]) => this.seen.get(id) === hash);
    if (isSame) return;
    let isDefault = false;
    for (const hash of hashes.values()) isDefault ||= await passwordFits(hash, DEFAULT_ROOT_PASSWORD);
    this.facts.reportDefaultPassword(isDefault);
    this.seen = hashes;
  }
}
