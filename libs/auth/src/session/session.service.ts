import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UserStatus } from '@contracts';
import { AppError } from '@kernel';
import { Logger, SecretBox, UnitOfWork, type Caller } from '@platform';
import { UserStore, type UserRecord } from '@user';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type EntityManager } from 'typeorm';
import { DeviceCookie } from './device-cookie';
import { SESSION_LIFETIME_SECONDS, SessionCookie } from './session-cookie';
import { type SessionEntity } from './session.entity';
import { SessionStore } from './session.store';

const ID_BYTES = 32;
const LIFETIME_MS = SESSION_LIFETIME_SECONDS * 1000;
const RENEW_AFTER_MS = 3_600_000;
/** Lifetime of a session without a signed-in user: long enough to come back from a sign-in provider. */
const GUEST_LIFETIME_MS = 30 * 60_000;
/** Owner id of sessions in which no user is signed in. */
const NOBODY = 0;

/** A session together with its account as it is now. */
export interface OpenSession {
  readonly id: string;
  readonly row: Readonly<SessionEntity>;
  readonly user: UserRecord;
}

/** Sessions of the console: kept on the server, so that they can be ended from the server. */
@Injectable()
export class SessionService {
  constructor(
    private readonly store: SessionStore,
    private readonly cookie: SessionCookie,
    private readonly devices: DeviceCookie,
    private readonly users: UserStore,
    private readonly secrets: SecretBox,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  /**
   * Opens a session under a new id, never under one the browser brought along, and ends the one it brought.
   *
   * @throws AppError AUTH_SESSION_SAVE
   */
  async open(user: UserRecord, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const previousId = this.cookie.read(request);
    const row = this.newRow(id, user, request, LIFETIME_MS);
    try {
      await this.unitOfWork.run(async manager => {
        if (previousId !== null) await this.store.remove(manager, this.hash(previousId));
        await this.store.insert(manager, row);
        await this.users.change(manager, user.id, { lastLoginAtMs: row.createdAtMs });
      });
    } catch (error) {
      if (error instanceof AppError) throw error;
      this.logger.error({ err: error, userId: user.id }, 'a session could not be stored');
      throw new AppError('AUTH_SESSION_SAVE', { cause: error });
    }
    this.cookie.write(reply, id);
    this.devices.remember(user.id, request, reply);
  }

  /**
   * Names the browser of a request, signed in or not, so that what starts here can be bound to it. A browser without a
   * session gets one without a user; signing in later opens another.
   *
   * @returns hash that names the session
   * @throws AppError AUTH_SESSION_SAVE
   */
  async ensure(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const known = await this.liveRow(request);
    if (known && known.userId !== NOBODY) return known.idHash;
    if (known && known.expiresAtMs - Date.now() > GUEST_LIFETIME_MS / 2) return known.idHash;
    // A session that is about to expire would end what is bound to it, so a new one is opened.
    const id = randomBytes(ID_BYTES).toString('base64url');
    const row = this.newRow(id, { id: NOBODY, sessionVersion: 0 }, request, GUEST_LIFETIME_MS);
    await this.unitOfWork.run(manager => this.store.insert(manager, row));
    this.cookie.write(reply, id, GUEST_LIFETIME_MS / 1000);
    return row.idHash;
  }

  /** The hash that names the live session of a request, signed in or not, or null; opens no session. */
  async nameOf(request: FastifyRequest): Promise<string | null> {
    return (await this.liveRow(request))?.idHash ?? null;
  }

  /**
   * Says, inside a unit of work, whether a caller is still signed in, for flows that waited for other servers.
   *
   * @returns false for access tokens too, which have no session
   */
  async isStillOpen(manager: EntityManager, caller: Caller): Promise<boolean> {
    const row = caller.sessionId === null ? null : await this.store.findInUnit(manager, caller.sessionId);
    const user = await this.users.findInUnit(manager, caller.id);
    if (!row || row.expiresAtMs <= Date.now() || !user || user.deletedAtMs !== null) return false;
    return user.status === UserStatus.Enabled && row.sessionVersion === user.sessionVersion;
  }

  /**
   * The valid session of a request: not expired, its account existing, its version current. The session of a banned
   * account is still returned, so that its owner learns why it ends.
   */
  async find(request: FastifyRequest): Promise<OpenSession | null> {
    const id = this.cookie.read(request);
    if (id === null) return null;
    const row = await this.store.find(this.hash(id));
    if (!row || row.expiresAtMs <= Date.now()) return null;
    const user = await this.users.find(row.userId);
    if (!user) return null;
    const isCurrent = row.sessionVersion === user.sessionVersion || user.status !== UserStatus.Enabled;
    return isCurrent ? { id, row, user } : null;
  }

  /**
   * Extends the expiry of a session in use, at most once an hour. Callers do not wait for it: the session is valid
   * either way.
   */
  renew({ id, row }: OpenSession, reply: FastifyReply | undefined): void {
    const nowMs = Date.now();
    if (nowMs - row.seenAtMs < RENEW_AFTER_MS) return;
    const times = { seenAtMs: nowMs, expiresAtMs: nowMs + LIFETIME_MS };
    this.unitOfWork
      .run(manager => this.store.renew(manager, row, times))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'a session could not be renewed'));
    if (reply) this.cookie.write(reply, id);
  }

  /** Lets the session live on after its own account changed its password; inside the unit that changes it. */
  adopt(manager: EntityManager, sessionId: string, sessionVersion: number): Promise<void> {
    return this.store.adopt(manager, sessionId, sessionVersion);
  }

  /** Ends the session of a request, if any, and removes its cookie. */
  async close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const id = this.cookie.read(request);
    if (id !== null) await this.end(this.hash(id));
    this.cookie.clear(reply);
  }

  /** @param sessionId hash that names the record */
  async end(sessionId: string): Promise<void> {
    await this.unitOfWork.run(manager => this.store.remove(manager, sessionId));
  }

  /** Job: removes rows of sessions that are no longer valid. */
  async removeExpired(): Promise<void> {
    await this.unitOfWork.run(manager => this.store.removeExpired(manager, Date.now()));
  }

  /**
   * The row of a live session. A session that was ended elsewhere, for example by a new password, keeps its row for a
   * while but is not live.
   */
  private async liveRow(request: FastifyRequest): Promise<Readonly<SessionEntity> | null> {
    const id = this.cookie.read(request);
    const row = id === null ? null : await this.store.find(this.hash(id));
    if (!row || row.expiresAtMs <= Date.now()) return null;
    return row.userId === NOBODY || (await this.find(request)) ? row : null;
  }

  private newRow(
    id: string,
    owner: Pick<UserRecord, 'id' | 'sessionVersion'>,
    request: FastifyRequest,
    lifetimeMs: number,
  ): SessionEntity {
    const nowMs = Date.now();
    return {
      idHash: this.hash(id),
      userId: owner.id,
      sessionVersion: owner.sessionVersion,
      data: '{}',
      clientIp: request.ip.slice(0, 64),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 255),
      createdAtMs: nowMs,
      seenAtMs: nowMs,
      expiresAtMs: nowMs + lifetimeMs,
    };
  }

  private hash(id: string): string {
    return this.secrets.hash('session', id);
  }
}
