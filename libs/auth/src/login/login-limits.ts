import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isAppError } from '@kernel';
import { Limiter, takeOrRefuse } from '@platform';
import { emailKeyOf, usernameKeyOf, UserStore, type UserRecord } from '@user';
import { type FastifyRequest } from 'fastify';
import { DeviceCookie } from '../session/device-cookie';
import { SecondFactor } from '../second-factor/second-factor';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Wrong passwords allowed for one name from one address, and from one known browser. */
const ONE_PLACE = { limit: 10, windowMs: 15 * MINUTE_MS } as const;
/** Wrong passwords allowed for one name from all places together: continued guessing waits minutes, then hours. */
const ALL_PLACES = [
  { limit: 20, windowMs: 15 * MINUTE_MS },
  { limit: 40, windowMs: 2 * HOUR_MS },
  { limit: 60, windowMs: 8 * HOUR_MS },
  { limit: 80, windowMs: 24 * HOUR_MS },
] as const;
/** Passwords allowed with one correct code of an authenticator app, while that code is valid. */
const ONE_CODE = { limit: 3, windowMs: 5 * MINUTE_MS } as const;

/** The fields of a sign-in request. */
export interface LoginAttempt {
  /** Name or e-mail address as it was typed. */
  readonly login: string;
  /** Empty when none was sent. */
  readonly code: string;
  readonly request: Pick<FastifyRequest, 'ip' | 'headers'>;
}

/**
 * Limits how often a password may be guessed. The limits count typed names and not accounts, so that names without an
 * account get the same responses as all others. Strangers who guess cannot lock the owner out: a browser in which the
 * account signed in before, or a correct code of its app, passes the common limit, and a password reset lifts it.
 */
@Injectable()
export class LoginLimits {
  constructor(
    private readonly limiter: Limiter,
    private readonly devices: DeviceCookie,
    private readonly users: UserStore,
    private readonly secondFactor: SecondFactor,
  ) {}

  /**
   * Counts an attempt before its password is checked, so that parallel guesses cannot pass together.
   *
   * @returns a function that removes the counted attempt; call it once it is known that the attempt was the owner's
   * @throws AppError RATE_TOO_MANY
   */
  async count(attempt: LoginAttempt): Promise<() => Promise<void>> {
    const { login, request } = attempt;
    const place = `login:${request.ip}:${hashOf(login)}`;
    await takeOrRefuse(this.limiter, place, ONE_PLACE);
    try {
      await this.countEverywhere(login);
    } catch (error) {
      if (!isAppError(error, 'RATE_TOO_MANY')) throw error;
      if (!(await this.isOwners(attempt))) throw error;
      return () => this.limiter.forget(place); // the strangers' attempts stay counted
    }
    return async () => {
      await this.limiter.forget(place);
      await this.forgetEverywhere(login);
    };
  }

  /** Lifts the common limit of an account whose owner has authenticated in another way. */
  async lift({ username, email }: Pick<UserRecord, 'username' | 'email'>): Promise<void> {
    await this.forgetEverywhere(username);
    if (email !== null) await this.forgetEverywhere(email);
  }

  private async countEverywhere(login: string): Promise<void> {
    for (const limit of ALL_PLACES) await takeOrRefuse(this.limiter, commonKey(login, limit.windowMs), limit);
  }

  private async forgetEverywhere(login: string): Promise<void> {
    await Promise.all(ALL_PLACES.map(({ windowMs }) => this.limiter.forget(commonKey(login, windowMs))));
  }

  private async isOwners({ login, code, request }: LoginAttempt): Promise<boolean> {
    const device = this.devices.read(request);
    for (const userId of device?.userIds ?? []) {
      const user = await this.users.find(userId);
      if (!device || !user || !isLoginOf(login, user)) continue;
      return this.fits(`login-device:${device.id}:${userId}`, ONE_PLACE);
    }
    if (code.trim() === '') return false;
    const user = await this.users.findForLogin(login);
    const step = user && (await this.secondFactor.stepOfCode(user.id, code));
    return user !== null && step !== null && this.fits(`login-code:${user.id}:${step}`, ONE_CODE);
  }

  private async fits(key: string, limit: { readonly limit: number; readonly windowMs: number }): Promise<boolean> {
    return (await this.limiter.take(key, limit)).isAllowed;
  }
}

function isLoginOf(login: string, { username, email }: UserRecord): boolean {
  return usernameKeyOf(login) === usernameKeyOf(username) || (email !== null && emailKeyOf(login) === email);
}

function commonKey(login: string, windowMs: number): string {
  return `login-name:${windowMs / MINUTE_MS}:${hashOf(login)}`;
}

/** Names are hashed: people type passwords into the wrong field, and limits may lie in a shared store. */
function hashOf(login: string): string {
  return createHash('sha256').update(usernameKeyOf(login)).digest('base64url');
}
