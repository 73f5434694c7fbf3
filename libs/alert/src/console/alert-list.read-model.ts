import { Injectable } from '@nestjs/common';
import {
  alertKinds,
  type AlertKindName,
  type AlertQuery,
  type AlertSaid,
  type AlertSeverity,
  type AlertView,
} from '@contracts';
import { groupBy, toSeconds } from '@kernel';
import { Database, type PageRequest } from '@platform';
import { In, type FindOptionsWhere } from 'typeorm';
import { AlertEntity } from '../store/alert.entity';

interface CountRow {
  readonly alert_id: number | string;
  readonly state: string;
  readonly count: number | string;
}

type Counts = Pick<AlertView, 'sent' | 'waiting' | 'failed'>;

/** The alerts, the newest first, and how many messages about each were sent. */
@Injectable()
export class AlertListReadModel {
  constructor(private readonly database: Database) {}

  async page(
    { state = '', kind = '', severity = '' }: AlertQuery,
    { skip, take }: PageRequest,
  ): Promise<{ readonly rows: readonly AlertView[]; readonly total: number }> {
    const where: FindOptionsWhere<AlertEntity> = {
      kind: kind === '' ? In(Object.keys(alertKinds)) : kind,
      ...(severity !== '' && { severity }),
      ...(state !== '' && { state: state === 'open' ? In(['pending', 'firing']) : state }),
    };
    const [rows, total] = await this.database.read.findAndCount(AlertEntity, {
      where,
      order: { id: 'DESC' },
      skip,
      take,
    });
    const counts = await this.countsOf(rows.map(({ id }) => id));
    return { rows: rows.map(row => toView(row, counts.get(row.id) ?? NO_MESSAGES)), total };
  }

  /** How many alerts of each rule fire. */
  async firingByRule(): Promise<ReadonlyMap<number, number>> {
    const rows: { rule_id: number | string; count: number | string }[] = await this.database.read.query(
      `SELECT rule_id, COUNT(*) AS count FROM alerts WHERE state = 'firing' GROUP BY rule_id`,
    );
    return new Map(rows.map(row => [Number(row.rule_id), Number(row.count)]));
  }

  private async countsOf(ids: readonly number[]): Promise<ReadonlyMap<number, Counts>> {
    if (ids.length === 0) return new Map();
    const rows: CountRow[] = await this.database.read.query(
      `SELECT alert_id, state, COUNT(*) AS count FROM alert_messages WHERE alert_id IN (${ids.join(', ')})
       GROUP BY alert_id, state`, // ids of our own rows
    );
    return new Map([...groupBy(rows, row => Number(row.alert_id))].map(([id, states]) => [id, toCounts(states)]));
  }
}

const NO_MESSAGES: Counts = { sent: 0, waiting: 0, failed: 0 };

function toCounts(rows: readonly CountRow[]): Counts {
  const sum = (...states: readonly string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((total, { count }) => total + Number(count), 0);
  return { sent: sum('sent', 'summarised'), waiting: sum('waiting', 'sending', 'folded'), failed: sum('failed') };
}

function toView(row: AlertEntity, counts: Counts): AlertView {
  const said = { sentence: row.sentence, figures: JSON.parse(row.figures) } as AlertSaid; // written by AlertBook
  return {
    ...said,
    ...counts,
    id: row.id,
    rule_id: row.ruleId,
    rule_name: row.ruleName,
    kind: row.kind as AlertKindName, // the query asks for known ones
    severity: row.severity as AlertSeverity, // checked when the rule was saved
    state: row.state,
    subject: row.subject,
    begun_time: toSeconds(row.begunAtMs),
    fired_time: toSeconds(row.firedAtMs),
    ended_time: toSeconds(row.endedAtMs ?? 0),
    acknowledged_by: row.acknowledgedBy,
    acknowledged_time: toSeconds(row.acknowledgedAtMs),
  };
}
