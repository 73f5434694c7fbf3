import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SignedCookie } from './signed-cookie';

const LIFETIME_SECONDS = 365 * 24 * 3600;
const ID_BYTES = 18;
/** Accounts one browser is known for; the one that signed in longest ago is forgotten first. */
const ACCOUNTS_MAX = 5;
const SHAPE = /^device\.([\w-]{24})((?:\.\d{1,16}){1,5})$/;

/** A browser in which an account has signed in before. */
export interface KnownDevice {
  readonly id: string;
  /** Accounts that were signed in here, the latest first. */
  readonly userIds: readonly number[];
}

/**
 * The signed cookie that identifies a browser after its session ended. It grants no access: it only keeps the owner
 * from waiting behind strangers who guess the password of the same account.
 */
@Injectable()
export class DeviceCookie extends SignedCookie {
  protected readonly place = { name: 'device', path: '/api' };

  /** @returns null without a cookie and for one that we did not sign */
  read(request: Pick<FastifyRequest, 'headers'>): KnownDevice | null {
    const [, id, accounts] = SHAPE.exec(this.valueIn(request) ?? '') ?? [];
    return id && accounts ? { id, userIds: accounts.slice(1).split('.').map(Number) } : null;
  }

  /** Makes the browser known for an account that has just signed in. */
  remember(userId: number, request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): void {
    const known = this.read(request);
    const id = known?.id ?? randomBytes(ID_BYTES).toString('base64url');
    const userIds = [userId, ...(known?.userIds ?? []).filter(other => other !== userId)].slice(0, ACCOUNTS_MAX);
    this.sign(reply, { value: ['device', id, ...userIds].join('.'), maxAgeSeconds: LIFETIME_SECONDS });
  }
}
