import { Injectable } from '@nestjs/common';
import { DISPLAY_NAME_MAX, LogType, OAUTH_BIND_MESSAGE, UserStatus, type SessionUser } from '@contracts';
import { ClaimGrants, DomainGifts, Entries, type Entry } from '@joining';
import { AppError, DIGITS, isAppError, randomText } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Options } from '@option';
import { Answer, isUniqueViolation, UnitOfWork, type Caller } from '@platform';
import {
  emailKeyOf,
  IdentityStore,
  withoutHidden,
  toSessionUser,
  UserChanges,
  UserService,
  UserStore,
  type UserRecord,
} from '@user';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { sessionOf } from '../session/session-only';
import { emailRefusal } from '../mail/email-rules';
import { SessionService } from '../session/session.service';
import { ReturningCaller } from './returning-caller';
import { providerLabels, type ProviderId, type ThirdPartyAccount } from './third-party-account';

/** How many numbered variants of a generated name are tried; when all are taken, they were taken on purpose. */
const COUNTED_NAMES = 20;
const NAME_TRIES = COUNTED_NAMES + 5;
/** Long enough that nobody can take them all, short enough for a user name. */
const CHANCE_DIGITS = 10;

/** The browser that came back from a provider. */
export interface Arrival {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The user signed in at that browser; null when there is none. */
  readonly caller: Caller | null;
  /** Invite code for a new account; unknown ones are ignored. */
  readonly affCode: string;
  /** A registration code, or that of an invitation to a team, for a new account; empty when none was sent. */
  readonly entryCode: string;
}

/** Handles a person whom a provider has authenticated: bind when signed in, else sign in, else open an account. */
@Injectable()
export class ThirdPartySignIn {
  constructor(
    private readonly identities: IdentityStore,
    private readonly users: UserStore,
    private readonly creation: UserService,
    private readonly changes: UserChanges,
    private readonly sessions: SessionService,
    private readonly callers: ReturningCaller,
    private readonly entries: Entries,
    private readonly domains: DomainGifts,
    private readonly claims: ClaimGrants,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @returns the session view, or no data and the message `bind` when the account was attached to the signed-in user
   * @throws AppError OAUTH_BOUND, OAUTH_DEACTIVATED, REGISTER_CLOSED, REGISTER_CODE_*, EMAIL_DOMAIN_BLOCKED, AUTH_*
   */
  async finish(account: ThirdPartyAccount, arrival: Arrival): Promise<Answer<SessionUser | undefined>> {
    const { request, reply } = arrival;
    const caller = arrival.caller ?? (await this.callers.find(request, reply));
    if (caller) {
      await this.bind(account, caller, request.ip);
      return new Answer(undefined, { message: OAUTH_BIND_MESSAGE });
    }
    const known = cleaned(account);
    const entered = (await this.signIn(known, request.ip)) ?? (await this.register(known, arrival));
    const user = await this.withClaims(entered, known, request.ip);
    await this.sessions.open(user, request, reply);
    return new Answer(toSessionUser(user));
  }

  /**
   * Attaches the account to a user, in place of an earlier one of the same provider.
   *
   * @throws AppError OAUTH_BOUND when anybody has it, deleted accounts included; AUTH_SESSION_ONLY; AUTH_NOT_LOGGED_IN when
   *   the session ended while the provider was asked
   */
  async bind(account: ThirdPartyAccount, caller: Caller, clientIp: string): Promise<void> {
    sessionOf(caller);
    const proven = cleaned(account);
    const provider = providerLabels[proven.provider];
    if ((await this.identities.findOwner(proven)) !== null) throw new AppError('OAUTH_BOUND', { params: { provider } });
    await this.unitOfWork.run(async manager => {
      // A user whose sessions ended meanwhile, by a new password or a ban, must not leave a way back in.
      if (!(await this.sessions.isStillOpen(manager, caller))) throw new AppError('AUTH_NOT_LOGGED_IN');
      await this.attachOrRefuse(() => this.identities.attach(manager, caller.id, proven), proven);
      const { id: userId, username } = caller;
      const { login } = proven;
      const row = sentenceFields(
        login ? { key: 'identity_bound_as', provider, login } : { key: 'identity_bound', provider },
      );
      await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
    });
    await this.changes.announce(caller.id);
    const owner = await this.users.find(caller.id);
    if (owner) await this.adoptEmail(owner, proven, clientIp);
  }

  /**
   * The owner of an account that is known, with its name and level at the provider refreshed.
   *
   * @returns null when nobody has it
   * @throws AppError OAUTH_DEACTIVATED, AUTH_BANNED
   */
  async signIn(account: ThirdPartyAccount, clientIp: string): Promise<UserRecord | null> {
    const proven = cleaned(account);
    const ownerId = await this.identities.findOwner(proven);
    if (ownerId === null) return null;
    const owner = await this.users.findEvenDeleted(ownerId);
    if (!owner || owner.deletedAtMs !== null) throw new AppError('OAUTH_DEACTIVATED');
    if (owner.status !== UserStatus.Enabled) throw new AppError('AUTH_BANNED');
    await this.unitOfWork.run(manager => this.identities.refresh(manager, proven));
    await this.adoptEmail(owner, proven, clientIp);
    return owner;
  }

  /** The account after what the rules about claims gave or took, before a session names its role. */
  private async withClaims(user: UserRecord, { said }: ThirdPartyAccount, clientIp: string): Promise<UserRecord> {
    if (!said || !this.claims.hasRules) return user;
    const { OidcName: provider } = this.options.current;
    await this.claims.apply({ userId: user.id, clientIp, provider, said });
    const fresh = await this.users.find(user.id);
    if (fresh?.status !== UserStatus.Enabled) throw new AppError('AUTH_BANNED');
    return fresh;
  }

  private async register(account: ThirdPartyAccount, arrival: Arrival): Promise<UserRecord> {
    const clientIp = arrival.request.ip;
    const entry = await this.entries.check(arrival.entryCode);
    this.refuseBlocked(account.email);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const userId = await this.open(account, entry, arrival, attempt);
        const user = await this.users.find(userId);
        if (user) return user;
        throw new AppError('COMMON_DATABASE');
      } catch (error) {
        // When two first sign-ins run at once, the other one opened the account, and this one signs in to it.
        const opened = isAppError(error, 'OAUTH_BOUND') ? await this.signIn(account, clientIp) : null;
        if (opened) return opened;
        if (!isAppError(error, 'REGISTER_EXISTS') || attempt >= NAME_TRIES) throw error;
      }
    }
  }

  private async open(
    account: ThirdPartyAccount,
    entry: Entry,
    { request: { ip: clientIp }, affCode }: Arrival,
    attempt: number,
  ): Promise<number> {
    const { provider, displayName } = account;
    const username = await this.nameFor(provider, attempt);
    const email = await this.freeEmail(account.email);
    return this.creation.create(
      { username, displayName, password: null, email, affCode, clientIp },
      async (manager, id) => {
        await this.attachOrRefuse(() => this.identities.attach(manager, id, account), account);
        await this.entries.take(manager, entry, { id, username, clientIp });
        if (email !== undefined) await this.domains.give(manager, { id, username, email });
      },
    );
  }

  /** Somebody whose provider vouches for an address of a blocked domain gets no account here. */
  private refuseBlocked(email: string | undefined): void {
    const refusal = emailRefusal(emailKeyOf(email ?? ''), this.options.current);
    if (refusal?.code === 'EMAIL_DOMAIN_BLOCKED') throw refusal;
  }

  private async nameFor(provider: ProviderId, attempt: number): Promise<string> {
    if (attempt >= COUNTED_NAMES) return `${provider}_${randomText(CHANCE_DIGITS, DIGITS)}`;
    return `${provider}_${(await this.users.highestId()) + 1 + attempt}`;
  }

  private async attachOrRefuse(attach: () => Promise<void>, account: ThirdPartyAccount): Promise<void> {
    try {
      await attach();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('OAUTH_BOUND', { params: { provider: providerLabels[account.provider] }, cause: error });
    }
  }

  /** Gives an account without an address the one its provider has verified; in a unit of its own, because it may be taken. */
  private async adoptEmail(owner: UserRecord, account: ThirdPartyAccount, clientIp: string): Promise<void> {
    const email = owner.email === null ? await this.freeEmail(account.email) : undefined;
    if (email === undefined) return;
    const { id: userId, username } = owner;
    const row = sentenceFields({ key: 'email_adopted', provider: providerLabels[account.provider] });
    try {
      await this.unitOfWork.run(async manager => {
        if (!(await this.users.setFirstEmail(manager, userId, email))) return;
        await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
        await this.domains.give(manager, { id: userId, username, email });
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error; // another account got it meanwhile, and this account stays without one
    }
    await this.changes.announce(userId);
  }

  /** The provider's verified address, unless an account has it or registration would refuse it. */
  private async freeEmail(email: string | undefined): Promise<string | undefined> {
    const key = emailKeyOf(email ?? '');
    if (key === '' || emailRefusal(key, this.options.current) !== null) return undefined;
    return (await this.users.isEmailTaken(key)) ? undefined : key;
  }
}

/**
 * Names at the provider are free text from outside; they lose control characters and invisible characters, and are cut
 * to our length.
 *
 * @throws AppError OAUTH_EMPTY_USER without a permanent id: all people without one would share one account
 */
function cleaned(account: ThirdPartyAccount): ThirdPartyAccount {
  if (account.subject.trim() === '') throw new AppError('OAUTH_EMPTY_USER');
  const [login, displayName] = [account.login, account.displayName].map(withoutHidden);
  const shown = Array.from(displayName ?? '').slice(0, DISPLAY_NAME_MAX);
  return { ...account, login: login ?? '', displayName: shown.join('') };
}
