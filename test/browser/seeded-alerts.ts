import { type AlertReceiverSave, type AlertView } from '@contracts';
import { type DataSource } from 'typeorm';

const MINUTE_MS = 60_000;

/** Receivers that no rule tells anything. */
export const RECEIVERS: readonly AlertReceiverSave[] = [
  {
    kind: 'lark',
    name: 'Operators',
    enabled: true,
    language: 'both',
    address: 'https://open.feishu.cn/open-apis/bot/v2/hook/0c4f',
    secret: 'a-secret-of-the-bot',
  },
  { kind: 'telegram', name: '', enabled: false, language: 'en', token: '12:abc', chat_id: '-1001234567890' },
];

interface SeededAlert extends Pick<AlertView, 'kind' | 'severity' | 'state' | 'sentence' | 'figures'> {
  readonly subject: string;
  readonly minutesAgo: number;
  readonly by?: string;
}

const ALERTS: readonly SeededAlert[] = [
  {
    kind: 'disk',
    severity: 'critical',
    state: 'ended',
    subject: 'disk:gateway-1',
    sentence: 'disk',
    figures: { node: 'gateway-1', directory: '/data', percent: '92.4', free: '7.1 GiB', threshold: 90 },
    minutesAgo: 2900,
    by: 'root',
  },
  {
    kind: 'spend',
    severity: 'warning',
    state: 'ended',
    subject: 'all',
    sentence: 'spend_day',
    figures: {
      of: 'all',
      percent: '231.5',
      value: '$46.30',
      expected: '$20.00',
      days: 7,
      threshold: 200,
      time: '17:20',
    },
    minutesAgo: 1500,
  },
  {
    kind: 'error_rate',
    severity: 'critical',
    state: 'firing',
    subject: 'model:gpt-5.4',
    sentence: 'error_rate_model',
    figures: { name: 'gpt-5.4', failed: 31, calls: 48, window: 15, rate: '64.6', threshold: 50 },
    minutesAgo: 42,
  },
];

/** Alerts of rules that were deleted, so that no evaluation ends them. */
export async function addAlerts(source: DataSource): Promise<void> {
  const nowMs = Date.now();
  for (const { minutesAgo, by = '', figures, ...alert } of ALERTS) {
    const atMs = nowMs - minutesAgo * MINUTE_MS;
    const endedAtMs = alert.state === 'ended' ? atMs + 35 * MINUTE_MS : null;
    await source.query(
      `INSERT INTO alerts (rule_id, kind, severity, state, subject, sentence, figures, begun_at_ms, fired_at_ms,
         ended_at_ms, seen_at_ms, told_at_ms, acknowledged_by, acknowledged_at_ms)
       VALUES (987654, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[alert.kind, alert.severity, alert.state, alert.subject, alert.sentence, JSON.stringify(figures)],
        ...[atMs, atMs, endedAtMs, atMs, atMs, by, by === '' ? 0 : atMs],
      ],
    );
  }
}
