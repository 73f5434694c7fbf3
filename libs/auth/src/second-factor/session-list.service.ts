import { Injectable } from '@nestjs/common';
import { type SessionView } from '@contracts';
import { AppError } from '@kernel';
import { UnitOfWork, type Caller } from '@platform';
import { UserStore, type UserRecord } from '@user';
import { type SessionEntity } from '../session/session.entity';
import { SessionStore } from '../session/session.store';

/**
 * Length of a session's public name, in characters of its hash: enough to be unique within one account, too few to be
 * the hash.
 */
const NAME_LENGTH = 16;
const NAME = new RegExp(`^[0-9a-f]{${NAME_LENGTH}}$`);

/** The browsers in which somebody is signed in. */
@Injectable()
export class SessionListService {
  constructor(
    private readonly store: SessionStore,
    private readonly users: UserStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Newest use first. */
  async list(caller: Caller): Promise<readonly SessionView[]> {
    const rows = await this.store.listLiving(await this.ownerOf(caller), Date.now());
    return rows.map(row => toSessionView(row, caller.sessionId));
  }

  /** @throws AppError SESSION_NOT_FOUND, also for a session of somebody else */
  async end(caller: Caller, name: string): Promise<void> {
    if (!NAME.test(name)) throw new AppError('SESSION_NOT_FOUND');
    const owner = await this.ownerOf(caller);
    const isEnded = await this.unitOfWork.run(manager => this.store.removeLiving(manager, owner, name, Date.now()));
    if (!isEnded) throw new AppError('SESSION_NOT_FOUND');
  }

  /** Ends all sessions except the caller's; a caller with an access token has none, so all of them end. */
  async endOthers(caller: Caller): Promise<void> {
    await this.unitOfWork.run(manager => this.store.removeOthers(manager, caller.id, caller.sessionId));
  }

  private async ownerOf({ id }: Caller): Promise<UserRecord> {
    const user = await this.users.find(id);
    if (!user) throw new AppError('AUTH_NOT_LOGGED_IN'); // deleted since the guard looked
    return user;
  }
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}

function toSessionView(row: Readonly<SessionEntity>, currentId: string | null): SessionView {
  return {
    id: row.idHash.slice(0, NAME_LENGTH),
    client_ip: row.clientIp,
    user_agent: row.userAgent,
    created_time: secondsOf(row.createdAtMs),
    seen_time: secondsOf(row.seenAtMs),
    expires_time: secondsOf(row.expiresAtMs),
    is_current: row.idHash === currentId,
  };
}
