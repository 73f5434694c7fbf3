import { Injectable } from '@nestjs/common';
import { LogType, type LogSaying, type TotpRecoveryCodes, type TotpSetup, type TotpState } from '@contracts';
import { AppError } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Options } from '@option';
import { isUniqueViolation, ManagementLog, UnitOfWork, type Actor, type Caller } from '@platform';
import { mayActOn, recordAbout, UserStore } from '@user';
import { type EntityManager } from 'typeorm';
import { sessionOf } from '../session/session-only';
import { AuthenticatorStore, type StoredAuthenticator } from './authenticator.store';
import { newRecoveryCodes, readCode } from './code-text';
import { SecondFactor, type CodeOwner } from './second-factor';

/** Setting up, confirming and removing the authenticator app of an account. */
@Injectable()
export class AuthenticatorService {
  constructor(
    private readonly store: AuthenticatorStore,
    private readonly codes: SecondFactor,
    private readonly users: UserStore,
    private readonly options: Options,
    private readonly logs: LogStore,
    private readonly management: ManagementLog,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async state({ id }: Pick<Caller, 'id'>): Promise<TotpState> {
    const app = await this.store.find(id);
    if (!app?.isConfirmed) return { enabled: false, recovery_codes_left: 0 };
    return { enabled: true, recovery_codes_left: await this.store.countRecoveryCodes(id) };
  }

  /**
   * Generates the secret for an app. It counts once a code of the app was confirmed; until then a new secret replaces
   * it.
   *
   * @throws AppError TOTP_ENABLED, AUTH_SESSION_ONLY
   */
  async setUp(owner: Actor): Promise<TotpSetup> {
    sessionOf(owner);
    const { id, username } = owner;
    const { newTotpSecret, totpUrl } = await import('./totp.js');
    const secret = newTotpSecret();
    const sealed = this.codes.sealSecret(id, secret);
    try {
      await this.unitOfWork.run(async manager => {
        await this.store.insertPending(manager, id, sealed);
        await this.log(manager, owner, { key: 'totp_begun' });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('TOTP_ENABLED', { cause: error });
      throw error;
    }
    return { secret, url: totpUrl({ secret, issuer: this.options.current.SystemName, account: username }) };
  }

  /**
   * Confirms the app by its first code, which is spent with it.
   *
   * @throws AppError TOTP_NOT_SET_UP, TOTP_ENABLED, TOTP_WRONG, AUTH_SESSION_ONLY
   */
  async enable(owner: Actor, typed: string): Promise<TotpRecoveryCodes> {
    sessionOf(owner);
    const app = await this.store.find(owner.id);
    if (!app) throw new AppError('TOTP_NOT_SET_UP');
    if (app.isConfirmed) throw new AppError('TOTP_ENABLED');
    const code = readCode(typed);
    const step = code?.kind === 'app' ? await this.codes.stepOf(app, code.text) : null;
    if (step === null) throw new AppError('TOTP_WRONG');
    const recoveryCodes = newRecoveryCodes();
    await this.unitOfWork.run(async manager => {
      if (!(await this.store.confirm(manager, app, step))) throw new AppError('TOTP_NOT_SET_UP');
      await this.storeCodes(manager, app.userId, recoveryCodes);
      await this.log(manager, owner, { key: 'totp_enabled' });
    });
    return { recovery_codes: recoveryCodes };
  }

  /**
   * Removes the app against one of its codes or a recovery code.
   *
   * @throws AppError TOTP_NOT_SET_UP, TOTP_WRONG, RATE_TOO_MANY, AUTH_SESSION_ONLY
   */
  async disable(owner: Actor, typed: string): Promise<void> {
    const app = await this.confirmedAppOf(owner);
    const isRight = await this.codes.spend(
      codeOwner(owner),
      app,
      { typed, kinds: ['app', 'recovery'] },
      async manager => {
        await this.store.remove(manager, app.userId);
        await this.log(manager, owner, { key: 'totp_disabled' });
      },
    );
    if (!isRight) throw new AppError('TOTP_WRONG');
  }

  /**
   * Replaces all recovery codes. This requires a code of the app: a user who has lost the app sets up another one
   * instead.
   *
   * @throws AppError TOTP_NOT_SET_UP, TOTP_WRONG, RATE_TOO_MANY, AUTH_SESSION_ONLY
   */
  async renewRecoveryCodes(owner: Actor, typed: string): Promise<TotpRecoveryCodes> {
    const app = await this.confirmedAppOf(owner);
    const recoveryCodes = newRecoveryCodes();
    const isRight = await this.codes.spend(codeOwner(owner), app, { typed, kinds: ['app'] }, async manager => {
      await this.storeCodes(manager, app.userId, recoveryCodes);
      await this.log(manager, owner, { key: 'totp_codes_renewed' });
    });
    if (!isRight) throw new AppError('TOTP_WRONG');
    return { recovery_codes: recoveryCodes };
  }

  /**
   * Removal by an administrator, for people who lost both app and recovery codes. Administrators remove their own app
   * by {@link disable}, with a code: otherwise a stolen session of root would be enough.
   *
   * @throws AppError USER_NOT_FOUND, USER_WRITE_DENIED, TOTP_NOT_SET_UP
   */
  async removeFor(actor: Actor, userId: number): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const target = await this.users.findInUnit(manager, userId);
      if (!target || target.deletedAtMs !== null) throw new AppError('USER_NOT_FOUND');
      if (target.id === actor.id || !mayActOn(actor.role, target)) throw new AppError('USER_WRITE_DENIED');
      if (!(await this.store.remove(manager, target.id))) throw new AppError('TOTP_NOT_SET_UP');
      await this.management.record(manager, {
        ...recordAbout(target, actor),
        said: { key: 'by_admin', name: actor.username, deed: { key: 'totp_removed' } },
        before: { authenticator: 'set' },
        after: { authenticator: 'cleared' },
      });
    });
  }

  private async confirmedAppOf(owner: Actor): Promise<StoredAuthenticator> {
    sessionOf(owner);
    const app = await this.store.find(owner.id);
    if (!app?.isConfirmed) throw new AppError('TOTP_NOT_SET_UP');
    return app;
  }

  private storeCodes(manager: EntityManager, userId: number, codes: readonly string[]): Promise<void> {
    const hashes = codes.map(code => this.codes.hashRecoveryCode(userId, code));
    return this.store.replaceRecoveryCodes(manager, userId, hashes);
  }

  private log(manager: EntityManager, { id: userId, username, clientIp }: Actor, said: LogSaying): Promise<void> {
    return this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...sentenceFields(said) });
  }
}

function codeOwner({ id, username, clientIp }: Actor): CodeOwner {
  return {
    id,
    username,
    clientIp,
  };
}
