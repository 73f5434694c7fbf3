import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChargeJournal, ClosingMovements, Ledger, NodeIdentity } from '@billing';
import { LogStore, LogTables } from '@log';
import { Logger, type ClosedCharges, type DatabaseDialect } from '@platform';
import { createTestDatabase } from '../servers/databases';
import { openLedger } from '../servers/ledger-under-test';

export const QUOTA = 1_000_000;

/** A call that is charged. */
export interface ChargedCall {
  readonly id: string;
  readonly atMs: number;
  readonly units?: number;
  readonly userId?: number;
  readonly tokenId?: number;
  readonly channelId?: number;
}

/** One node of several on the same database: its ledger, and a log that writes rows as movements or does not yet. */
export interface ChargingNode {
  readonly ledger: Ledger;
  readonly logs: LogStore;
}

/** A ledger with a log on a real database, prepared as a server does it. */
export async function openChargedLog(dialect: DatabaseDialect) {
  const database = await createTestDatabase(dialect);
  const bench = await openLedger(database.url, join(__dirname, '../../../config'));
  const tables = new LogTables(bench.database, bench.unitOfWork);
  await tables.prepare();
  const directory = mkdtempSync(join(tmpdir(), 'sluice-charged-'));
  const query = <Row>(sql: string): Promise<Row[]> => bench.database.writer.query(sql);
  const riderOf = (logs: LogStore, { id, atMs, units = 60, userId = 1, tokenId = 1, channelId = 7 }: ChargedCall) =>
    logs.rider({
      ...{ userId, tokenId, channelId, type: 2, quota: units, requestId: id, createdAtMs: atMs },
      ...{ tokenName: 'key', modelName: 'm', isCountedHourly: true },
    });
  const reservationOf = ({ id, userId = 1, tokenId = 1 }: ChargedCall) => ({ id, userId, tokenId, amount: 100 });
  return {
    bench,
    url: database.url,
    tables,
    query,
    closed: new ClosingMovements() as ClosedCharges,
    /** @param form whether the node writes its charges as log rows */
    node(form: 'rows' | 'movements'): ChargingNode {
      const logs = new LogStore();
      if (form === 'rows') logs.movementRows.begin();
      return { logs, ledger: new Ledger(bench.database, bench.unitOfWork, new NodeIdentity(), new Logger('silent')) };
    },
    async charge({ ledger, logs }: ChargingNode, call: ChargedCall): Promise<void> {
      const reservation = await ledger.reserve(reservationOf(call));
      await reservation.settle({
        units: call.units ?? 60,
        channelId: call.channelId ?? 7,
        riders: [riderOf(logs, call)],
      });
    },
    /** Books calls from the journal of a node that is gone, as after a restart: they may be stored already. */
    async repeat({ ledger, logs }: ChargingNode, ...calls: readonly ChargedCall[]): Promise<void> {
      const journal = await ChargeJournal.open(mkdtempSync(join(directory, 'journal-')), new NodeIdentity().id);
      ledger.useJournal(journal, [logs]);
      await journal.append(
        calls.map(call => ({
          reservation: reservationOf(call),
          share: { holderId: 'gone', user: 0, token: 0 },
          units: call.units ?? 60,
          channelId: call.channelId ?? 7,
          riders: [{ sink: 'logs', row: riderOf(logs, call).row }],
        })),
      );
      await ledger.bookKept();
    },
    async counts() {
      const numberOf = async (sql: string) =>
        Number((await query<{ n: string }>(`SELECT COUNT(*) AS n FROM ${sql}`))[0]?.n);
      return {
        rows: await numberOf('logs'),
        keyed: await numberOf('logs WHERE charge_key IS NOT NULL'),
        movements: await numberOf("movements WHERE kind = 'consume' AND used_amount <> 0"),
      };
    },
    /** Removes all accounts and what was written of them. */
    async empty(): Promise<void> {
      for (const table of ['accounts', 'account_leases', 'movements', 'logs']) {
        await query(`DELETE FROM ${table}`);
      }
    },
    async close() {
      rmSync(directory, { recursive: true, force: true });
      await bench.database.close();
      await database.drop();
    },
  };
}

export type ChargedLog = Awaited<ReturnType<typeof openChargedLog>>;
