import { Injectable } from '@nestjs/common';
import { Role, type UserCreate } from '@contracts';
import { AppError } from '@kernel';
import { isUniqueViolation, ManagementLog, UnitOfWork, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { recordAbout } from '../accounts/actor';
import { hashPassword } from '../store/password';
import { UserCreation, type CheckedUser } from '../accounts/user-creation';
import { UserStore } from '../store/user.store';
import { checkedDisplayName, checkedUsername, checkNewPassword } from '../store/user-rules';

/** The fields of a new ordinary account. */
export interface NewUser {
  readonly username: string;
  readonly displayName?: string;
  /** The password; null for an account that only signs in through a third party. */
  readonly password: string | null;
  /** A verified address in lower case. */
  readonly email?: string;
  /** The invite code as sent; unknown codes are ignored. */
  readonly affCode?: string | null;
  /** The address of the user who registers; empty when an administrator creates the account. */
  readonly clientIp: string;
}

/** Work of the caller in the same unit of work, for example to use up a verification code. */
export type Alongside = (manager: EntityManager, userId: number) => Promise<void>;

const INVITE_CODE_TRIES = 3;

/** Creates accounts: for registration, for third-party logins and for administrators. */
@Injectable()
export class UserService {
  constructor(
    private readonly users: UserStore,
    private readonly creation: UserCreation,
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
  ) {}

  /**
   * Creates row, ledger accounts, gifts and log rows in one unit of work.
   *
   * @returns id of the new account
   * @throws AppError COMMON_INVALID_INPUT, REGISTER_EXISTS
   */
  async create(request: NewUser, alongside?: Alongside): Promise<number> {
    const user = await this.check(request);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.unitOfWork.run(async manager => {
          const id = await this.creation.openOrdinary(manager, user);
          await alongside?.(manager, id);
          return id;
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        if (await this.isTaken(user)) throw new AppError('REGISTER_EXISTS', { cause: error });
        if (attempt >= INVITE_CODE_TRIES) throw error; // two drew the same invite code, three times running
      }
    }
  }

  /**
   * Creates an account for an administrator; its role is always 1.
   *
   * @throws AppError USER_CREATE_DENIED, COMMON_INVALID_PARAMETER, COMMON_INVALID_INPUT, REGISTER_EXISTS
   */
  async createFor(actor: Actor, request: UserCreate): Promise<void> {
    if (request.username.trim() === '' || request.password === '') throw new AppError('COMMON_INVALID_PARAMETER');
    if (request.role !== undefined && request.role >= actor.role) throw new AppError('USER_CREATE_DENIED');
    const { password, display_name: displayName } = request;
    const { username } = checkedUsername(request.username);
    await this.create({ username, password, displayName, clientIp: '' }, (manager, id) =>
      this.managementLog.record(manager, {
        ...recordAbout({ id, username }, actor),
        said: { key: 'by_admin', name: actor.username, deed: { key: 'user_created' } },
        after: { username, role: Role.User },
      }),
    );
  }

  private async check(request: NewUser): Promise<CheckedUser> {
    const { username, usernameKey } = checkedUsername(request.username);
    const displayName = checkedDisplayName(request.displayName ?? '', username);
    if (request.password !== null) checkNewPassword(request.password);
    const email = request.email ?? null;
    // This runs just before the hash is made: a name that is taken, if only since a moment ago, should cost nothing.
    const refuseTaken = async (): Promise<void> => {
      if (await this.isTaken({ usernameKey, email })) throw new AppError('REGISTER_EXISTS');
    };
    if (request.password === null) await refuseTaken();
    const passwordHash = request.password === null ? null : await hashPassword(request.password, refuseTaken);
    const { affCode, clientIp } = request;
    return { username, usernameKey, displayName, passwordHash, email, affCode: affCode ?? '', clientIp };
  }

  private async isTaken({ usernameKey, email }: Pick<CheckedUser, 'usernameKey' | 'email'>): Promise<boolean> {
    if (await this.users.isNameTaken(usernameKey)) return true;
    return email !== null && (await this.users.isEmailTaken(email));
  }
}
