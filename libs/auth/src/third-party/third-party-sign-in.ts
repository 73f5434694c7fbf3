import { Injectable } from '@nestjs/common';
import { DISPLAY_NAME_MAX, LogType, OAUTH_BIND_MESSAGE, UserStatus, type SessionUser } from '@contracts';
import { AppError, isAppError } from '@kernel';
import { LogStore } from '@log';
import { Options } from '@option';
import { Answer, isUniqueViolation, UnitOfWork, type Caller } from '@platform';
import { emailKeyOf, IdentityStore, toSessionUser, UserChanges, UserService, UserStore, type UserRecord } from '@user';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { emailRefusal } from '../mail/email-rules';
import { SessionService } from '../session.service';
import { providerLabels, type ThirdPartyAccount } from './third-party-account';

/** Generated names are tried this often before somebody else's are assumed to be in the way for good. */
const NAME_TRIES = 20;

/** The browser that came back from a provider. */
export interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Who is signed in there; null when nobody is. */
  readonly caller: Caller | null;
  /** Invite code for a new account; unknown ones are ignored. */
  readonly affCode: string;
}

/** What happens once a provider vouched for somebody: bind when signed in, else sign in, else open an account. */
@Injectable()
export class ThirdPartySignIn {
  constructor(
    private readonly identities: IdentityStore,
    private readonly users: UserStore,
    private readonly creation: UserService,
    private readonly changes: UserChanges,
    private readonly sessions: SessionService,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @returns the session view, or no data and the message `bind` when the account was attached to the signed-in user
   * @throws AppError OAUTH_BOUND, OAUTH_DEACTIVATED, AUTH_BANNED, REGISTER_CLOSED, AUTH_SESSION_SAVE
   */
  async finish(account: ThirdPartyAccount, arrival: Arrival): Promise<Answer<SessionUser | undefined>> {
    if (arrival.caller) {
      await this.bind(account, arrival.caller, arrival.request.ip);
      return new Answer(undefined, { message: OAUTH_BIND_MESSAGE });
    }
    const user = (await this.signIn(account)) ?? (await this.register(account, arrival));
    await this.sessions.open(user, arrival.request, arrival.reply);
    return new Answer(toSessionUser(user));
  }

  /**
   * Attaches the account to a user, in place of an earlier one of the same provider.
   *
   * @throws AppError OAUTH_BOUND when anybody has it, deleted accounts included; AUTH_SESSION_ONLY
   */
  async bind(account: ThirdPartyAccount, caller: Caller, clientIp: string): Promise<void> {
    const provider = providerLabels[account.provider];
    if (caller.via !== 'session') throw new AppError('AUTH_SESSION_ONLY');
    const ownerId = await this.identities.findOwner(account);
    if (ownerId !== null) throw new AppError('OAUTH_BOUND', { params: { provider } });
    try {
      await this.unitOfWork.run(async manager => {
        await this.identities.attach(manager, caller.id, account);
        const { id: userId, username } = caller;
        const content = `bound ${provider} account ${account.login}`;
        await this.logs.append(manager, { userId, username, type: LogType.System, content, clientIp });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('OAUTH_BOUND', { params: { provider }, cause: error });
      throw error;
    }
    await this.changes.announce(caller.id);
  }

  /**
   * The owner of an account that is known, with its name and level at the provider refreshed.
   *
   * @returns null when nobody has it
   * @throws AppError OAUTH_DEACTIVATED, AUTH_BANNED
   */
  async signIn(account: ThirdPartyAccount): Promise<UserRecord | null> {
    const ownerId = await this.identities.findOwner(account);
    if (ownerId === null) return null;
    const owner = await this.users.findEvenDeleted(ownerId);
    if (!owner || owner.deletedAtMs !== null) throw new AppError('OAUTH_DEACTIVATED');
    if (owner.status !== UserStatus.Enabled) throw new AppError('AUTH_BANNED');
    await this.unitOfWork.run(manager => this.identities.refresh(manager, account));
    return owner;
  }

  private async register(account: ThirdPartyAccount, { request, affCode }: Arrival): Promise<UserRecord> {
    if (!this.options.current.RegisterEnabled) throw new AppError('REGISTER_CLOSED');
    const clientIp = request.ip;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const userId = await this.creation.create(
          {
            username: `${account.provider}_${(await this.users.highestId()) + 1 + attempt}`,
            displayName: Array.from(account.displayName.replace(/\p{Cc}/gu, ''))
              .slice(0, DISPLAY_NAME_MAX)
              .join(''),
            password: null,
            email: await this.freeEmail(account.email),
            affCode,
            clientIp,
          },
          (manager, newId) => this.attachOrRefuse(() => this.identities.attach(manager, newId, account), account),
        );
        const user = await this.users.find(userId);
        if (user) return user;
        throw new AppError('COMMON_DATABASE');
      } catch (error) {
        // Two first sign-ins at once: the other one opened the account, and this one enters it.
        const opened = isAppError(error, 'OAUTH_BOUND') ? await this.signIn(account) : null;
        if (opened) return opened;
        if (!isAppError(error, 'REGISTER_EXISTS') || attempt >= NAME_TRIES) throw error;
      }
    }
  }

  private async attachOrRefuse(attach: () => Promise<void>, account: ThirdPartyAccount): Promise<void> {
    try {
      await attach();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('OAUTH_BOUND', { params: { provider: providerLabels[account.provider] }, cause: error });
    }
  }

  /** The provider's verified address, unless somebody has it or it is one that registration would refuse. */
  private async freeEmail(email: string | undefined): Promise<string | undefined> {
    const key = emailKeyOf(email ?? '');
    if (key === '' || emailRefusal(key, this.options.current) !== null) return undefined;
    return (await this.users.isEmailTaken(key)) ? undefined : key;
  }
}
