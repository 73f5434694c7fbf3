import { DataSource } from 'typeorm';

/**
 * Writes every row of every table of a PostgreSQL database as text; bytes are shown as the characters that they may
 * encode.
 */
export async function dumpTables(url: string): Promise<string> {
  const source = await new DataSource({ type: 'postgres', url }).initialize();
  try {
    const tables: { name: string }[] = await source.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const dumps = [];
    for (const { name } of tables) {
      const rows: Record<string, unknown>[] = await source.query(`SELECT * FROM "${name}"`);
      dumps.push(`${name}\n${rows.map(lineOf).join('\n')}`);
    }
    return dumps.join('\n\n');
  } finally {
    await source.destroy();
  }
}

function lineOf(row: Record<string, unknown>): string {
  return Object.values(row)
    .map(value =>
      Buffer.isBuffer(value)
        ? value.toString('latin1')
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value),
    )
    .join('\t');
}
