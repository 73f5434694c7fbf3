import { Injectable } from '@nestjs/common';
import { LogType, TOTP_REQUIRED_FIELD } from '@contracts';
import { AppError } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Limiter, SecretBox, takeOrRefuse, UnitOfWork } from '@platform';
import { type EntityManager } from 'typeorm';
import { AuthenticatorStore, type StoredAuthenticator } from './authenticator.store';
import { readCode, type TypedCode } from './code-text';

/** Wrong codes allowed for one account, from all addresses together: many addresses would soon try a million codes. */
const WRONG_CODES = { limit: 5, windowMs: 15 * 60_000 } as const;

/** The account a code belongs to, for the log. */
export interface CodeOwner {
  readonly id: number;
  readonly username: string;
  readonly clientIp: string;
}

/** A code that was found to be right and is not yet spent. */
type FoundCode =
  { readonly kind: 'app'; readonly step: number } | { readonly kind: 'recovery'; readonly codeHash: string };

/** Codes of authenticator apps: compared, limited, and spent once. */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly store: AuthenticatorStore,
    private readonly secrets: SecretBox,
    private readonly limiter: Limiter,
    private readonly logs: LogStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Checks the second factor of a sign-in by password: accounts without an app need none, others a code of the app or a
   * recovery code.
   *
   * @param typed empty when none was sent
   * @throws AppError TOTP_REQUIRED and TOTP_WRONG, both with the field that says that the password was right;
   *   RATE_TOO_MANY
   */
  async checkAtLogin(owner: CodeOwner, typed: string): Promise<void> {
    const app = await this.store.find(owner.id);
    if (!app?.isConfirmed) return;
    const extras = { [TOTP_REQUIRED_FIELD]: true } as const;
    if (typed.trim() === '') throw new AppError('TOTP_REQUIRED', { extras });
    const isRight = await this.spend(owner, app, { typed, kinds: ['app', 'recovery'] });
    if (!isRight) throw new AppError('TOTP_WRONG', { extras });
  }

  /**
   * Spends a code together with what it permits.
   *
   * @param permitted runs in the unit that spends the code, so that neither happens without the other
   * @returns false when the code is wrong or was spent before; nothing was done then
   * @throws AppError RATE_TOO_MANY
   */
  async spend(
    owner: CodeOwner,
    app: StoredAuthenticator,
    { typed, kinds }: { readonly typed: string; readonly kinds: readonly TypedCode['kind'][] },
    permitted: (manager: EntityManager) => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    const bucket = `totp:${owner.id}`;
    // The attempt is counted before the code is checked, so that parallel guesses cannot pass together.
    await takeOrRefuse(this.limiter, bucket, WRONG_CODES);
    const code = readCode(typed);
    const found = code && kinds.includes(code.kind) ? await this.find(app, code) : null;
    if (!found) return false;
    const isSpent = await this.unitOfWork.run(async manager => {
      if (!(await this.spendFound(manager, owner, app, found))) return false;
      await permitted(manager);
      return true;
    });
    if (isSpent) await this.limiter.forget(bucket);
    return isSpent;
  }

  /** The time step of a code that an account's app shows now; the code is not spent. Null for any other text. */
  async stepOfCode(userId: number, typed: string): Promise<number | null> {
    const app = await this.store.find(userId);
    const code = readCode(typed);
    return app?.isConfirmed && code?.kind === 'app' ? this.stepOf(app, code.text) : null;
  }

  /** @returns the time step of an app's code, or null when it is wrong */
  async stepOf(app: StoredAuthenticator, code: string): Promise<number | null> {
    const { totpStepOf } = await import('./totp.js');
    return totpStepOf(this.openSecret(app), code, Date.now());
  }

  sealSecret(userId: number, secret: string): string {
    return this.secrets.seal('totp', `${userId}:${secret}`);
  }

  hashRecoveryCode(userId: number, code: string): string {
    return this.secrets.hash('totp', `recovery:${userId}:${code.replaceAll('-', '')}`);
  }

  private async find(app: StoredAuthenticator, code: TypedCode): Promise<FoundCode | null> {
    if (code.kind === 'recovery') return { kind: 'recovery', codeHash: this.hashRecoveryCode(app.userId, code.text) };
    const step = await this.stepOf(app, code.text);
    return step === null ? null : { kind: 'app', step };
  }

  private async spendFound(
    manager: EntityManager,
    { id: userId, username, clientIp }: CodeOwner,
    app: StoredAuthenticator,
    found: FoundCode,
  ): Promise<boolean> {
    if (found.kind === 'app') return this.store.spendStep(manager, app, found.step);
    if (!(await this.store.spendRecoveryCode(manager, userId, found.codeHash))) return false;
    const row = sentenceFields({ key: 'totp_code_used' });
    await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
    return true;
  }

  private openSecret({ userId, secretSealed }: StoredAuthenticator): string {
    const [ownerId, secret] = this.secrets.open('totp', secretSealed).split(':', 2);
    if (ownerId !== String(userId) || !secret) throw new Error('An authenticator belongs to another account.');
    return secret;
  }
}
