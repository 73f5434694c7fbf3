import { type EntityManager } from 'typeorm';

/**
 * Reads the names of channels. A read model may look into another lib's table for a name to show; that lib stands on a
 * higher floor.
 */
export async function channelNames(
  database: EntityManager,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const known = [...new Set(ids)].filter(id => id > 0);
  if (known.length === 0) return new Map();
  const rows: { id: number | string; name: string }[] = await database.query(
    `SELECT id, name FROM channels WHERE id IN (${known.join(', ')})`, // integers from our own rows
  );
  return new Map(rows.map(row => [Number(row.id), row.name]));
}
