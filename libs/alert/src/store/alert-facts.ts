import { Injectable } from '@nestjs/common';
import { type JsonObject } from '@kernel';
import { Database, runStatements, SqlParameters, UnitOfWork, upsertStatement, type RowSetShape } from '@platform';

export type FactKind = 'backup_good' | 'backup_bad' | 'disk' | 'job' | 'prices';

/** What somebody has seen, the newest of its kind, node and subject. */
export interface AlertFact {
  readonly kind: FactKind;
  readonly node: string;
  readonly subject: string;
  readonly value: JsonObject;
  readonly atMs: number;
}

const SHAPE: RowSetShape = { kind: 'text', node: 'text', subject: 'text', value: 'text', at_ms: 'integer' };
const FACTS = { table: 'alert_facts', key: ['kind', 'node', 'subject'], onConflict: 'replace', shape: SHAPE } as const;
/** More facts of one kind are not looked at. */
const FACTS_MAX = 1000;
const NODE_MAX = 100;
const ERROR_MAX = 300;
const SUBJECT_MAX = 255;

/** What nodes know and the evaluating node must know too. */
@Injectable()
export class AlertFacts {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async store(facts: readonly AlertFact[]): Promise<void> {
    if (facts.length === 0) return;
    const rows = facts.map(({ kind, node, subject, value, atMs }) => [
      kind,
      node.slice(0, NODE_MAX),
      subject.slice(0, SUBJECT_MAX),
      JSON.stringify(value),
      atMs,
    ]);
    const statements = upsertStatement(this.database.dialect, FACTS, rows);
    await this.unitOfWork.run(manager => runStatements(manager, statements));
  }

  /** Writes down that a backup failed, whose age nobody watches; one that was made ends a failure. */
  async noteBackup(place: string, error: string, nowMs: number): Promise<void> {
    if (error !== '') {
      await this.store([backupFact('backup_bad', place, error, nowMs)]);
      return;
    }
    const parameters = new SqlParameters(this.database.dialect);
    const subject = parameters.add(place.slice(0, SUBJECT_MAX));
    await this.unitOfWork.run(async manager => {
      const known = `subject = ${subject} AND node = ''`;
      await manager.query(`DELETE FROM alert_facts WHERE kind = 'backup_bad' AND ${known}`, [...parameters.values]);
    });
  }

  /** @param sinceMs older facts do not count */
  async list(kind: FactKind, sinceMs = 0): Promise<readonly AlertFact[]> {
    const rows: { node: string; subject: string; value: string; at_ms: number | string }[] =
      await this.database.read.query(
        `SELECT node, subject, value, at_ms FROM alert_facts WHERE kind = '${kind}' AND at_ms >= ${sinceMs}
         ORDER BY subject, node LIMIT ${FACTS_MAX}`,
      );
    return rows.map(row => ({
      kind,
      node: row.node,
      subject: row.subject,
      value: JSON.parse(row.value) as JsonObject, // written by store
      atMs: Number(row.at_ms),
    }));
  }
}

export function backupFact(kind: 'backup_good' | 'backup_bad', place: string, error: string, atMs: number): AlertFact {
  return { kind, node: '', subject: place, value: { error: error.slice(0, ERROR_MAX) }, atMs };
}
