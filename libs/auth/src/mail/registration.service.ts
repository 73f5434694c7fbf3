import { Injectable } from '@nestjs/common';
import { type RegisterRequest } from '@contracts';
import { DomainGifts, Entries } from '@joining';
import { AppError } from '@kernel';
import { Options } from '@option';
import { checkedUsername, checkNewPassword, emailKeyOf, UserService } from '@user';
import { CodePurpose, VerificationCodes, type CodeClaim } from './verification-codes';

/** Opening an account with name and password. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly users: UserService,
    private readonly codes: VerificationCodes,
    private readonly entries: Entries,
    private readonly domains: DomainGifts,
    private readonly options: Options,
  ) {}

  /** @throws AppError REGISTER_CLOSED, REGISTER_PASSWORD_CLOSED */
  checkOpen(): void {
    const { RegisterEnabled, PasswordRegisterEnabled } = this.options.current;
    if (!RegisterEnabled) throw new AppError('REGISTER_CLOSED');
    if (!PasswordRegisterEnabled) throw new AppError('REGISTER_PASSWORD_CLOSED');
  }

  /**
   * Opens an ordinary account without signing in. The code is used up together with creating the account and stays
   * valid when that fails, so that a name that is taken costs no second mail.
   *
   * @throws AppError COMMON_INVALID_INPUT, REGISTER_PASSWORDS_DIFFER, REGISTER_CODE_*, REGISTER_EMAIL_REQUIRED,
   * EMAIL_CODE_WRONG, REGISTER_EXISTS
   */
  async register(request: RegisterRequest, clientIp: string): Promise<void> {
    const { username, password, password2, aff_code: affCode } = request;
    const { username: name } = checkedUsername(username);
    checkNewPassword(password);
    if (password2 !== undefined && password2 !== password) throw new AppError('REGISTER_PASSWORDS_DIFFER');
    const entry = await this.entries.check(request.registration_code ?? '');
    const claim = await this.provenAddress(request);
    await this.users.create(
      { username, password, email: claim?.email, affCode: affCode?.trim(), clientIp },
      async (manager, id) => {
        if (claim && !(await this.codes.consume(manager, claim))) throw new AppError('EMAIL_CODE_WRONG');
        await this.entries.take(manager, entry, { id, username: name, clientIp });
        if (claim) await this.domains.give(manager, { id, username: name, email: claim.email });
      },
    );
  }

  /** @returns null while the site does not verify addresses: they are ignored then */
  private async provenAddress(request: RegisterRequest): Promise<CodeClaim | null> {
    if (!this.options.current.EmailVerificationEnabled) return null;
    const email = emailKeyOf(request.email ?? '');
    const code = (request.verification_code ?? '').trim().toLowerCase();
    if (email === '' || code === '') throw new AppError('REGISTER_EMAIL_REQUIRED');
    const claim: CodeClaim = { purpose: CodePurpose.Verification, email, code };
    if (!(await this.codes.fits(claim))) throw new AppError('EMAIL_CODE_WRONG');
    return claim;
  }
}
