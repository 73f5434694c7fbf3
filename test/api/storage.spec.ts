import { retentionRules, retentionSubjects, type StorageView } from '@contracts';
import { UnitOfWork } from '@platform';
import { LogStore } from '@log';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const DAY_MS = 86_400_000;
const AGE_DAYS = 50;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

function view() {
  return must(app.root.get<StorageView>('/api/storage/'));
}

function clean() {
  return app.root.post('/api/storage/clean', {});
}

function keep(key: string, days: unknown) {
  return app.root.put('/api/option/', { key, value: days });
}

async function oldErrors(count: number): Promise<void> {
  const createdAtMs = Date.now() - AGE_DAYS * DAY_MS;
  const rows = Array.from({ length: count }, () => ({ userId: 1, type: 5, content: 'old', createdAtMs }) as const);
  await app.nest.get(UnitOfWork).run(manager => app.nest.get(LogStore).writeAll(manager, rows));
}

describe('the storage', () => {
  it('is shown with rows and bytes of every table', async () => {
    const { tables, bytes, oldest_log_at, subjects, measured_at, is_running } = await view();
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['logs', 'users', 'movements', 'options', 'usage_hours', 'retention_state']),
    );
    expect(tables.filter(table => table.bytes <= 0)).toEqual([]);
    expect(tables.find(({ name }) => name === 'users')).toMatchObject({ is_rows_estimated: false });
    expect(tables.find(({ name }) => name === 'users')?.rows).toBeGreaterThanOrEqual(3);
    expect(bytes).toBe(tables.reduce((sum, table) => sum + table.bytes, 0));
    expect([measured_at > 0, oldest_log_at > 0, is_running]).toEqual([true, true, false]);
    expect(subjects.map(({ subject, days, before }) => [subject, days, before])).toEqual(
      retentionSubjects.map(subject => [subject, 0, 0]),
    );
  });

  it('is not cleaned up while everything is kept', async () => {
    const { body } = await clean();
    expect(body).toMatchObject({ success: false, message: expect.stringContaining('every age is 0') });
  });

  it('says what goes next, is cleaned up when root asks for it, and says what went', async () => {
    await oldErrors(7);
    await keep('LogErrorDays', 30);
    const error = async () => (await view()).subjects.find(({ subject }) => subject === 'log_error');
    expect(await error()).toMatchObject({ days: 30, next_rows: 7, is_next_more: false, removed_at: 0 });
    expect((await clean()).body).toMatchObject({ success: true });
    await eventually(view, ({ is_running, ran_at }) => !is_running && ran_at > 0);
    expect(await error()).toMatchObject({ next_rows: 0, removed_rows: 7 });
    const { items } = await must(
      app.root.get<{ items: { content: string; other: string }[] }>('/api/log/?type=3&page_size=100'),
    );
    const row = items.find(({ content }) => content === 'retention removed 7 log rows of errors');
    expect(JSON.parse(row?.other ?? '')).toMatchObject({ admin_info: { actor: 'Sluice', after: { log_error: 7 } } });
    await keep('LogErrorDays', 0);
  });

  it.each(retentionSubjects)('takes an age of %s from root alone, within its bounds', async subject => {
    const { option, leastDays } = retentionRules[subject];
    expect((await app.admin.put('/api/option/', { key: option, value: leastDays })).body.message).toContain(
      'insufficient permission',
    );
    if (leastDays > 1) {
      const few = await keep(option, leastDays - 1);
      expect(few.body.message).toBe(`${option} must be 0, which keeps everything, or at least ${leastDays} days`);
    }
    expect((await keep(option, leastDays)).body.success).toBe(true);
    expect((await keep(option, -1)).body.success).toBe(false);
    expect((await keep(option, 0)).body.success).toBe(true);
  });
});
