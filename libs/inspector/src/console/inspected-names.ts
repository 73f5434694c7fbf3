import { Injectable } from '@nestjs/common';
import { Database } from '@platform';

/** The facts about other libs' rows that the inspector names; a read model may look into another lib's table. */
@Injectable()
export class InspectedNames {
  constructor(private readonly database: Database) {}

  /** Names and roles of users, deleted ones left out. */
  async users(ids: readonly number[]): Promise<ReadonlyMap<number, { readonly name: string; readonly role: number }>> {
    const rows = await this.rows<{ id: number | string; username: string; role: number | string }>(
      'SELECT id, username, role FROM users WHERE deleted_at_ms IS NULL AND id IN',
      ids,
    );
    return new Map(rows.map(row => [Number(row.id), { name: row.username, role: Number(row.role) }]));
  }

  /** Names and owners of keys, deleted ones left out. */
  async tokens(
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, { readonly name: string; readonly userId: number }>> {
    const rows = await this.rows<{ id: number | string; name: string; user_id: number | string }>(
      'SELECT id, name, user_id FROM tokens WHERE deleted_at_ms IS NULL AND id IN',
      ids,
    );
    return new Map(rows.map(row => [Number(row.id), { name: row.name, userId: Number(row.user_id) }]));
  }

  async channels(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.rows<{ id: number | string; name: string }>(
      'SELECT id, name FROM channels WHERE id IN',
      ids,
    );
    return new Map(rows.map(row => [Number(row.id), row.name]));
  }

  private async rows<Row>(sql: string, ids: readonly number[]): Promise<readonly Row[]> {
    const known = [...new Set(ids)].filter(id => Number.isSafeInteger(id) && id > 0);
    if (known.length === 0) return [];
    return (await this.database.read.query(`${sql} (${known.join(', ')})`)) as readonly Row[];
  }
}
