import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, isUniqueViolation, Logger, UnitOfWork, type Config } from '@platform';
import { hashPassword } from '../store/password';
import { UserCreation } from './user-creation';
import { UserStore } from '../store/user.store';

/** The well-known password of a fresh installation; the site warns while a root account still has it. */
export const DEFAULT_ROOT_PASSWORD = '123456';
const ROOT_NAME = 'root';
const ROOT_QUOTA_UNITS = 100_000_000;

/** Creates the first account when there are no accounts, deleted ones included. */
@Injectable()
export class RootAccount implements OnModuleInit {
  constructor(
    private readonly users: UserStore,
    private readonly creation: UserCreation,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs as a part of the start, so that no request meets an installation without an account. */
  onModuleInit(): Promise<void> {
    return this.ensure();
  }

  /** Creates the first account unless it exists; when several nodes start together, one of them creates it. */
  async ensure(): Promise<void> {
    if (await this.users.hasAny()) return;
    const { initialRootPassword } = this.config;
    const root = {
      username: ROOT_NAME,
      usernameKey: ROOT_NAME,
      displayName: 'Root User',
      passwordHash: await hashPassword(initialRootPassword),
      email: null,
      affCode: '',
      clientIp: '',
    };
    try {
      await this.unitOfWork.run(manager => this.creation.openRoot(manager, root, ROOT_QUOTA_UNITS));
    } catch (error) {
      if (isUniqueViolation(error)) return; // another node was first
      throw error;
    }
    const isDefault = initialRootPassword === DEFAULT_ROOT_PASSWORD;
    this.logger.warn(
      { username: ROOT_NAME },
      isDefault
        ? 'The first account was created with the well-known default password: sign in and change it now.'
        : 'The first account was created with the password given in INITIAL_ROOT_PASSWORD.',
    );
  }
}
