import { Injectable } from '@nestjs/common';
import { isRole, Role, USER_ID_HEADER, UserStatus, type RoleValue } from '@contracts';
import { AppError } from '@kernel';
import { SessionReader, type Caller } from '@platform';
import { UserStore, type UserRecord } from '@user';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { SessionService, type OpenSession } from './session.service';

const HEADER = USER_ID_HEADER.toLowerCase();

/** The account that a request identified itself as, before it is checked whether that account may be used. */
interface Identity {
  readonly user: UserRecord;
  /** Null for a system access token. */
  readonly session: OpenSession | null;
}

/** Recognises console callers: session first, system access token otherwise, then the user header, then the account. */
@Injectable()
export class ConsoleSessionReader extends SessionReader {
  constructor(
    private readonly sessions: SessionService,
    private readonly users: UserStore,
  ) {
    super();
  }

  async read(request: FastifyRequest, reply?: FastifyReply): Promise<Caller> {
    const identity = await this.identify(request);
    checkUserHeader(request.headers[HEADER], identity.user.id);
    if (identity.user.status !== UserStatus.Enabled) {
      if (identity.session) await this.sessions.end(identity.session.row.idHash);
      throw new AppError('AUTH_BANNED');
    }
    if (!isUsable(identity.user)) throw new AppError('AUTH_USER_INVALID');
    if (identity.session) this.sessions.renew(identity.session, reply);
    return toCaller(identity);
  }

  async readOptional(request: FastifyRequest): Promise<Caller | null> {
    const session = await this.sessions.find(request);
    const user = session?.user ?? (await this.findByAccessToken(request));
    if (!user || user.status !== UserStatus.Enabled || !isUsable(user)) return null;
    const header = request.headers[HEADER];
    // Routes for guests may be called without the header, but never with another user's id in it.
    if (header !== undefined && header !== String(user.id)) return null;
    return toCaller({ user, session });
  }

  private async identify(request: FastifyRequest): Promise<Identity> {
    const session = await this.sessions.find(request);
    if (session) return { user: session.user, session };
    if (!request.headers.authorization) throw new AppError('AUTH_NOT_LOGGED_IN');
    const user = await this.findByAccessToken(request);
    if (!user) throw new AppError('AUTH_TOKEN_INVALID');
    return { user, session: null };
  }

  private findByAccessToken(request: FastifyRequest): Promise<UserRecord | null> {
    const { authorization } = request.headers;
    if (!authorization) return Promise.resolve(null);
    return this.users.findByAccessToken(authorization.replace(/^Bearer /i, '').trim());
  }
}

/** Checks the header that a form on another site cannot set, which makes it the guard against forged requests. */
function checkUserHeader(header: string | string[] | undefined, userId: number): void {
  if (header === undefined || header === '') throw new AppError('AUTH_HEADER_MISSING');
  const text = String(header).trim();
  if (!/^[+-]?\d+$/.test(text)) throw new AppError('AUTH_HEADER_FORMAT');
  if (Number(text) !== userId) throw new AppError('AUTH_HEADER_MISMATCH');
}

function isUsable(user: UserRecord): boolean {
  return user.username !== '' && isRole(user.role) && user.role !== Role.Guest;
}

function toCaller({ user, session }: Identity): Caller {
  return {
    id: user.id,
    username: user.username,
    role: user.role as RoleValue, // checked by isUsable
    group: user.group,
    via: session ? 'session' : 'access-token',
    sessionId: session?.row.idHash ?? null,
  };
}
