import { type MoveInReport, type MoveInRun } from '@contracts';
import { type ImportReport } from '../run/run-import';
import { type MoveInRunEntity } from './move-in-run.entity';

/** Names of one remark that are kept for the console; the file beside the data has all of them. */
const NAMES_MAX = 200;

/** The report as the console shows it. */
export function reportView({ family, tables, remarks, proof }: ImportReport): MoveInReport {
  const proven = new Map(proof?.tables.map(table => [table.table, table]));
  return {
    family,
    tables: tables.map(({ table, there, fresh = null, changed = null, same = null }) => {
      const { here = null, isEqual: is_equal = null } = proven.get(table) ?? {};
      return { table, there, fresh, changed, same, here, is_equal };
    }),
    remarks: remarks.map(({ what, names }) => ({ what, names: names.slice(0, NAMES_MAX), count: names.length })),
    accounts_checked: proof?.ledger.accountsChecked ?? null,
    difference_units: proof?.ledger.differenceUnits ?? 0,
    differences: proof?.ledger.differences ?? [],
  };
}

export function runView(run: MoveInRunEntity): MoveInRun {
  const { id, state, isDryRun, source, username, startedAtMs, endedAtMs, step, stepRows, error, report } = run;
  return {
    id,
    state,
    is_dry_run: isDryRun,
    source,
    username,
    started_at: Math.floor(startedAtMs / 1000),
    ended_at: Math.floor((endedAtMs ?? 0) / 1000),
    step,
    step_rows: stepRows,
    error,
    report: report === '' ? null : (JSON.parse(report) as MoveInReport), // written by reportView
  };
}

/** How much came, for the log: `users 3, tokens 4`. */
export function countsText({ tables }: MoveInReport): string {
  return tables.map(({ table, there }) => `${table} ${there.rows}`).join(', ');
}
