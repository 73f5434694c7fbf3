import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LogType, UserStatus, type ResetRequest } from '@contracts';
import { AppError, joinUrl, randomText, READABLE, type Language } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Options } from '@option';
import { Logger, Mailer, UnitOfWork } from '@platform';
import { emailKeyOf, hashPassword, nextSessionVersionSql, UserChanges, UserStore, type UserRecord } from '@user';
import { LoginLimits } from '../login/login-limits';
import { isPlainEmail } from './email-rules';
import { MailLimits } from './mail-limits';
import { resetMail } from './mail-texts';
import { CodePurpose, VerificationCodes, type CodeClaim } from './verification-codes';
import { type MailAsker } from './verification.service';

const PASSWORD_LENGTH = 16;

/** A generated password. */
export interface NewPassword {
  readonly password: string;
  readonly userId: number;
}

/** Sets new passwords for people who forgot theirs, by a link that is mailed to their address. */
@Injectable()
export class PasswordResetService implements BeforeApplicationShutdown {
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly codes: VerificationCodes,
    private readonly users: UserStore,
    private readonly changes: UserChanges,
    private readonly limits: MailLimits,
    private readonly loginLimits: LoginLimits,
    private readonly mailer: Mailer,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  /**
   * Accepts a request for a link. Nothing here depends on whether an account has the address.
   *
   * @returns the remaining work, to be started after the response was sent
   * @throws AppError COMMON_INVALID_PARAMETER, RATE_TOO_MANY
   */
  async accept(address: string, { clientIp, language }: MailAsker): Promise<() => void> {
    const email = emailKeyOf(address);
    if (!isPlainEmail(email)) throw new AppError('COMMON_INVALID_PARAMETER');
    await this.limits.takeForClient(clientIp);
    await this.limits.takeForReceiver(email);
    return () => this.begin(email, language);
  }

  /**
   * Sets a new password and ends all sessions of the account; its access token stays.
   *
   * @returns the only copy of the password, and the id of its owner
   * @throws AppError COMMON_INVALID_PARAMETER, RESET_LINK_INVALID
   */
  async reset({ email: address, token }: ResetRequest, clientIp: string): Promise<NewPassword> {
    const claim: CodeClaim = { purpose: CodePurpose.Reset, email: emailKeyOf(address), code: token.trim() };
    if (claim.email === '' || claim.code === '') throw new AppError('COMMON_INVALID_PARAMETER');
    if (!(await this.codes.fits(claim))) throw new AppError('RESET_LINK_INVALID');
    const user = await this.users.findByEmail(claim.email);
    if (!user) throw new AppError('RESET_LINK_INVALID');
    const password = randomText(PASSWORD_LENGTH, READABLE);
    await this.store(claim, user, { passwordHash: await hashPassword(password), clientIp });
    await this.changes.announce(user.id);
    // Guesses at the old password say nothing about the new one, so the limit is lifted.
    await this.loginLimits.lift(user);
    return { password, userId: user.id };
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.sending);
  }

  private async store(
    claim: CodeClaim,
    { id: userId, username }: UserRecord,
    { passwordHash, clientIp }: { readonly passwordHash: string; readonly clientIp: string },
  ): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const isMine = await this.codes.consume(manager, claim);
      // When the account was banned or changed its address meanwhile, the link is no longer valid.
      const guard = { status: UserStatus.Enabled, email: claim.email };
      const change = { passwordHash, sessionVersion: nextSessionVersionSql };
      if (!isMine || !(await this.users.change(manager, userId, change, guard))) {
        throw new AppError('RESET_LINK_INVALID');
      }
      const row = sentenceFields({ key: 'password_by_mail' });
      await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
    });
  }

  private begin(email: string, language: Language): void {
    const sending = this.sendLink(email, language)
      .catch((error: unknown) => this.logger.error({ err: error }, 'a reset mail could not be prepared'))
      .finally(() => this.sending.delete(sending));
    this.sending.add(sending);
  }

  private async sendLink(email: string, language: Language): Promise<void> {
    const { ServerAddress, SystemName } = this.options.current;
    if (ServerAddress === '') {
      this.logger.error({}, 'no reset mail was sent: set ServerAddress, to which its link leads');
      return;
    }
    // For an address without an account a token is issued too, so that checking it takes equally long.
    const token = await this.codes.issue({ purpose: CodePurpose.Reset, email });
    const user = await this.users.findByEmail(email);
    if (user?.status !== UserStatus.Enabled) return;
    const query = `email=${encodeURIComponent(email)}&token=${token}`;
    const url = `${joinUrl(ServerAddress, 'user/reset')}?${query}`;
    this.mailer.sendLater(resetMail({ email, language, site: SystemName }, url));
  }
}
