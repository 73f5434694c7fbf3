import { type DatabaseDialect } from '../config/config';
import { SqlParameters } from '../database/sql-parameters';
import { type SecretBox } from './secret-box';

/** Something that runs a statement. */
interface Queries {
  query(sql: string, parameters?: (string | number)[]): Promise<unknown>;
}

/** The one row of the table `sealing`. */
const ROW = 1;

/** Reads the sealed look-up keys; null before the first server has kept them. */
export async function readSealing(database: Queries): Promise<string | null> {
  const rows = (await database.query(`SELECT look_up FROM sealing WHERE id = ${ROW}`)) as readonly {
    look_up: string;
  }[];
  return rows[0]?.look_up ?? null;
}

/**
 * Lets a box hash and seal as all other processes do.
 *
 * @returns false when neither of its master keys is one of this database
 */
export async function followSealing(database: Queries, box: SecretBox): Promise<boolean> {
  const kept = await readSealing(database);
  return kept === null || box.adopt(kept);
}

/** Keeps the look-up keys of a box, unless some are kept. */
export async function keepSealing(database: Queries, dialect: DatabaseDialect, box: SecretBox): Promise<void> {
  if ((await readSealing(database)) !== null) return;
  const parameters = new SqlParameters(dialect);
  const values = `VALUES (${ROW}, ${parameters.add(box.sealedLookUp)})`;
  // Nodes that start together agree on the row of the first.
  const sql =
    dialect === 'mysql'
      ? `INSERT IGNORE INTO sealing (id, look_up) ${values}`
      : `INSERT INTO sealing (id, look_up) ${values} ON CONFLICT (id) DO NOTHING`;
  await database.query(sql, parameters.values);
}

/** Names the key that seals from now on. @param before the row as it was read; another one is left alone */
export async function turnSealing(
  database: Queries,
  dialect: DatabaseDialect,
  before: string,
  after: string,
): Promise<void> {
  const parameters = new SqlParameters(dialect);
  const sql = `UPDATE sealing SET look_up = ${parameters.add(after)} WHERE id = ${ROW} AND look_up = ${parameters.add(before)}`;
  await database.query(sql, parameters.values);
}
