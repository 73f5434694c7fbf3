import { verifyLedger, type LedgerReport } from '@billing';
import { Role } from '@contracts';
import { Database, UnitOfWork, type SecretBox } from '@platform';
import { type DataSource } from 'typeorm';
import { CHANNELS, mapChannel } from '../map/channels';
import { CODES, mapCode } from '../map/codes';
import { DRAWINGS, mapDrawing } from '../map/drawings';
import { KEYS, mapKey } from '../map/keys';
import { LITELLM_KEYS, mapLiteLlmKey, mapLiteLlmPerson } from '../map/litellm-people';
import { mapModel } from '../map/litellm-models';
import { mapOptions } from '../map/options';
import { mapOrder, ORDERS } from '../map/orders';
import { mapPerson, PEOPLE } from '../map/people';
import { mapTask, TASKS } from '../map/tasks';
import { deletedAtMs, text, type SourceRow } from '../source/cells';
import { familyOf, type Family } from '../source/family';
import { SourceDatabase } from '../source/source-database';
import { bringPage, changesIn, countChanges, type Brought } from './bring';
import { bringHours } from './bring-hours';
import { bringLog } from './bring-log';
import { bringOptions } from './bring-options';
import { endedTasksHere, prepare, tableThere, takenHere, type Prepared } from './prepare';
import { countsOf, proofOf, type Side, type TableProof } from './proof';
import { Remarks, type ImportTarget, type KindTable, type MapContext, type MappedRow } from './target';

export interface ImportOptions {
  /** A SQLite file, `mysql://…` or `postgres://…`. */
  readonly from: string;
  /** Where the log lies, when it has a database of its own. */
  readonly logsFrom?: string;
  /** Only says what would come. */
  readonly isDryRun: boolean;
  readonly box: SecretBox;
  readonly nowMs: number;
  /** The salt key of LiteLLM, or its master key where it has none. */
  readonly saltKey?: string;
  /** Says what is going on. */
  readonly say: (line: string) => void;
  /** Where a server runs here, the one queue of its writes; otherwise nobody else writes. */
  readonly unitOfWork?: UnitOfWork;
  /** Ends the run between two pages. */
  readonly signal?: AbortSignal;
  /** Hears which table is read, and how many of its rows have been read. */
  readonly onRows?: (table: string, rows: number) => void;
  /** Called when groups and prices have come, before the first key. */
  readonly onOptions?: () => Promise<void>;
}

/** What would come, or what came. */
export interface ImportReport {
  readonly family: Family;
  /** Rows by table of the source. */
  readonly tables: readonly ({ readonly table: string; readonly there: Side } & Partial<Brought>)[];
  /** What does not come, or comes changed, by name. */
  readonly remarks: Remarks['list'];
  /** Both sides, and every account against its movements; null for a dry run. */
  readonly proof: { readonly tables: readonly TableProof[]; readonly ledger: LedgerReport } | null;
}

interface Step {
  readonly table: KindTable;
  readonly map: (row: SourceRow, context: MapContext) => MappedRow | null;
}

/** In the order of their dependence. */
const STEPS: readonly Step[] = [
  { table: PEOPLE, map: mapPerson },
  { table: CHANNELS, map: mapLivingChannel },
  { table: KEYS, map: mapKey },
  { table: CODES, map: mapCode },
  { table: ORDERS, map: mapOrder },
  { table: DRAWINGS, map: mapDrawing },
  { table: TASKS, map: mapTask },
];

const LITELLM_STEPS: readonly Step[] = [
  { table: PEOPLE, map: mapLiteLlmPerson },
  { table: CHANNELS, map: mapModel },
  { table: LITELLM_KEYS, map: mapLiteLlmKey },
];

/** Tables that have no counterpart; what is derived, or belongs to the other product alone, is not named. */
const LEFT_OUT = [
  'payments',
  'checkins',
  'two_fas',
  'passkey_credentials',
  'user_subscriptions',
  'LiteLLM_TeamTable',
  'LiteLLM_OrganizationTable',
  'LiteLLM_EndUserTable',
  'LiteLLM_TagTable',
  'LiteLLM_ProjectTable',
  'LiteLLM_CredentialsTable',
  'LiteLLM_Config',
  'LiteLLM_GuardrailsTable',
  'LiteLLM_PromptTable',
  'LiteLLM_MCPServerTable',
  'LiteLLM_AgentsTable',
  'LiteLLM_DeletedVerificationToken',
];

const UNITS_PER_CURRENCY = 500_000;

/**
 * Brings the people, keys, channels, codes, options, orders and the log of another gateway. It may be ended at any time
 * and repeated: each page of rows comes as a whole or not at all, and what came before comes again only where it changed.
 *
 * @param here a database with the present schema; its server writes through `unitOfWork`, if one runs
 * @throws Error with a sentence
 */
export async function runImport(here: DataSource, options: ImportOptions): Promise<ImportReport> {
  const source = await SourceDatabase.open(options.from);
  let log = source;
  try {
    if (options.logsFrom !== undefined) log = await SourceDatabase.open(options.logsFrom);
    return await importFrom(here, { source, log }, options);
  } finally {
    if (log !== source) await log.close();
    await source.close();
  }
}

async function importFrom(
  here: DataSource,
  { source, log }: { readonly source: SourceDatabase; readonly log: SourceDatabase },
  options: ImportOptions,
): Promise<ImportReport> {
  const { box, nowMs, isDryRun, say, saltKey = '' } = options;
  const family = familyOf(source);
  say(`the source is a database of ${family}`);
  const unitOfWork = options.unitOfWork ?? new UnitOfWork(new Database(here, here));
  const target: ImportTarget = { unitOfWork, box, nowMs };
  if (family === 'litellm' && !isDryRun) await requireRoot(here);
  const prepared = await prepare(here.manager, source, family);
  const remarks = new Remarks();
  const taken = await takenHere(here.manager);
  const unitsPerCurrency = await unitsOf(source);
  const endedTasks = await endedTasksHere(here.manager, family);
  const usernames = new Map<number, string>();
  const context: MapContext = {
    ...{ family, box, nowMs, remarks, ids: prepared.ids, taken, unitsPerCurrency, usernames, endedTasks, saltKey },
  };
  const brought = new Map<string, Brought>();
  // Groups and prices come first: where a server runs, a key may be used as soon as it is here.
  const optionCounts = await bringOptions(target, context, await mapOptions(source, context), isDryRun);
  say(`options: ${optionCounts.fresh} new, ${optionCounts.changed} changed, ${optionCounts.same} as they were`);
  if (!isDryRun) await options.onOptions?.();
  for (const step of family === 'litellm' ? LITELLM_STEPS : STEPS) {
    const counts = await bringTable(target, source, context, { step, prepared, options });
    if (counts) brought.set(tableThere(step.table.kind, family), counts);
    if (counts)
      say(
        `${tableThere(step.table.kind, family)}: ${counts.fresh} new, ${counts.changed} changed, ${counts.same} as they were`,
      );
  }
  if (!isDryRun) await bringLog(target, log, context, rows => sayRows(options, rows));
  const hours = await bringHours(target, source, log, context, isDryRun);
  say(`${hours} hours that are older than the log`);
  await nameLeftOut(source, remarks);
  const counts = await countsOf(source, log, family);
  return {
    family,
    tables: [
      ...counts.map(({ table, there }) => ({ table, there, ...brought.get(table) })),
      { table: 'options', there: { rows: (await source.all('options')).length, sums: {} }, ...optionCounts },
    ],
    remarks: remarks.list,
    proof: isDryRun
      ? null
      : { tables: await proofOf(here.manager, source, log, family), ledger: await verifyLedger(here) },
  };
}

function sayRows({ say, onRows, signal }: ImportOptions, rows: number): void {
  say(`logs: ${rows} rows`);
  onRows?.('logs', rows);
  signal?.throwIfAborted();
}

/** @returns null where the source has no such table */
async function bringTable(
  target: ImportTarget,
  source: SourceDatabase,
  context: MapContext,
  { step, prepared, options }: { readonly step: Step; readonly prepared: Prepared; readonly options: ImportOptions },
): Promise<Brought | null> {
  const { kind } = step.table;
  const table = tableThere(kind, context.family);
  if (!source.tables.has(table)) return null;
  const brought = { fresh: 0, changed: 0, same: 0 };
  let read = 0;
  options.onRows?.(table, read);
  for await (const page of source.pages(table)) {
    options.signal?.throwIfAborted();
    const rows = page.map(row => step.map(row, context)).filter(row => row !== null);
    const changes = changesIn(rows, prepared.known[kind]);
    countChanges(changes, brought);
    if (!options.isDryRun) await bringPage(target, context.family, step.table, changes);
    options.onRows?.(table, (read += page.length));
  }
  return brought;
}

function mapLivingChannel(row: SourceRow, context: MapContext): MappedRow | null {
  if (deletedAtMs(row) === null) return mapChannel(row, context);
  context.remarks.add('channels that are deleted there; they do not come', text(row, 'name'));
  return null;
}

/** LiteLLM has no root of its own, and a place with people never makes one. */
async function requireRoot(here: DataSource): Promise<void> {
  const rows = (await here.query(`SELECT id FROM users WHERE role = ${Role.Root} LIMIT 1`)) as readonly unknown[];
  if (rows.length === 0) throw new Error('start Sluice once before, so that there is a root; LiteLLM has none.');
}

async function unitsOf(source: SourceDatabase): Promise<number> {
  const row = (await source.all('options')).find(option => text(option, 'key') === 'QuotaPerUnit');
  const units = Number(row === undefined ? UNITS_PER_CURRENCY : text(row, 'value'));
  return units > 0 ? units : UNITS_PER_CURRENCY;
}

async function nameLeftOut(source: SourceDatabase, remarks: Remarks): Promise<void> {
  for (const table of LEFT_OUT.filter(name => source.tables.has(name))) {
    const [row = {}] = await source.query(
      `SELECT COUNT(*) AS number FROM ${table.startsWith('LiteLLM') ? `"${table}"` : table}`,
    );
    if (Number(row.number) > 0) remarks.add('tables that do not come', `${table} (${String(row.number)} rows)`);
  }
}
