import { DataSource } from 'typeorm';

const BLANKS = ['remain_quota', 'used_quota'].map(name => `${name} integer DEFAULT 0`).join(', ');

/** A gateway of the new-api family as small as it may be, with what makes imports difficult. */
const STATEMENTS = [
  `CREATE TABLE users (id integer PRIMARY KEY, username text, password text, display_name text, role integer,
    status integer, email text, "group" text, quota integer, used_quota integer, request_count integer, aff_code text,
    inviter_id integer, deleted_at datetime)`,
  `CREATE TABLE tokens (id integer PRIMARY KEY, user_id integer, "key" text, status integer, name text,
    expired_time integer, ${BLANKS}, unlimited_quota numeric, model_limits_enabled numeric, model_limits text,
    allow_ips text, "group" text)`,
  `CREATE TABLE channels (id integer PRIMARY KEY, type integer, "key" text, status integer, name text, models text,
    "group" text, used_quota integer DEFAULT 0)`,
  `CREATE TABLE redemptions (id integer PRIMARY KEY, user_id integer, "key" text, status integer, name text, quota integer)`,
  'CREATE TABLE options ("key" text PRIMARY KEY, value text)',
  `CREATE TABLE logs (id integer PRIMARY KEY, user_id integer, created_at integer, type integer, content text,
    username text, token_name text, model_name text, quota integer, prompt_tokens integer, completion_tokens integer,
    channel_id integer, is_stream numeric, token_id integer)`,
  `INSERT INTO users VALUES
    (1, 'root', '$2a$10$of.the.source', 'Root', 100, 1, '', 'default', 1000, 0, 0, '', 0, NULL),
    (2, 'alice', '', 'Alice', 1, 1, 'one@example.com', 'default', 500, 500, 7, 'aaaa', 0, NULL),
    (3, 'bob', '', 'Bob', 1, 1, 'ONE@example.com', 'studio', -70, 70, 1, 'bbbb', 2, NULL)`,
  `INSERT INTO tokens VALUES (1, 2, '${'k1'.repeat(24)}', 1, 'k', -1, 300, 40, 0, 0, '', '', '')`,
  `INSERT INTO channels VALUES (1, 1, 'sk-one', 1, 'one', 'gpt-4o', 'default', 90),
    (2, 50, 'sk-video', 1, 'video', 'kling', 'default', 0)`,
  `INSERT INTO options VALUES ('GroupRatio', '{"default":1}')`,
  `INSERT INTO logs VALUES (1, 2, 1700000000, 2, '', 'alice', 'k', 'gpt-4o', 40, 5, 5, 1, 0, 1),
    (2, 3, 1700000100, 2, '', 'bob', 'k', 'gpt-4o', 50, 5, 5, 1, 1, 1),
    (3, 3, 1700000200, 1, 'topped up', 'bob', '', '', 0, 0, 0, 0, 0, 0)`,
];

/** Writes a SQLite file as another gateway would have it. */
export function composeSource(path: string): Promise<void> {
  return changeSource(path, STATEMENTS);
}

/** What happens at the other gateway between two imports. */
export async function changeSource(path: string, statements: readonly string[]): Promise<void> {
  const source = await new DataSource({ type: 'sqlite', database: path }).initialize();
  for (const sql of statements) await source.query(sql);
  await source.destroy();
}
