import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { SessionEntity } from './session.entity';

/** Rows of sessions, found by the hash of their id. */
@Injectable()
export class SessionStore {
  constructor(private readonly database: Database) {}

  find(idHash: string): Promise<Readonly<SessionEntity> | null> {
    return this.database.read.findOneBy(SessionEntity, { idHash });
  }

  async insert(manager: EntityManager, session: Readonly<SessionEntity>): Promise<void> {
    await manager.insert(SessionEntity, session);
  }

  async remove(manager: EntityManager, idHash: string): Promise<void> {
    await manager.delete(SessionEntity, { idHash });
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
