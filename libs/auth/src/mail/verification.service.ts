import { Injectable } from '@nestjs/common';
import { LogType, type EmailBindQuery } from '@contracts';
import { DomainGifts } from '@joining';
import { AppError, type Language } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Options } from '@option';
import { isUniqueViolation, Mailer, UnitOfWork, type Caller } from '@platform';
import { emailKeyOf, UserChanges, UserStore } from '@user';
import { sessionOf } from '../session/session-only';
import { emailRefusal } from './email-rules';
import { MailLimits } from './mail-limits';
import { codeMail } from './mail-texts';
import { CodePurpose, VerificationCodes, type CodeClaim } from './verification-codes';

/** The client that requests a mail, and the language of the mail. */
export interface MailAsker {
  readonly clientIp: string;
  readonly language: Language;
}

/** Proves that an address belongs to a person, by a code that is mailed to it. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly codes: VerificationCodes,
    private readonly users: UserStore,
    private readonly changes: UserChanges,
    private readonly domains: DomainGifts,
    private readonly limits: MailLimits,
    private readonly mailer: Mailer,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Mails a code to an address that no account has. The response reveals whether an account has the address, so the
   * number of requests is limited.
   *
   * @throws AppError COMMON_INVALID_PARAMETER, EMAIL_INVALID, EMAIL_DOMAIN, EMAIL_ALIAS, RATE_TOO_MANY, EMAIL_TAKEN,
   * EMAIL_SEND_FAILED, EMAIL_NOT_CONFIGURED
   */
  async sendCode(address: string, { clientIp, language }: MailAsker): Promise<void> {
    const email = emailKeyOf(address);
    if (email === '') throw new AppError('COMMON_INVALID_PARAMETER');
    const refusal = emailRefusal(email, this.options.current);
    if (refusal) throw refusal;
    await this.limits.takeForClient(clientIp);
    if (await this.users.isEmailTaken(email)) throw new AppError('EMAIL_TAKEN');
    await this.limits.takeForReceiver(email);
    const code = await this.codes.issue({ purpose: CodePurpose.Verification, email });
    await this.mailer.send(codeMail({ email, language, site: this.options.current.SystemName }, code));
  }

  /**
   * Makes a proven address that of the caller, in place of an earlier one.
   *
   * @throws AppError AUTH_SESSION_ONLY, EMAIL_CODE_WRONG, EMAIL_TAKEN, USER_NOT_FOUND
   */
  async bind(request: EmailBindQuery, caller: Caller, clientIp: string): Promise<void> {
    sessionOf(caller);
    const email = emailKeyOf(request.email);
    const claim: CodeClaim = { purpose: CodePurpose.Verification, email, code: request.code.trim().toLowerCase() };
    if (!(await this.codes.fits(claim))) throw new AppError('EMAIL_CODE_WRONG');
    try {
      await this.store(claim, caller, clientIp);
    } catch (error) {
      // The unique index covers all accounts, deleted ones included, within the same transaction.
      if (isUniqueViolation(error)) throw new AppError('EMAIL_TAKEN', { cause: error });
      throw error;
    }
    await this.changes.announce(caller.id);
  }

  private async store(claim: CodeClaim, caller: Caller, clientIp: string): Promise<void> {
    const { id: userId, username } = caller;
    await this.unitOfWork.run(async manager => {
      if (!(await this.codes.consume(manager, claim))) throw new AppError('EMAIL_CODE_WRONG');
      if (!(await this.users.change(manager, userId, { email: claim.email }))) throw new AppError('USER_NOT_FOUND');
      // The row leaves out the address: administrators read these rows, also those of accounts with a higher role.
      const row = sentenceFields({ key: 'email_bound' });
      await this.logs.append(manager, { userId, username, type: LogType.System, clientIp, ...row });
      await this.domains.give(manager, { id: userId, username, email: claim.email });
    });
  }
}
