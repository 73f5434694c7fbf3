import { randomBytes } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { cookieValue } from './session-cookie';

const DEVICE_COOKIE = 'device';
const LIFETIME_SECONDS = 365 * 24 * 3600;
const ID_BYTES = 18;
/** Accounts one browser is known for; the one that signed in longest ago is forgotten first. */
const ACCOUNTS_MAX = 5;
const SHAPE = /^device\.([\w-]{24})((?:\.\d{1,16}){1,5})$/;

/** A browser in which somebody signed in before. */
export interface KnownDevice {
  readonly id: string;
  /** Accounts that were signed in here, the latest first. */
  readonly userIds: readonly number[];
}

/**
 * The signed cookie by which a browser is known again after its session ended. It opens nothing: it only keeps its
 * owner from waiting behind strangers who guess the same account's password.
 */
@Injectable()
export class DeviceCookie {
  private readonly secret: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly options: Options,
  ) {
    this.secret = config.sessionSecret;
  }

  /** @returns null without a cookie and for one that we did not sign */
  read(request: Pick<FastifyRequest, 'headers'>): KnownDevice | null {
    const { cookie = '' } = request.headers;
    const signed = cookieValue(cookie, DEVICE_COOKIE);
    if (signed === undefined) return null;
    const { valid, value } = fastifyCookie.unsign(signed, this.secret);
    const [, id, accounts] = (valid && SHAPE.exec(value)) || [];
    return id && accounts ? { id, userIds: accounts.slice(1).split('.').map(Number) } : null;
  }

  /** Makes the browser known for an account that has just signed in. */
  remember(userId: number, request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): void {
    const known = this.read(request);
    const id = known?.id ?? randomBytes(ID_BYTES).toString('base64url');
    const userIds = [userId, ...(known?.userIds ?? []).filter(other => other !== userId)].slice(0, ACCOUNTS_MAX);
    const value = fastifyCookie.sign(['device', id, ...userIds].join('.'), this.secret);
    const isSecure = this.options.current.ServerAddress.startsWith('https:');
    const cookie = `${DEVICE_COOKIE}=${value}; Max-Age=${LIFETIME_SECONDS}; Path=/api; HttpOnly; SameSite=Lax`;
    reply.header('set-cookie', isSecure ? `${cookie}; Secure` : cookie);
  }
}
