import { Injectable } from '@nestjs/common';
import { UserStatus } from '@contracts';
import { UnitOfWork } from '@platform';
import { hashPassword, isOutdatedHash, passwordFits } from '../store/password';
import { type UserRecord } from '../store/user-record';
import { UserStore } from '../store/user.store';

/** Checks names and passwords. Hashes never leave this module. */
@Injectable()
export class Credentials {
  constructor(
    private readonly users: UserStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Finds the active account that this name or address and password open; null in every other case, after the same
   * work. A hash that was made with older parameters is replaced as well.
   */
  async check(login: string, password: string): Promise<UserRecord | null> {
    const user = await this.users.findForLogin(login);
    const fits = await passwordFits(user?.passwordHash ?? null, password);
    if (!user || !fits || user.status !== UserStatus.Enabled) return null;
    if (user.passwordHash !== null && isOutdatedHash(user.passwordHash)) {
      await this.renewHash(user.id, user.passwordHash, password);
    }
    return user;
  }

  private async renewHash(id: number, oldHash: string, password: string): Promise<void> {
    const newHash = await hashPassword(password);
    await this.unitOfWork.run(manager => this.users.replaceHash(manager, id, oldHash, newHash));
  }
}
