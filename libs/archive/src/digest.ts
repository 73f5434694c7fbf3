import { createHash } from 'node:crypto';
import { type Row } from './rows';
import { type StoredTable } from './schema';

/** What proves that two tables are equal, in whatever order their rows were read. */
export interface TableDigest {
  readonly table: string;
  readonly rows: number;
  /** Sums of the columns with amounts, as digits. */
  readonly sums: Readonly<Record<string, string>>;
  /** The hashes of all rows, added up; hex. */
  readonly checksum: string;
}

/** Columns whose sums a person compares; the checksum covers every column. */
const SHOWN_SUMS = /^(balance|held|leased|used|quota|amount|user_amount|token_amount|used_amount|request_count)$/;
const CHECKSUM_LIMIT = 2n ** 128n;
const CHECKSUM_DIGITS = 32;

/** Adds up the rows of one table. */
export class TableDigester {
  private rows = 0;
  private checksum = 0n;
  private readonly summed: readonly { readonly name: string; readonly at: number }[];
  private readonly sums: bigint[];

  constructor(private readonly table: StoredTable) {
    this.summed = table.columns
      .map(({ name, kind }, at) => ({ name, at, kind }))
      .filter(({ name, kind }) => kind === 'integer' && SHOWN_SUMS.test(name));
    this.sums = this.summed.map(() => 0n);
  }

  add(rows: readonly Row[]): void {
    this.rows += rows.length;
    for (const row of rows) {
      const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, CHECKSUM_DIGITS);
      this.checksum = (this.checksum + BigInt(`0x${hash}`)) % CHECKSUM_LIMIT;
      for (const [index, { at }] of this.summed.entries()) {
        this.sums[index] = (this.sums[index] ?? 0n) + BigInt(row[at] ?? 0);
      }
    }
  }

  get digest(): TableDigest {
    const sums = this.summed.map(({ name }, index) => [name, String(this.sums[index])] as const);
    const checksum = this.checksum.toString(16).padStart(CHECKSUM_DIGITS, '0');
    return { table: this.table.name, rows: this.rows, sums: Object.fromEntries(sums), checksum };
  }
}

/** The tables whose digests differ, or that only one side has. */
export function differingTables(left: readonly TableDigest[], right: readonly TableDigest[]): readonly string[] {
  const known = new Map(right.map(digest => [digest.table, JSON.stringify(digest)]));
  const differing = left.filter(digest => known.get(digest.table) !== JSON.stringify(digest)).map(({ table }) => table);
  const names = new Set(left.map(({ table }) => table));
  return [...differing, ...right.map(({ table }) => table).filter(name => !names.has(name))];
}
