import { readFileSync } from 'node:fs';
import { DataSource, type QueryRunner } from 'typeorm';

/** Fills an empty database with a dump that the tools of its server have written. */
export async function loadDump(dialect: 'postgres' | 'mysql', url: string, path: string): Promise<void> {
  const text = readFileSync(path, 'utf8');
  const source = await new DataSource(
    dialect === 'mysql' ? { type: dialect, url, multipleStatements: true } : { type: dialect, url },
  ).initialize();
  const runner = source.createQueryRunner(); // a dump sets up its connection
  try {
    if (dialect === 'mysql') await runner.query(text);
    else await loadPostgres(runner, text);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** A table's rows inside a dump: `COPY public.users (id, name) FROM stdin;`, lines, and a line of `\\.`. */
const ROWS = /^COPY (\S+) \((.+)\) FROM stdin;\n([\s\S]*?)^\\\.$/gm;

async function loadPostgres(runner: QueryRunner, text: string): Promise<void> {
  let at = 0;
  for (const { index, 0: block, 1: table, 2: columns = '', 3: lines = '' } of text.matchAll(ROWS)) {
    await runner.query(text.slice(at, index));
    at = index + block.length;
    const places = columns.split(',').map((_column, place) => `$${place + 1}`);
    for (const line of lines.split('\n').filter(row => row !== '')) {
      const values = line.split('\t').map(readCell);
      await runner.query(`INSERT INTO ${table} (${columns}) VALUES (${places.join(', ')})`, values);
    }
  }
  await runner.query(text.slice(at));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

function readCell(cell: string): string | null {
  return cell === '\\N' ? null : cell.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}
