import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KEY_DIGEST_PREFIX, TOKEN_KEY_PREFIX, TokenStatus } from '@contracts';
import {
  Database,
  dialectOf,
  execute,
  likeText,
  rowSetParameter,
  rowSetSql,
  SecretBox,
  type PageRequest,
} from '@platform';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { type QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import { TokenEntity } from './token.entity';

export type TokenChange = QueryDeepPartialEntity<TokenEntity>;
/** A stored token; only this lib sees it. */
export type TokenRow = Readonly<TokenEntity>;

/** Widths of the columns, in characters. */
const ADDRESS_LENGTH_MAX = 64;
const CLIENT_LENGTH_MAX = 128;
/** Tokens that the list of a team shows. */
const TEAM_ROWS_MAX = 1000;

/** The last use of a token. */
export interface LastUse {
  atMs: number;
  address: string;
  /** What the client calls itself, as it was sent; null when it says nothing. */
  client: string | null;
}

/** Which tokens of all owners are listed. */
export interface AllTokensFilter {
  /** Null for every owner. */
  readonly ownerIds: readonly number[] | null;
  /** Empty for every name, and for every group. */
  readonly namePart: string;
  readonly group: string;
  /** 0 for every status. */
  readonly status: number;
  /** Tokens that were used last, or made, before this time; null for all. */
  readonly usedBeforeMs: number | null;
}

export interface RotationTimes {
  readonly nowMs: number;
  /** Until when the replaced key works. */
  readonly endsAtMs: number;
}

/** Rows of tokens. Look-ups of an owner's token name the owner in the condition. */
@Injectable()
export class TokenStore {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  /** Finds the token of a key, also of the one that its last rotation replaced; deleted tokens are not found. */
  findByKey(key: string): Promise<TokenRow | null> {
    const hashes = In(this.hashesOf(key));
    return this.database.read.findOneBy(TokenEntity, [
      { keyHash: hashes, deletedAtMs: IsNull() },
      { previousKeyHash: hashes, deletedAtMs: IsNull() },
    ]);
  }

  /** Whether a key is not the present one of its token but the one that was replaced. */
  isPreviousKey({ keyHash }: Pick<TokenEntity, 'keyHash'>, key: string): boolean {
    return !this.hashesOf(key).includes(keyHash);
  }

  /** Whether a token was found by the digest of its key alone, as an import from LiteLLM stores it. */
  isKnownByDigest({ keyHash }: Pick<TokenEntity, 'keyHash'>, key: string): boolean {
    return keyHash === this.hashOfDigest(key);
  }

  /** Stores the key of a token of which only the digest was known. @returns false when it was known already */
  async learnKey(manager: EntityManager, id: number, key: string): Promise<boolean> {
    const keyHash = this.secrets.hash('api-token', key);
    const keySealed = this.secrets.seal('api-token', key);
    const { affected } = await manager.update(
      TokenEntity,
      { id, keyHash: this.hashOfDigest(key) },
      { keyHash, keySealed },
    );
    return affected === 1;
  }

  /** The columns of a rotation: the present key becomes the previous one. */
  rotated({ keyHash }: Pick<TokenEntity, 'keyHash'>, newKey: string, times: RotationTimes): TokenChange {
    return {
      keyHash: this.secrets.hash('api-token', newKey),
      keySealed: this.secrets.seal('api-token', newKey),
      previousKeyHash: keyHash,
      rotatedAtMs: times.nowMs,
      previousEndsAtMs: times.endsAtMs,
    };
  }

  private hashesOf(key: string): readonly string[] {
    return [this.secrets.hash('api-token', key), this.hashOfDigest(key)];
  }

  private hashOfDigest(key: string): string {
    return this.secrets.hash('api-token', `${KEY_DIGEST_PREFIX}${sha256(`${TOKEN_KEY_PREFIX}${key}`)}`);
  }

  /** Finds a token of any owner. */
  find(id: number): Promise<TokenRow | null> {
    return this.database.read.findOneBy(TokenEntity, { id, deletedAtMs: IsNull() });
  }

  findOwn(userId: number, id: number): Promise<TokenRow | null> {
    return this.database.read.findOneBy(TokenEntity, { id, userId, deletedAtMs: IsNull() });
  }

  findOwnInUnit(manager: EntityManager, userId: number, id: number): Promise<TokenRow | null> {
    return manager.findOneBy(TokenEntity, { id, userId, deletedAtMs: IsNull() });
  }

  /** Lists the tokens of an owner, newest first. */
  listOwn(userId: number, page?: PageRequest): Promise<readonly TokenRow[]> {
    return this.database.read.find(TokenEntity, {
      where: { userId, deletedAtMs: IsNull() },
      order: { id: 'DESC' },
      ...page,
    });
  }

  countOwn(userId: number): Promise<number> {
    return this.database.read.countBy(TokenEntity, { userId, deletedAtMs: IsNull() });
  }

  countOwnInUnit(manager: EntityManager, userId: number): Promise<number> {
    return manager.countBy(TokenEntity, { userId, deletedAtMs: IsNull() });
  }

  /** Lists the tokens of a team, newest first. @param memberId whose own ones stand beside the shared ones; null for all */
  listOfTeam(teamId: number, memberId: number | null): Promise<readonly TokenRow[]> {
    const where = { teamId, deletedAtMs: IsNull(), ...(memberId !== null && { memberId: In([0, memberId]) }) };
    return this.database.read.find(TokenEntity, { where, order: { id: 'DESC' }, take: TEAM_ROWS_MAX });
  }

  countSharedInUnit(manager: EntityManager, teamId: number): Promise<number> {
    return manager.countBy(TokenEntity, { teamId, memberId: 0, deletedAtMs: IsNull() });
  }

  /** Changes a token of a team. @returns false when the team has no such token */
  async changeOfTeam(manager: EntityManager, teamId: number, id: number, change: TokenChange): Promise<boolean> {
    const { affected } = await manager.update(TokenEntity, { id, teamId, deletedAtMs: IsNull() }, change);
    return affected === 1;
  }

  /** Lists tokens of all owners, newest first. */
  async listAll(filter: AllTokensFilter, page: PageRequest): Promise<[readonly TokenRow[], number]> {
    const query = this.database.read.createQueryBuilder(TokenEntity, 'token').where('token.deletedAtMs IS NULL');
    const { ownerIds, namePart, status, group, usedBeforeMs } = filter;
    if (ownerIds !== null) {
      if (ownerIds.length === 0) return [[], 0];
      query.andWhere('token.userId IN (:...ownerIds)', { ownerIds });
    }
    if (namePart !== '') {
      const part = `%${likeText(namePart.toLowerCase())}%`;
      query.andWhere(`LOWER(token.name) LIKE :part ESCAPE '!'`, { part });
    }
    if (status !== 0) query.andWhere('token.status = :status', { status });
    if (group !== '') query.andWhere('token.group = :group', { group });
    if (usedBeforeMs !== null) query.andWhere('token.accessedAtMs < :usedBeforeMs', { usedBeforeMs });
    return query.orderBy('token.id', 'DESC').skip(page.skip).take(page.take).getManyAndCount();
  }

  async insert(manager: EntityManager, key: string, row: TokenChange): Promise<number> {
    const { identifiers } = await manager.insert(TokenEntity, {
      ...row,
      keyHash: this.secrets.hash('api-token', key),
      keySealed: this.secrets.seal('api-token', key),
    });
    return Number(identifiers[0]?.id);
  }

  /** Changes a token of an owner. @returns false when the owner has no such token, or has it no longer */
  async changeOwn(manager: EntityManager, userId: number, id: number, change: TokenChange): Promise<boolean> {
    const { affected } = await manager.update(TokenEntity, { id, userId, deletedAtMs: IsNull() }, change);
    return affected === 1;
  }

  /** Changes the keys of a token that still has those of `row`. @returns false when they were changed meanwhile */
  async changeKeys(manager: EntityManager, row: TokenRow, change: TokenChange): Promise<boolean> {
    const { id, keyHash, previousEndsAtMs } = row;
    const before = { id, keyHash, previousEndsAtMs, deletedAtMs: IsNull() };
    const { affected } = await manager.update(TokenEntity, before, change);
    return affected === 1;
  }

  /** Changes the status by compare-and-set from enabled. @returns whether the status changed */
  async retire(manager: EntityManager, id: number, status: number): Promise<boolean> {
    const { affected } = await manager.update(TokenEntity, { id, status: TokenStatus.Enabled }, { status });
    return affected === 1;
  }

  /** Enabled tokens that expire within a span, and whose owners were not told of this expiry; the first to expire first. */
  expiring(afterMs: number, untilMs: number, most: number): Promise<readonly TokenRow[]> {
    return this.database.read
      .createQueryBuilder(TokenEntity, 'token')
      .where('token.deletedAtMs IS NULL AND token.status = :status', { status: TokenStatus.Enabled })
      .andWhere('token.expiresAtMs > :afterMs AND token.expiresAtMs <= :untilMs', { afterMs, untilMs })
      .andWhere('token.remindedExpiryMs <> token.expiresAtMs')
      .orderBy('token.expiresAtMs', 'ASC')
      .take(most)
      .getMany();
  }

  /** Notes that the owner was told of the expiry. @returns false when that is noted, or the expiry was moved */
  async markReminded(manager: EntityManager, { id, expiresAtMs }: TokenRow): Promise<boolean> {
    const before = { id, expiresAtMs, remindedExpiryMs: Not(expiresAtMs), deletedAtMs: IsNull() };
    const { affected } = await manager.update(TokenEntity, before, { remindedExpiryMs: expiresAtMs });
    return affected === 1;
  }

  /** Finds a token of any owner inside a unit of work. */
  findInUnit(manager: EntityManager, id: number): Promise<TokenRow | null> {
    return manager.findOneBy(TokenEntity, { id, deletedAtMs: IsNull() });
  }

  /** The key; empty while only its digest is known. */
  keyOf(row: Pick<TokenEntity, 'keySealed'>): string {
    const key = this.secrets.open('api-token', row.keySealed);
    return key.startsWith(KEY_DIGEST_PREFIX) ? '' : key;
  }

  /** Sets the last use of many tokens by one statement; times only grow. */
  async touch(manager: EntityManager, lastUses: ReadonlyMap<number, LastUse>): Promise<void> {
    const dialect = dialectOf(manager.connection);
    const uses = rowSetSql(dialect, { token_id: 'integer', used_at_ms: 'integer', address: 'text', client: 'text' });
    const isNewer = 'tokens.id = uses.token_id AND tokens.accessed_at_ms < uses.used_at_ms';
    const sql =
      dialect === 'mysql'
        ? `UPDATE tokens JOIN (${uses}) AS uses ON ${isNewer} SET tokens.accessed_at_ms = uses.used_at_ms,
           tokens.accessed_ip = uses.address, tokens.accessed_client = uses.client`
        : `UPDATE tokens SET accessed_at_ms = uses.used_at_ms, accessed_ip = uses.address,
           accessed_client = uses.client FROM (${uses}) AS uses WHERE ${isNewer}`;
    const rows = [...lastUses].map(([id, { atMs, address, client }]) => [
      id,
      atMs,
      address.slice(0, ADDRESS_LENGTH_MAX),
      (client ?? '').replaceAll(/\p{C}/gu, '').slice(0, CLIENT_LENGTH_MAX),
    ]);
    await execute(manager, sql, [rowSetParameter(rows)]);
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
