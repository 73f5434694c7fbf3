import { type DataSource } from 'typeorm';
import { SONGS_AND_VIDEOS, DRAWINGS } from './seeded-works';

const MINUTE_MS = 60_000;
/** The time until a running task is due, so long that its upstream, which does not exist, is never polled. */
const NEVER_DUE_MS = 365 * 24 * 60 * MINUTE_MS;

interface Owner {
  readonly id: number;
  readonly username: string;
}

/** A row of the table by the names of its columns. */
type Row = Readonly<Record<string, unknown>>;

/**
 * Adds image tasks, songs and videos of the last hours, in every state: through the interface they would take hours to
 * come about.
 */
export async function addTasks(source: DataSource): Promise<void> {
  const now = Date.now();
  const owners: Owner[] = await source.query("SELECT id, username FROM users WHERE username IN ('root', 'ann')");
  const channels: { id: number; type: number }[] = await source.query('SELECT id, type FROM channels');
  const channelOf = (type: number) => channels.find(channel => channel.type === type)?.id ?? 0;
  const works = [...DRAWINGS, ...SONGS_AND_VIDEOS];
  for (const [index, work] of works.entries()) {
    const owner = owners[index % owners.length];
    if (!owner) throw new Error('nobody is there who could have ordered something');
    const { channelType, minutesAgo, tookSeconds, properties, data, ...columns } = work;
    const submitted = now - minutesAgo * MINUTE_MS;
    const isOpen = columns.status !== 'SUCCESS' && columns.status !== 'FAILURE';
    await insert(source, {
      ...columns,
      user_id: owner.id,
      username: owner.username,
      channel_id: channelOf(channelType),
      is_refunded: columns.status === 'FAILURE' ? 1 : 0,
      request_id: `work-${index}`,
      submit_time_ms: submitted,
      start_time_ms: columns.status === 'SUBMITTED' ? 0 : submitted + 2_000,
      finish_time_ms: isOpen ? 0 : submitted + tookSeconds * 1_000,
      created_at_ms: submitted,
      updated_at_ms: now,
      properties: JSON.stringify(properties),
      data: JSON.stringify(data),
      is_open: isOpen ? 1 : 0,
      due_at_ms: now + NEVER_DUE_MS,
      asked_at_ms: now,
    });
  }
}

/** Columns that every row has and no page shows. */
const UNSEEN: Row = { token_id: 0, key_hash: '', token_name: 'Laptop', hook_url: '', poll_failures: 0, claim: '' };

async function insert(source: DataSource, row: Row): Promise<void> {
  const whole = { ...UNSEEN, ...row };
  const places = Object.keys(whole).map(() => '?');
  await source.query(
    `INSERT INTO tasks (${Object.keys(whole).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(whole),
  );
}
