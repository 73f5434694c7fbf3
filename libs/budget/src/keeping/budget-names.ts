import { usernameKeyOf } from '@user';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';

/** A key, as far as its budgets name it. */
export interface NamedKey {
  readonly name: string;
  readonly userId: number;
  readonly username: string;
}

/** A team with its owner, or a membership with its member. */
export type NamedTeam = NamedKey;

/** The facts about other libs' rows that budgets name; a read model may look into another lib's table. */
@Injectable()
export class BudgetNames {
  constructor(private readonly database: Database) {}

  /** Names of users, deleted ones left out. */
  async users(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.rows<{ id: number | string; username: string }>(
      'SELECT id, username FROM users WHERE deleted_at_ms IS NULL AND id IN',
      ids,
    );
    return new Map(rows.map(row => [Number(row.id), row.username]));
  }

  /** The id of a user; null where nobody has the name. */
  async userNamed(username: string): Promise<number | null> {
    const query = this.database.read.createQueryBuilder().select('id', 'id').from('users', 'known');
    const row = await query
      .where('username_key = :key AND deleted_at_ms IS NULL', { key: usernameKeyOf(username) })
      .getRawOne<{ id: number | string }>();
    return row ? Number(row.id) : null;
  }

  /** Names and owners of keys, deleted ones left out. */
  keys(ids: readonly number[]): Promise<ReadonlyMap<number, NamedKey>> {
    return this.named(
      `SELECT t.id AS id, t.name AS name, t.user_id AS user_id, u.username AS username FROM tokens AS t
       JOIN users AS u ON u.id = t.user_id WHERE t.deleted_at_ms IS NULL AND t.id IN`,
      ids,
    );
  }

  /** Names of teams with their owners, deleted ones left out. */
  teams(ids: readonly number[]): Promise<ReadonlyMap<number, NamedTeam>> {
    return this.named(
      `SELECT t.id AS id, t.name AS name, u.id AS user_id, u.username AS username FROM teams AS t
       JOIN users AS u ON u.id = t.owner_id WHERE t.deleted_at_ms IS NULL AND t.id IN`,
      ids,
    );
  }

  /** Memberships by their ids: the name of the team, and who is the member. */
  members(ids: readonly number[]): Promise<ReadonlyMap<number, NamedTeam>> {
    return this.named(
      `SELECT m.id AS id, t.name AS name, u.id AS user_id, u.username AS username FROM team_members AS m
       JOIN teams AS t ON t.id = m.team_id AND t.deleted_at_ms IS NULL
       JOIN users AS u ON u.id = m.user_id WHERE m.id IN`,
      ids,
    );
  }

  /** The keys of a user and the groups that they name. */
  async keysOf(userId: number): Promise<{ readonly ids: readonly number[]; readonly groups: readonly string[] }> {
    const rows: { id: number | string; token_group: string }[] = await this.database.read.query(
      `SELECT id, token_group FROM tokens WHERE deleted_at_ms IS NULL AND user_id = ${Number(userId)}`,
    );
    const groups = new Set(rows.map(row => row.token_group).filter(group => group !== ''));
    return { ids: rows.map(row => Number(row.id)), groups: [...groups] };
  }

  /** @param sql selects id, name, user_id and username */
  private async named(sql: string, ids: readonly number[]): Promise<ReadonlyMap<number, NamedKey>> {
    type Row = { id: number | string; name: string; user_id: number | string; username: string };
    const rows = await this.rows<Row>(sql, ids);
    return new Map(
      rows.map(({ id, name, user_id, username }) => [Number(id), { name, userId: Number(user_id), username }]),
    );
  }

  private async rows<Row>(sql: string, ids: readonly number[]): Promise<readonly Row[]> {
    const known = [...new Set(ids)].filter(id => Number.isSafeInteger(id) && id > 0);
    if (known.length === 0) return [];
    return (await this.database.read.query(`${sql} (${known.join(', ')})`)) as readonly Row[];
  }
}
