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
  `CREATE TABLE midjourneys (id integer PRIMARY KEY, code integer, user_id integer, action text, mj_id text, prompt text,
    prompt_en text, state text, submit_time integer, start_time integer, finish_time integer, image_url text,
    status text, progress text, fail_reason text, channel_id integer, quota integer, buttons text, properties text)`,
  `CREATE TABLE tasks (id integer PRIMARY KEY, task_id text, platform text, user_id integer, channel_id integer,
    quota integer, action text, status text, fail_reason text, submit_time integer, start_time integer,
    finish_time integer, progress text, properties text, data text, private_data text)`,
  `CREATE TABLE quota_data (id integer PRIMARY KEY, user_id integer, username text, model_name text,
    created_at integer, token_used integer, count integer, quota integer)`,
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

const SUBMITTED_S = 1_700_000_000;

/** Drawings, songs and videos at another gateway, in every state; the first of both tables is still under way. */
export const TASK_STATEMENTS = [
  `INSERT INTO midjourneys VALUES
    (1, 1, 2, 'BLEND', 'mj-open', '', '', '', ${Date.now()}, 0, 0, '', 'IN_PROGRESS', '35%', '', 1, 30, '', ''),
    (2, 1, 2, 'IMAGINE', 'mj-done', 'a boat', 'a boat', '', ${SUBMITTED_S}123, 0, ${SUBMITTED_S}999,
      'https://cdn.example/1.png', 'SUCCESS', '100%', '', 1, 50, '[{"customId":"MJ::JOB::upsample::1::abc"}]', '{}'),
    (3, 1, 2, 'JUGGLE', 'mj-odd', '', '', '', ${SUBMITTED_S}123, 0, 0, '', 'SUCCESS', '100%', '', 1, 0, '', ''),
    (4, 1, 3, 'IMAGINE', '', 'lost', '', '', ${SUBMITTED_S}123, 0, 0, '', 'NOT_START', '0%', '', 0, 7, '', '')`,
  `INSERT INTO tasks VALUES
    (1, 'song-open', 'suno', 2, 1, 20, 'MUSIC', 'IN_PROGRESS', '', ${SUBMITTED_S}, 0, 0, '40%', '{}', '[]', ''),
    (2, 'video-done', '50', 2, 1, 60, 'textGenerate', 'SUCCESS', 'https://cdn.example/v.mp4', ${SUBMITTED_S}, 0,
      ${SUBMITTED_S + 60}, '100%', '{"origin_model_name":"kling-v1"}', '{"code":0}', ''),
    (3, 'other', '51', 2, 1, 5, 'generate', 'SUCCESS', '', ${SUBMITTED_S}, 0, 0, '100%', '{}', '{}', '')`,
];
