import { retentionRules, type RetentionSubject } from '@contracts';
import { type ManagementLog, type DatabaseDialect } from '@platform';
import { LogStore, ManagementLogRows } from '@log';
import { RetentionWork, type RetentionParts } from '@retention';
import { openChargedLog, type ChargedLog, type ChargingNode } from './charged-log-scene';

export const DAY_MS = 86_400_000;

/** A database with old things in it, for tests of what retention removes. */
export async function openAged(dialect: DatabaseDialect) {
  const log = await openChargedLog(dialect);
  const { bench, tables, closed, query } = log;
  const managementLog: ManagementLog = new ManagementLogRows(new LogStore());
  const parts: RetentionParts = {
    database: bench.database,
    unitOfWork: bench.unitOfWork,
    logTables: tables,
    closed,
    managementLog,
  };
  return {
    ...log,
    node: log.node('rows') as ChargingNode,
    movementNode: log.node('movements') as ChargingNode,
    chargeOn: (node: ChargingNode, call: Parameters<ChargedLog['charge']>[1]) => log.charge(node, call),
    /** Sets how many days something is kept. */
    async keep(days: Partial<Record<RetentionSubject, number>>): Promise<void> {
      await query('DELETE FROM options');
      for (const [subject, value] of Object.entries(days)) {
        const key = retentionRules[subject as RetentionSubject].option;
        await query(`INSERT INTO options (option_key, option_value) VALUES ('${key}', '${value}')`);
      }
    },
    run: (options: Partial<Parameters<typeof RetentionWork.run>[1]> = {}, other: Partial<RetentionParts> = {}) =>
      RetentionWork.run({ ...parts, ...other }, { nowMs: Date.now(), isWhole: false, ...options }),
    async row(type: number, atMs: number): Promise<void> {
      await bench.unitOfWork.run(manager => bench.logs.append(manager, { userId: 1, type, createdAtMs: atMs }));
    },
    async count(from: string): Promise<number> {
      return Number((await query<{ n: string }>(`SELECT COUNT(*) AS n FROM ${from}`))[0]?.n);
    },
    /** What the accounts say, and that their movements say the same. */
    async proof(): Promise<unknown> {
      expect((await bench.verify()).differences).toEqual([]);
      return query('SELECT kind, owner_id, balance, used, request_count FROM accounts ORDER BY kind, owner_id');
    },
  };
}

export type Aged = Awaited<ReturnType<typeof openAged>>;
