import { recordedSource } from '@formats/testing';
import { createMockUpstream } from '../../apps/mock-upstream/src/index';
import { type ImportReport } from '@import';
import { TaskRounds } from '@task';
import { hashPassword } from '@user';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClient } from '../support/clients/client';
import { expectArrived, type Expected } from '../support/inputs/expected-import';
import { createPlace, MASTER_KEY, type ImportPlace } from '../support/inputs/import-place';
import { changeSource, composeSource, TASK_STATEMENTS } from '../support/inputs/import-source';
import { loadDump } from '../support/inputs/load-dump';
import { createTestDatabase, describeWith } from '../support/servers/databases';
import { startTestApp } from '../support/servers/test-app';

const FAMILIES = ['new-api', 'one-api', 'one-hub'] as const;

const sources = FAMILIES.flatMap(family => {
  const from = recordedSource(`${family}/source.sqlite`);
  const expected = recordedSource(`${family}/expected.json`);
  if (from === null || expected === null) return [];
  return [{ family, from, expected: JSON.parse(readFileSync(expected, 'utf8')) as Expected }];
});

/** One test for each recorded database; none where they are not installed, which one line has said. */
function forEachSource(name: string, test: (source: (typeof sources)[number]) => Promise<void>): void {
  for (const source of sources) it(`of ${source.family} ${name}`, () => test(source));
}

describe.each(['sqlite', 'postgres'] as const)('moving into %s', dialect => {
  describeWith(dialect, 'from a real gateway', () => {
    forEachSource('brings every person, key, channel, code, option and sum', async ({ from, expected }) => {
      const place = await createPlace(dialect);
      const { proof, remarks } = await place.import(from);
      expect(proof?.tables.filter(({ isEqual }) => !isEqual)).toEqual([]);
      expect(proof?.ledger.differenceUnits).toBe(0);
      await expectArrived(place, expected, JSON.stringify(remarks));
      await place.drop();
    });

    forEachSource('comes once, however often it is imported', async ({ from }) => {
      const place = await createPlace(dialect);
      await expect(place.import(from, { say: failAt('channels:') })).rejects.toThrow('ended here');
      await expect(place.import(from, { say: failAt('logs:') })).rejects.toThrow('ended here');
      await place.import(from);
      const { tables, proof } = await place.import(from);
      expect(tables.filter(({ fresh = 0, changed = 0 }) => fresh + changed > 0)).toEqual([]);
      expect(proof?.tables.filter(({ isEqual }) => !isEqual)).toEqual([]);
      expect(proof?.ledger.differenceUnits).toBe(0);
      await place.drop();
    });
  });
});

/** Real gateways whose database is a server, as dumps. */
const DUMPS = [
  { dialect: 'mysql', dump: 'new-api/source.mysql.sql', told: 'new-api/expected.mysql.json' },
  { dialect: 'postgres', dump: 'one-api/source.postgres.sql', told: 'one-api/expected.postgres.json' },
] as const;

describe.each(DUMPS)('a gateway whose database is $dialect', ({ dialect, ...names }) => {
  const [dump, told] = [recordedSource(names.dump), recordedSource(names.told)];
  if (dump === null || told === null) return;
  describeWith(dialect, 'moves in', () => {
    it.each(['sqlite', dialect] as const)('with everything that it holds: into %s', async into => {
      const source = await createTestDatabase(dialect);
      await loadDump(dialect, source.url, dump);
      const place = await createPlace(into);
      const { proof, remarks } = await place.import(source.url);
      expect(proof?.tables.filter(({ isEqual }) => !isEqual)).toEqual([]);
      expect(proof?.ledger.differenceUnits).toBe(0);
      await expectArrived(place, JSON.parse(readFileSync(told, 'utf8')) as Expected, JSON.stringify(remarks));
      const again = await place.import(source.url);
      expect(again.tables.filter(({ fresh = 0, changed = 0 }) => fresh + changed > 0)).toEqual([]);
      await place.drop();
      await source.drop();
    });
  });
});

describe('a gateway', () => {
  let directory: string;
  let from: string;
  let place: ImportPlace;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'sluice-import-'));
    from = join(directory, 'source.db');
    await composeSource(from);
    place = await createPlace();
  });
  afterEach(async () => {
    await place.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  const namesOf = ({ remarks }: ImportReport, start: string) =>
    remarks.find(({ what }) => what.startsWith(start))?.names ?? [];

  it('is only read', async () => {
    const before = readFileSync(from);
    await place.import(from);
    expect(readFileSync(from).equals(before)).toBe(true);
  });

  it('says in a dry run what would come, and nothing comes', async () => {
    const plan = await place.import(from, { isDryRun: true });
    expect(plan.proof).toBeNull();
    expect(plan.tables.find(({ table }) => table === 'users')).toMatchObject({ fresh: 3, there: { rows: 3 } });
    expect(await place.rows('SELECT id FROM users')).toEqual([]);
    expect(await place.rows('SELECT id FROM logs')).toEqual([]);
  });

  it('names people who share a mail address, groups without a ratio, and types that nothing can serve', async () => {
    const report = await place.import(from);
    expect(namesOf(report, 'people who come without their mail address')).toEqual(['bob']);
    expect(namesOf(report, 'groups that had no ratio')).toEqual(['studio']);
    expect(namesOf(report, 'channels of a type')).toEqual(['video (2), type 50']);
    expect(await place.rows('SELECT id, status FROM channels ORDER BY id')).toEqual([
      { id: 1, status: 1 },
      { id: 2, status: 2 },
    ]);
  });

  it('keeps a debt, and the ledger proves it', async () => {
    const { proof } = await place.import(from);
    expect(await place.rows('SELECT balance FROM accounts WHERE kind = 1 AND owner_id = 3')).toEqual([
      { balance: -70 },
    ]);
    expect(proof?.ledger).toMatchObject({ differenceUnits: 0 });
  });

  it('brings only the difference when it has gone on meanwhile', async () => {
    await place.import(from);
    await changeSource(from, [
      'UPDATE users SET quota = 400, used_quota = 600, request_count = 9 WHERE id = 2',
      "INSERT INTO users VALUES (9, 'dora', '', 'Dora', 1, 1, '', 'default', 50, 0, 0, '', 0, NULL)",
      "INSERT INTO logs VALUES (4, 2, 1700000300, 2, '', 'alice', 'k', 'gpt-4o', 100, 5, 5, 1, 0, 1)",
    ]);
    const { tables, proof } = await place.import(from);
    expect(tables.find(({ table }) => table === 'users')).toMatchObject({ fresh: 1, changed: 1, same: 2 });
    expect(proof?.tables.every(({ isEqual }) => isEqual)).toBe(true);
    expect(proof?.ledger).toMatchObject({ differenceUnits: 0 });
    const [hours] = await place.rows('SELECT SUM(quota) AS quota, SUM(request_count) AS calls FROM usage_hours');
    expect(hours).toEqual({ quota: 190, calls: 3 });
  });

  it('brings drawings and tasks with their states and results, and names those that cannot come', async () => {
    await changeSource(from, TASK_STATEMENTS);
    const report = await place.import(from);
    const tasks = await place.rows(
      `SELECT platform, task_id, action, status, progress, quota, is_open, upstream_key, model_name, data, username
       FROM tasks ORDER BY id`,
    );
    expect(tasks).toMatchObject([
      { platform: 'mj', task_id: 'mj-open', status: 'IN_PROGRESS', is_open: 1, upstream_key: '1:mj:mj-open' },
      { platform: 'mj', task_id: 'mj-done', status: 'SUCCESS', is_open: 0, quota: 50, model_name: 'mj_imagine' },
      { platform: 'mj', task_id: '', status: 'FAILURE', is_open: 0, quota: 7, username: 'bob' },
      { platform: 'suno', task_id: 'song-open', status: 'IN_PROGRESS', is_open: 1, username: 'alice' },
      { platform: 'kling', task_id: 'video-done', action: 'TEXT_TO_VIDEO', status: 'SUCCESS', model_name: 'kling-v1' },
    ]);
    expect(JSON.parse(String(tasks[1]?.data))).toMatchObject({
      imageUrl: 'https://cdn.example/1.png',
      buttons: [{ customId: 'MJ::JOB::upsample::1::abc' }],
    });
    expect(JSON.parse(String(tasks[4]?.data))).toEqual({ code: 0, video_url: 'https://cdn.example/v.mp4' });
    expect(namesOf(report, 'tasks of a platform')).toEqual(['other (3), platform 51']);
    expect(namesOf(report, 'drawings of an action')).toEqual(['mj-odd (3), JUGGLE']);
    expect(namesOf(report, 'tasks that had not ended and cannot go on')).toEqual(['number 4']);
    expect(report.proof?.tables.find(({ table }) => table === 'midjourneys')).toMatchObject({
      there: { rows: 4, sums: { quota: 87 } },
      here: { rows: 3, sums: { quota: 87 } },
    });
  });

  it('leaves a task alone that has ended here meanwhile, and takes the end of one that has not', async () => {
    await changeSource(from, TASK_STATEMENTS);
    await place.import(from);
    await place.rows("UPDATE tasks SET status = 'SUCCESS', is_open = 0 WHERE task_id = 'mj-open'");
    await changeSource(from, [
      "UPDATE midjourneys SET status = 'FAILURE' WHERE id = 1",
      "UPDATE tasks SET status = 'FAILURE', fail_reason = 'busy' WHERE id = 1",
    ]);
    const { tables } = await place.import(from);
    expect(tables.find(({ table }) => table === 'tasks')).toMatchObject({ changed: 1 });
    expect(await place.rows("SELECT status, is_open FROM tasks WHERE task_id IN ('mj-open', 'song-open')")).toEqual([
      { status: 'SUCCESS', is_open: 0 },
      { status: 'FAILURE', is_open: 0 },
    ]);
  });

  it('refunds a drawing that had not ended there and fails here', async () => {
    await changeSource(from, TASK_STATEMENTS);
    await place.import(from);
    await place.rows('DELETE FROM channels WHERE id = 1');
    await place.rows(`UPDATE users SET password_hash = '${await hashPassword('pw-root-7351')}' WHERE id = 1`);
    const environment = { MASTER_KEY, INITIAL_ROOT_PASSWORD: 'pw-root-7351' };
    const app = await startTestApp({ databaseUrl: place.url, environment });
    const balance = async () => {
      const [row] = await place.rows('SELECT balance FROM accounts WHERE kind = 1 AND owner_id = 2');
      return Number(row?.balance);
    };
    await app.nest.get(TaskRounds).run();
    await app.nest.get(TaskRounds).whenIdle();
    expect(await balance()).toBe(550);
    await app.closeWithEvenLedger();
  });

  it('brings the figures of hours that are older than its log, once', async () => {
    await changeSource(from, [
      `INSERT INTO quota_data VALUES (1, 2, 'alice', 'gpt-4o', 1690000000, 9, 2, 33),
        (2, 2, 'alice', 'gpt-4o', 1699999200, 10, 1, 40)`,
    ]);
    await place.import(from);
    await place.import(from);
    const [hours] = await place.rows('SELECT SUM(quota) AS quota, SUM(request_count) AS calls FROM usage_hours');
    expect(hours).toEqual({ quota: 123, calls: 4 });
  });

  it('gives its root and password to the root of a place that was started before', async () => {
    const app = await startTestApp({ databaseUrl: place.url, environment: { MASTER_KEY } });
    await app.closeWithEvenLedger();
    const { proof } = await place.import(from);
    const [root] = await place.rows('SELECT username, password_hash FROM users WHERE id = 1');
    expect(root).toEqual({ username: 'root', password_hash: '$2a$10$of.the.source' });
    expect(proof?.tables.find(({ table }) => table === 'users')?.isEqual).toBe(true);
    expect(proof?.ledger).toMatchObject({ differenceUnits: 0 });
  });

  it('may keep its log in a database of its own', async () => {
    const logs = join(directory, 'logs.db');
    await composeSource(logs);
    await changeSource(from, ['DELETE FROM logs']);
    const { proof } = await place.import(from, { logsFrom: logs });
    expect(proof?.tables.find(({ table }) => table === 'logs')).toMatchObject({ isEqual: true, there: { rows: 3 } });
    expect(await place.rows('SELECT COUNT(*) AS count FROM logs WHERE type = 2')).toEqual([{ count: 2 }]);
  });

  it('is refused when it is another one of the same family, or none', async () => {
    await place.import(from);
    await changeSource(from, ["UPDATE users SET username = 'x' || id"]);
    await expect(place.import(from)).rejects.toThrow('another gateway of the same family');
    await changeSource(from, ['DROP TABLE redemptions']);
    await expect(place.import(from)).rejects.toThrow('none of one-api, new-api, one-hub and LiteLLM: no redemptions');
    await expect(place.import(join(directory, 'missing.db'))).rejects.toThrow('there is no file');
  });
});

/** Ends a run at a line that it says. */
function failAt(start: string) {
  return (line: string): void => {
    if (line.startsWith(start)) throw new Error('ended here');
  };
}

describe('after moving in', () => {
  forEachSource('people sign in with the old password and call with the old key', async ({ from, expected }) => {
    const place = await createPlace();
    await place.import(from);
    const upstream = await createMockUpstream();
    await place.rows(`UPDATE channels SET base_url = '${upstream.url}' WHERE base_url = 'http://127.0.0.1:5190'`);
    await place.here.destroy();
    const environment = { MASTER_KEY, INITIAL_ROOT_PASSWORD: 'pw-root-7351' };
    const app = await startTestApp({ databaseUrl: place.url, environment });
    const enabled = expected.users.filter(({ status, deleted }) => status === 1 && !deleted);
    for (const { username, password } of enabled) {
      const client = await new TestClient(app.url).signIn(username, password);
      expect(client.user?.username).toBe(username);
    }
    const leaver = expected.users.find(({ deleted }) => deleted);
    await expect(new TestClient(app.url).signIn('leaver', leaver?.password ?? '')).rejects.toThrow();
    const key = expected.tokens.find(({ owner, name }) => owner === 'alice' && name === 'alice-main')?.key ?? '';
    const response = await fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
      body: JSON.stringify({ model: 'perf-0', messages: [{ role: 'user', content: 'hi' }] }),
    });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('choices')]);
    await app.closeWithEvenLedger();
    await upstream.close();
    await place.drop();
  });
});
