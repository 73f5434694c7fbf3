import { Inject, Injectable } from '@nestjs/common';
import { Role, type LoginRequest } from '@contracts';
import { AppError } from '@kernel';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { Credentials, DEFAULT_ROOT_PASSWORD, type UserRecord } from '@user';
import { type FastifyRequest } from 'fastify';
import { isLocalRequest } from './local-request';
import { LoginLimits } from './login-limits';
import { SecondFactor } from '../second-factor/second-factor';

/** Signing in with name or e-mail address and password, and with the code of an app where one is set up. */
@Injectable()
export class LoginService {
  constructor(
    private readonly credentials: Credentials,
    private readonly options: Options,
    private readonly limits: LoginLimits,
    private readonly secondFactor: SecondFactor,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @throws AppError AUTH_PASSWORD_LOGIN_CLOSED, COMMON_INVALID_PARAMETER, RATE_TOO_MANY, AUTH_DEFAULT_PASSWORD_REMOTE;
   *   AUTH_LOGIN_FAILED alike for an unknown name, a wrong password and a banned or deleted account; TOTP_REQUIRED,
   *   TOTP_WRONG once the password fits
   */
  async login({ username, password, totp_code = '' }: LoginRequest, request: FastifyRequest): Promise<UserRecord> {
    const isOpen = this.options.current.PasswordLoginEnabled;
    const refusal = isOpen ? 'AUTH_LOGIN_FAILED' : 'AUTH_PASSWORD_LOGIN_CLOSED';
    if (username.trim() === '' || password === '') {
      throw new AppError(isOpen ? 'COMMON_INVALID_PARAMETER' : refusal);
    }
    const lift = await this.limits.count({ login: username, code: totp_code, request });
    const user = await this.credentials.check(username, password);
    // With password login closed the root account still signs in; every other account gets the same refusal, whether
    // the password is right or not.
    if (!user || (!isOpen && user.role !== Role.Root)) throw new AppError(refusal);
    this.checkDefaultPassword(user, password, request);
    await this.secondFactor.checkAtLogin({ id: user.id, username: user.username, clientIp: request.ip }, totp_code);
    // The limit is lifted only now: before the code was checked, a right password alone did not show that the attempts
    // were the owner's.
    await lift();
    return user;
  }

  private checkDefaultPassword(user: UserRecord, password: string, request: FastifyRequest): void {
    if (user.role !== Role.Root || password !== DEFAULT_ROOT_PASSWORD || this.config.allowDefaultPassword) return;
    if (!isLocalRequest(request, { hasTrustedProxies: this.config.trustedProxies.length > 0 })) {
      throw new AppError('AUTH_DEFAULT_PASSWORD_REMOTE');
    }
  }
}
