import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { type UserRecord } from '@user';
import { LessThanOrEqual, Like, MoreThan, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { SessionEntity } from './session.entity';

/** Most sessions that are listed; more than a person would read. */
const LISTED_MAX = 100;

/** The owner of sessions: those with the account's present version are live. */
export type SessionOwner = Pick<UserRecord, 'id' | 'sessionVersion'>;

/** Rows of sessions, found by the hash of their id. */
@Injectable()
export class SessionStore {
  constructor(private readonly database: Database) {}

  find(idHash: string): Promise<Readonly<SessionEntity> | null> {
    return this.database.read.findOneBy(SessionEntity, { idHash });
  }

  findInUnit(manager: EntityManager, idHash: string): Promise<Readonly<SessionEntity> | null> {
    return manager.findOneBy(SessionEntity, { idHash });
  }

  /** At most 100 sessions that still count, newest use first. */
  listLiving(owner: SessionOwner, nowMs: number): Promise<readonly Readonly<SessionEntity>[]> {
    return this.database.read.find(SessionEntity, {
      where: living(owner, nowMs),
      order: { seenAtMs: 'DESC', createdAtMs: 'DESC', idHash: 'ASC' },
      take: LISTED_MAX,
    });
  }

  async insert(manager: EntityManager, session: Readonly<SessionEntity>): Promise<void> {
    await manager.insert(SessionEntity, session);
  }

  async remove(manager: EntityManager, idHash: string): Promise<void> {
    await manager.delete(SessionEntity, { idHash });
  }

  /**
   * Ends the session of an owner whose hash begins in a certain way.
   *
   * @param hashStart lower-case hex, long enough to fit one
   * @returns whether there was one that still counted
   */
  async removeLiving(manager: EntityManager, owner: SessionOwner, hashStart: string, nowMs: number): Promise<boolean> {
    const { affected } = await manager.delete(SessionEntity, {
      ...living(owner, nowMs),
      idHash: Like(`${hashStart}%`),
    });
    return (affected ?? 0) > 0;
  }

  /** @param keptIdHash null to end all of them */
  async removeOthers(manager: EntityManager, userId: number, keptIdHash: string | null): Promise<void> {
    await manager.delete(SessionEntity, keptIdHash === null ? { userId } : { userId, idHash: Not(keptIdHash) });
  }

  /** Lets a session live on under a new version of its account. */
  async adopt(manager: EntityManager, idHash: string, sessionVersion: number): Promise<void> {
    await manager.update(SessionEntity, { idHash }, { sessionVersion });
  }

  /** Moves the expiry, unless another request of this session has just done it. */
  async renew(
    manager: EntityManager,
    session: Pick<SessionEntity, 'idHash' | 'seenAtMs'>,
    times: Pick<SessionEntity, 'seenAtMs' | 'expiresAtMs'>,
  ): Promise<void> {
    await manager.update(SessionEntity, { idHash: session.idHash, seenAtMs: session.seenAtMs }, times);
  }

  async removeExpired(manager: EntityManager, nowMs: number): Promise<void> {
    await manager.delete(SessionEntity, { expiresAtMs: LessThanOrEqual(nowMs) });
  }
}

function living({ id, sessionVersion }: SessionOwner, nowMs: number): FindOptionsWhere<SessionEntity> {
  return {
    userId: id,
    sessionVersion,
    expiresAtMs: MoreThan(nowMs),
  };
}
