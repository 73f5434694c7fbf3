import { Database, dialectOf, reseal, SqlParameters, UnitOfWork, type SecretBox, type SecretPurpose } from '@platform';
import { type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { readPages, type Cell, type Row } from './rows';
import { storedTables, type StoredTable } from './schema';

/** What a pass over a table found and did. */
export interface ResealedTable {
  readonly table: string;
  /** Sealed values that the new key opens now. */
  readonly values: number;
  /** Those among them that the old key sealed before this pass. */
  readonly resealed: number;
  /** Values that look sealed and that neither key opens. */
  readonly unreadable: number;
}

/** Rows of one transaction; short, because servers write at the same time. */
const STEP_ROWS = 100;
/** A server that writes much keeps a SQLite file locked longer than one statement waits. */
const TRIES = 10;

/**
 * Seals every sealed value of a database with another key, in whatever column or JSON text it stands. Rows are changed
 * only when they are still as they were read, so that servers may go on; a pass that was killed is simply repeated.
 */
export async function resealTables(
  dataSource: DataSource,
  from: SecretBox,
  to: SecretBox,
  onTable: (found: ResealedTable) => void,
): Promise<readonly ResealedTable[]> {
  const runner = dataSource.createQueryRunner();
  const unitOfWork = new UnitOfWork(new Database(dataSource, dataSource));
  try {
    const found: ResealedTable[] = [];
    for (const table of await storedTables(runner)) {
      const counted = await new TablePass(runner, table, from, to, unitOfWork).run();
      if (counted.values === 0 && counted.unreadable === 0) continue;
      found.push(counted);
      onTable(counted);
    }
    return found;
  } finally {
    await runner.release();
  }
}

interface Change {
  readonly row: Row;
  readonly column: number;
  readonly text: string;
}

class TablePass {
  private readonly texts: readonly number[];
  private values = 0;
  private resealed = 0;
  private unreadable = 0;
  private likely: SecretPurpose = 'api-token';

  constructor(
    private readonly runner: QueryRunner,
    private readonly table: StoredTable,
    private readonly from: SecretBox,
    private readonly to: SecretBox,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.texts = table.columns.flatMap(({ kind, name }, at) =>
      kind === 'text' && !table.key.includes(name) ? [at] : [],
    );
  }

  async run(): Promise<ResealedTable> {
    const condition = this.texts.map(at => `${this.nameAt(at)} LIKE '%v1.%'`).join(' OR ');
    if (condition !== '') {
      for await (const rows of readPages(this.runner, this.table, `(${condition})`)) {
        for (let at = 0; at < rows.length; at += STEP_ROWS) {
          await this.change(rows.slice(at, at + STEP_ROWS).flatMap(row => this.changesOf(row)));
        }
      }
    }
    const { values, resealed, unreadable } = this;
    return { table: this.table.name, values, resealed, unreadable };
  }

  private changesOf(row: Row): readonly Change[] {
    return this.texts.flatMap(column => {
      const before = row[column];
      if (typeof before !== 'string') return [];
      const { text, fresh, resealed, unreadable, likely } = reseal(before, this.from, this.to, this.likely);
      this.likely = likely;
      this.values += fresh + resealed;
      this.resealed += resealed;
      this.unreadable += unreadable;
      return resealed > 0 ? [{ row, column, text }] : [];
    });
  }

  private async change(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    for (let left = TRIES; ; left--) {
      try {
        await this.unitOfWork.run(async manager => {
          for (const change of changes) await this.write(manager, change);
        });
        return;
      } catch (error) {
        if (left <= 1) throw error;
      }
    }
  }

  private async write(manager: EntityManager, { row, column, text }: Change): Promise<void> {
    const parameters = new SqlParameters(dialectOf(this.runner.connection));
    const name = this.nameAt(column);
    const set = parameters.add(text);
    const before = parameters.add(String(row[column]));
    const key = this.table.key.map(part => `${part} = ${parameters.add(this.cellOf(row, part) ?? '')}`);
    const where = [`${name} = ${before}`, ...key].join(' AND ');
    await manager.query(`UPDATE ${this.table.name} SET ${name} = ${set} WHERE ${where}`, parameters.values);
  }

  private cellOf(row: Row, name: string): Cell {
    return row[this.table.columns.findIndex(column => column.name === name)] ?? null;
  }

  private nameAt(column: number): string {
    return this.table.columns[column]?.name ?? '';
  }
}
