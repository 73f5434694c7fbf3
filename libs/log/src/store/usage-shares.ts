import { LogType } from '@contracts';
import { storableText, upsertStatement, type BatchStatement, type DatabaseDialect, type RowSetShape } from '@platform';
import { clipped } from './clipped';
import { type LogRecord } from './log-record';
import { hourOf } from './usage-hours';

/** What the figures beside those of hours are about, as stored. */
export const ShareKind = { team: 1, tag: 2 } as const;
export type ShareKindValue = (typeof ShareKind)[keyof typeof ShareKind];

const KEY = { hour_at_ms: 'integer', kind: 'integer', name: 'text', user_id: 'integer', model_name: 'text' } as const;
const SHAPE: RowSetShape = {
  ...KEY,
  request_count: 'integer',
  quota: 'integer',
  token_used: 'integer',
  cost: 'integer',
  costed_quota: 'integer',
};
const SHARES = { table: 'usage_shares', key: Object.keys(KEY), onConflict: 'add', shape: SHAPE } as const;

interface Share {
  readonly key: readonly [hourAtMs: number, kind: number, name: string, userId: number, model: string];
  readonly amounts: [requests: number, quota: number, tokens: number, cost: number, costedQuota: number];
}

/** Adds calls of teams and calls with tags to their figures, in the unit of their log rows; other calls cost nothing here. */
export function shareStatements(
  dialect: DatabaseDialect,
  records: readonly LogRecord[],
  nowMs: number,
): readonly BatchStatement[] {
  const found = records.filter(({ teamId, tags }) => teamId !== undefined || Boolean(tags));
  if (found.length === 0) return [];
  const shares = new Map<string, Share>();
  for (const record of found) addShares(shares, record, nowMs);
  // In the order of their keys, so that two groups never wait for each other.
  const rows = [...shares].sort(([one], [other]) => (one < other ? -1 : 1));
  return upsertStatement(
    dialect,
    SHARES,
    rows.map(([, { key, amounts }]) => [...key, ...amounts]),
  );
}

function addShares(shares: Map<string, Share>, record: LogRecord, nowMs: number): void {
  const isRefund = record.refundedUnits !== undefined;
  if (record.type !== LogType.Consume && !isRefund) return;
  const { teamId, tags = '', quota = 0, promptTokens = 0, completionTokens = 0, cost = 0, refundedUnits = 0 } = record;
  const hourAtMs = hourOf(record.createdAtMs ?? nowMs);
  const model = storableText(clipped(record.modelName, 255));
  const costed = isRefund ? -refundedUnits : record.cost === undefined ? 0 : quota;
  const added = isRefund ? [0, 0, 0, cost, costed] : [1, quota, promptTokens + completionTokens, cost, costed];
  for (const [kind, name] of namesOf(teamId, tags)) {
    const key = [hourAtMs, kind, name, record.userId, model] as const;
    const share = shares.get(key.join('\0')) ?? { key, amounts: [0, 0, 0, 0, 0] };
    added.forEach((amount, at) => (share.amounts[at] = (share.amounts[at] ?? 0) + amount));
    shares.set(key.join('\0'), share);
  }
}

function namesOf(teamId: number | undefined, tags: string): (readonly [ShareKindValue, string])[] {
  const named = tags.split(',').filter(tag => tag !== '');
  const found = named.map(tag => [ShareKind.tag, tag] as const);
  return teamId === undefined ? found : [[ShareKind.team, String(teamId)], ...found];
}
