import { type DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;
/** The days that have figures on the dashboard. */
const DAYS = 7;
const MODELS = [
  'gpt-5.4-mini',
  'claude-sonnet-4-6',
  'gpt-4o-mini',
  'gemini-2.5-pro',
  'gpt-5.4',
  'deepseek-chat',
] as const;

/** The calls of an hour: many by day, few at night, a little different for every hour and model, without chance. */
function requestsAt(hour: number, model: number): number {
  const daily = 1 + Math.sin(((hour % 24) / 24) * 2 * Math.PI - Math.PI / 2);
  return Math.round((daily * (9 - model) * (5 + ((hour * 31 + model * 17) % 7))) / 4);
}

/**
 * Spreads log rows: minutes apart instead of milliseconds, with durations of seconds, and with figures for the hours
 * before.
 */
export async function spreadOverTime(source: DataSource): Promise<void> {
  const now = Date.now();
  await source.query(`UPDATE logs SET created_at_ms = ${now} - ((SELECT max(id) FROM logs) - id) * 700000`);
  await source.query(
    `UPDATE logs SET use_time_ms = 900 + (id * 7919) % 14000, other = json_set(other, '$.frt', 250 + (id * 613) % 2400)
     WHERE type = 2 AND json_valid(other)`,
  );
  await source.query('UPDATE channels SET response_time_ms = 380 + (id * 1237) % 5200, tested_at_ms = ?', [
    Math.floor(now / 1000) - 600,
  ]);
  const people: { id: number; username: string }[] = await source.query(
    "SELECT id, username FROM users WHERE username IN ('root', 'ann')",
  );
  for (const { id, username } of people) await addHours(source, id, username, now);
}

async function addHours(source: DataSource, userId: number, username: string, now: number): Promise<void> {
  const thisHour = now - (now % HOUR_MS);
  const rows: unknown[][] = [];
  for (let back = 1; back <= DAYS * 24; back++) {
    const at = thisHour - back * HOUR_MS;
    MODELS.forEach((model, index) => {
      const count = requestsAt(at / HOUR_MS, index);
      if (count > 0) rows.push([userId, model, at, username, count, count * (2_400 - index * 310), count * 2_150]);
    });
  }
  const places = rows.map(() => '(?, ?, ?, ?, ?, ?, ?, 1)').join(', ');
  await source.query(
    `INSERT OR IGNORE INTO usage_hours
       (user_id, model_name, hour_at_ms, username, request_count, quota, token_used, is_charted)
     VALUES ${places}`,
    rows.flat(),
  );
  // Hours that were summed up before are summed up again with these.
  await source.query('UPDATE usage_progress SET summed_until_ms = 0');
}
