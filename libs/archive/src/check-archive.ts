import { type OpenArchive } from './archive-file';
import { TableDigester, type TableDigest } from './digest';
import { type StoredTable } from './schema';

/**
 * Reads an archive to its end without changing anything.
 *
 * @returns the digests of its tables
 * @throws Error with a sentence when a table is not what its digest says, or the archive is not whole
 */
export async function checkArchive({
  head,
  parts,
}: Pick<OpenArchive, 'head' | 'parts'>): Promise<readonly TableDigest[]> {
  const digests: TableDigest[] = [];
  let digester: TableDigester | null = null;
  let isWhole = false;
  for await (const part of parts) {
    if ('table' in part) digester = new TableDigester(tableNamed(head.tables, part.table));
    else if ('rows' in part) digester?.add(part.rows);
    else if ('end' in part) {
      const found = digester?.digest;
      if (JSON.stringify(found) !== JSON.stringify(part.end)) {
        throw new Error(`the archive is damaged: its table ${part.end.table} is not what was written.`);
      }
      digests.push(part.end);
    } else isWhole = true;
  }
  if (!isWhole || digests.length !== head.tables.length) throw new Error('the archive is cut off.');
  return digests;
}

export function tableNamed(tables: readonly StoredTable[], name: string): StoredTable {
  const table = tables.find(known => known.name === name);
  if (!table) throw new Error(`the archive names an unknown table, ${name}.`);
  return table;
}
