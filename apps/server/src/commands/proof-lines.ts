import { type FillProof, type TableDigest } from '@archive';
import { type CommandResult } from './command';

/** A line for each table: rows, and the sums that a person compares. */
export function digestLines(tables: readonly TableDigest[]): readonly string[] {
  const width = Math.max(0, ...tables.map(({ table }) => table.length));
  return tables.map(({ table, rows, sums }) => {
    const amounts = Object.entries(sums).map(([name, sum]) => `${name} ${sum}`);
    return `${table.padEnd(width)}  ${String(rows).padStart(10)} rows  ${amounts.join(', ')}`.trimEnd();
  });
}

/** What filling a database has proven: equal tables, and accounts that agree with their movements. */
export function proofResult(what: string, { tables, ledger }: FillProof): CommandResult {
  const { accountsChecked, differenceUnits, differences } = ledger;
  return {
    lines: [
      ...digestLines(tables),
      `${what}: every table is equal on both sides, row by row.`,
      ...differences,
      `${accountsChecked} accounts checked, sum of differences: ${differenceUnits}`,
    ],
    json: { tables, ledger },
    isGood: differenceUnits === 0,
  };
}
