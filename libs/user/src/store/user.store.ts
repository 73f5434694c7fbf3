import { Injectable } from '@nestjs/common';
import { ALPHANUMERIC, randomText } from '@kernel';
import { Database, likeText, SecretBox } from '@platform';
import { In, IsNull, Raw, type EntityManager } from 'typeorm';
import { type QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import { IdentityEntity } from './identity.entity';
import { type UserRecord } from './user-record';
import { UserEntity } from './user.entity';
import { emailKeyOf, formerUsernameKeyOf, usernameKeyOf } from './user-rules';

export const ACCESS_TOKEN_LENGTH = 32;
const AFF_CODE_LENGTH = 4;
const AFF_CODE_TRIES = 20;
/** The most accounts that a search in another list finds by a part of the user name. */
const NAME_MATCHES_MAX = 1000;

/** The columns that a unit of work may change; expressions are allowed, whole rows are not. */
export type UserChange = QueryDeepPartialEntity<UserEntity>;

/** An expression that ends every session opened so far. */
export function nextSessionVersionSql(): string {
  return 'session_version + 1';
}

/**
 * Look-ups of one account, and the guarded writes. Deleted accounts are found only where the name of the method says
 * so.
 */
@Injectable()
export class UserStore {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  find(id: number): Promise<UserRecord | null> {
    return this.database.read.findOneBy(UserEntity, { id, deletedAtMs: IsNull() });
  }

  /** @param token a system access token as its owner sends it */
  async findByAccessToken(token: string): Promise<UserRecord | null> {
    if (token.length !== ACCESS_TOKEN_LENGTH) return null;
    const accessTokenHash = this.secrets.hash('access-token', token);
    return this.database.read.findOneBy(UserEntity, { accessTokenHash, deletedAtMs: IsNull() });
  }

  /**
   * Finds an account for a login: first by name and only then by e-mail address, so that a name cannot stand before
   * another user's address. A name in the form of earlier versions goes before its plain form, because its owner was
   * there first.
   */
  async findForLogin(login: string): Promise<(UserRecord & { readonly passwordHash: string | null }) | null> {
    const { read } = this.database;
    for (const usernameKey of new Set([formerUsernameKeyOf(login), usernameKeyOf(login)])) {
      const byName = await read.findOneBy(UserEntity, { usernameKey, deletedAtMs: IsNull() });
      if (byName) return byName;
    }
    return read.findOneBy(UserEntity, { email: emailKeyOf(login), deletedAtMs: IsNull() });
  }

  async passwordHashOf(id: number): Promise<string | null> {
    const user = await this.database.read.findOneBy(UserEntity, { id, deletedAtMs: IsNull() });
    return user?.passwordHash ?? null;
  }

  /** Reads ids and password hashes of all living accounts of one role that have a password. */
  async passwordHashesOf(role: number): Promise<ReadonlyMap<number, string>> {
    const users = await this.database.read.findBy(UserEntity, { role, deletedAtMs: IsNull() });
    return new Map(users.flatMap(({ id, passwordHash }) => (passwordHash === null ? [] : [[id, passwordHash]])));
  }

  /** Finds the oldest living account of one role. */
  findFirstOf(role: number): Promise<UserRecord | null> {
    return this.database.read.findOne(UserEntity, { where: { role, deletedAtMs: IsNull() }, order: { id: 'ASC' } });
  }

  /** True when a name was ever taken; deleted accounts keep theirs. */
  isNameTaken(usernameKey: string): Promise<boolean> {
    return this.database.read.existsBy(UserEntity, { usernameKey });
  }

  /** True when an account has this address, given in lower case; deleted accounts keep theirs. */
  isEmailTaken(email: string): Promise<boolean> {
    return this.database.read.existsBy(UserEntity, { email });
  }

  /** Finds an account in any state, deleted accounts included. */
  findEvenDeleted(id: number): Promise<UserRecord | null> {
    return this.database.read.findOneBy(UserEntity, { id });
  }

  /** Reads user names by id; deleted accounts keep theirs. */
  async namesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const users = await this.database.read.find(UserEntity, {
      select: { id: true, username: true },
      where: { id: In([...new Set(ids)]) },
    });
    return new Map(users.map(user => [user.id, user.username]));
  }

  /** Finds the ids of accounts whose name contains a text, deleted ones included: at most the newest thousand. */
  async idsByNamePart(part: string): Promise<readonly number[]> {
    const pattern = `%${likeText(usernameKeyOf(part))}%`;
    const users = await this.database.read.find(UserEntity, {
      select: { id: true },
      where: { usernameKey: Raw(column => `${column} LIKE :pattern ESCAPE '!'`, { pattern }) },
      order: { id: 'DESC' },
      take: NAME_MATCHES_MAX,
    });
    return users.map(user => user.id);
  }

  /** @param email in lower case */
  findByEmail(email: string): Promise<UserRecord | null> {
    return this.database.read.findOneBy(UserEntity, { email, deletedAtMs: IsNull() });
  }

  /** The distinct group texts of living accounts. */
  async groupTexts(): Promise<readonly string[]> {
    const rows = await this.database.read
      .createQueryBuilder(UserEntity, 'user')
      .select('user.group', 'text')
      .distinct(true)
      .where('user.deletedAtMs IS NULL')
      .getRawMany<{ text: string }>();
    return rows.map(row => row.text);
  }

  /** The highest id that was ever given, deleted accounts included; 0 when there is none. */
  async highestId(): Promise<number> {
    return (await this.database.read.maximum(UserEntity, 'id')) ?? 0;
  }

  async hasAny(): Promise<boolean> {
    return (await this.database.read.find(UserEntity, { select: { id: true }, take: 1 })).length > 0;
  }

  identitiesOf(userIds: readonly number[]): Promise<readonly IdentityEntity[]> {
    if (userIds.length === 0) return Promise.resolve([]);
    return this.database.read.findBy(IdentityEntity, { userId: In([...userIds]) });
  }

  /** Reads an account inside a unit of work, as it is now and in any state. */
  findInUnit(manager: EntityManager, id: number): Promise<UserEntity | null> {
    return manager.findOneBy(UserEntity, { id });
  }

  /**
   * Makes other units that lock the same account wait until this unit is over, so that two nodes cannot each take away
   * what the other relied on. Call it inside a unit, before anything is read.
   */
  async lock(manager: EntityManager, id: number): Promise<void> {
    await manager.update(UserEntity, { id }, { role: () => 'role' }); // SQLite knows no row locks for reading
  }

  /** Finds the owner of an invite code. @returns null for empty and unknown codes */
  async findInviter(manager: EntityManager, affCode: string): Promise<UserRecord | null> {
    if (affCode === '') return null;
    return manager.findOneBy(UserEntity, { affCode, deletedAtMs: IsNull() });
  }

  /** Inserts an account. @returns its id. @throws a unique violation when name, address or invite code is taken */
  async insert(manager: EntityManager, row: UserChange): Promise<number> {
    const { identifiers } = await manager.insert(UserEntity, row);
    return Number(identifiers[0]?.id);
  }

  /**
   * Changes columns of a living account.
   *
   * @param guard what must still hold, for example the role that was checked
   * @returns false when it no longer holds
   */
  async change(
    manager: EntityManager,
    id: number,
    change: UserChange,
    guard: { readonly role?: number; readonly status?: number; readonly email?: string } = {},
  ): Promise<boolean> {
    const { affected } = await manager.update(UserEntity, { id, deletedAtMs: IsNull(), ...guard }, change);
    return affected === 1;
  }

  /**
   * Gives an account its e-mail address, in lower case, unless it has one by now.
   *
   * @throws a unique violation when another account has it
   */
  async setFirstEmail(manager: EntityManager, id: number, email: string): Promise<boolean> {
    const { affected } = await manager.update(UserEntity, { id, email: IsNull(), deletedAtMs: IsNull() }, { email });
    return affected === 1;
  }

  /** Gives an account its invite code, unless it has one by now. */
  async setAffCode(manager: EntityManager, id: number, affCode: string): Promise<void> {
    await manager.update(UserEntity, { id, affCode: IsNull(), deletedAtMs: IsNull() }, { affCode });
  }

  /** Replaces a password hash made with old parameters, unless the password was changed meanwhile. */
  async replaceHash(manager: EntityManager, id: number, oldHash: string, newHash: string): Promise<void> {
    await manager.update(UserEntity, { id, passwordHash: oldHash }, { passwordHash: newHash });
  }

  /**
   * An invite code that no account has; the unique index still decides when two accounts draw the same code at once.
   */
  async freeAffCode(manager: EntityManager): Promise<string> {
    for (let attempt = 0; attempt < AFF_CODE_TRIES; attempt += 1) {
      const affCode = randomText(AFF_CODE_LENGTH, ALPHANUMERIC);
      if (!(await manager.existsBy(UserEntity, { affCode }))) return affCode;
    }
    return randomText(AFF_CODE_LENGTH * 4, ALPHANUMERIC); // the short ones are nearly used up
  }

  newAccessToken(): { readonly token: string; readonly accessTokenHash: string } {
    const token = randomText(ACCESS_TOKEN_LENGTH, ALPHANUMERIC);
    return { token, accessTokenHash: this.secrets.hash('access-token', token) };
  }
}
