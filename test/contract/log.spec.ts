import { LogType } from '@contracts';
import * as dashboard from '../../frontend/src/features/dashboard/dashboard-api';
import * as statements from '../../frontend/src/base/statement/statement-api';
import * as reports from '../../frontend/src/features/dashboard/report-api';
import * as logs from '../../frontend/src/features/log/log-api';
import * as users from '../../frontend/src/base/session/user-api';
import { eventually } from '../support/eventually';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import * as shapes from './shapes';

let served: ServedScene;
const page = new Console();

/** The files that the page saved. */
const files: Blob[] = [];

beforeAll(async () => {
  served = await startServedScene();
  browseTo(served.server.url);
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `#file-${files.push(file)}`,
    revokeObjectURL: () => undefined,
  });
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
  expect((await served.chat()).status).toBe(200);
});
afterAll(() => served?.close());

describe.each([
  ['an administrator', { isAdmin: true }],
  ['a user', { isAdmin: false }],
] as const)('the log of one call, seen by %s', (_who, scope) => {
  it('has a row and sums', async () => {
    let end = Math.round(Date.now() / 1000) + 3600;
    // The row is written after the response; another end of the span makes another query.
    const { items, ...rest } = await eventually(
      () =>
        page.query(logs.useListLogsQuery, {
          ...scope,
          type: LogType.Consume,
          page: 1,
          size: 10,
          cursor: '',
          end_timestamp: ++end,
        }),
      ({ total }) => total > 0,
    );
    expect(rest).toEqual(shapes.logPageShape);
    expect(items).toEqual([shapes.logEntryShape]);
    expect(items[0]).toMatchObject({ prompt_tokens: 11, completion_tokens: 6, channel: scope.isAdmin ? 1 : 0 });
    expect(await page.query(logs.useGetLogStatQuery, scope)).toMatchObject({ count: 1, token: 17 });
  });

  it('has a line in the exported file, with the columns that the reader may see', async () => {
    const before = files.length;
    const filters = { ...scope, type: LogType.Consume, token_name: served.keyName };
    expect(await page.call(logs.useExportLogsMutation, filters)).toBeNull();
    expect(files).toHaveLength(before + 1);
    const text = (await files.at(-1)?.text()) ?? '';
    const [header, line, ...rest] = text.split('\r\n');
    expect(header).toContain('"id","time_utc","type"');
    expect(header?.includes('"channel"')).toBe(scope.isAdmin);
    expect(line).toContain('"gpt-4o-mini","11","6"');
    expect(rest).toEqual(['']);
  });

  it('gives no file when the server refuses the filters', async () => {
    const before = files.length;
    const refused = page.call(logs.useExportLogsMutation, { ...scope, model_name: '%' });
    await expect(refused).rejects.toThrow('a model pattern has at most');
    expect(files).toHaveLength(before);
  });

  it('is counted in the hour of the call', async () => {
    const now = Math.round(Date.now() / 1000);
    const span = { start_timestamp: now - 7200, end_timestamp: now + 3600 };
    const rows = await page.query(dashboard.useListUsageQuery, { ...scope, ...span });
    expect(rows).toEqual([shapes.hourlyUsageShape]);
    expect(rows[0]).toMatchObject({ model_name: 'gpt-4o-mini', count: 1, token_used: 17 });
    expect((rows[0]?.created_at ?? 1) % 3600).toBe(0);
    const [rank] = await page.query(dashboard.useListRankingQuery, { ...scope, ...span, by: 'key' as const });
    expect(rank).toEqual(shapes.usageRankShape);
    expect(rank?.count).toBe(1);
  });

  it('is in the report, and in its file', async () => {
    const by = 'model' as const;
    const { rows: found, total, forecast } = await page.query(reports.useGetReportQuery, { ...scope, by });
    expect(found).toEqual([scope.isAdmin ? shapes.reportRowShape : shapes.ownReportRowShape]);
    expect(total).toEqual(scope.isAdmin ? shapes.reportSumsShape : shapes.ownReportSumsShape);
    expect(forecast).toEqual(shapes.forecastShape);
    expect(found[0]).toMatchObject({ name: 'gpt-4o-mini', count: 1, token_used: 17 });
    expect(await page.call(reports.useExportReportMutation, { ...scope, by })).toBeNull();
    const text = (await files.at(-1)?.text()) ?? '';
    expect(text).toContain('"gpt-4o-mini"');
    expect(text.includes('"margin"')).toBe(scope.isAdmin);
  });

  it('is in the statement of its month, and in its files', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const statementOf = { month, userId: scope.isAdmin ? 1 : null };
    const { lines, total, parts, balance, ...rest } = await page.query(statements.useGetStatementQuery, statementOf);
    expect(rest).toEqual(shapes.statementShape);
    expect(total).toEqual(shapes.ownReportSumsShape);
    expect(lines).toEqual([{ model: 'gpt-4o-mini', ...shapes.ownReportSumsShape }]);
    expect(parts).toEqual([{ name: expect.any(String), ...shapes.ownReportSumsShape }]);
    expect(balance).toMatchObject(shapes.statementBalanceShape);
    expect(balance?.changes[0]).toEqual(shapes.statementChangeShape);
    const file = { ...statementOf, language: 'en' } as const;
    expect(await page.call(statements.useExportStatementMutation, { ...file, format: 'csv' })).toBeNull();
    expect(await files.at(-1)?.text()).toContain('"total"');
    expect(await page.call(statements.useExportStatementMutation, { ...file, format: 'pdf' })).toBeNull();
    expect(await files.at(-1)?.text()).toContain('%PDF-');
  });
});

describe('the bill of a supplier', () => {
  it('stands beside what was computed', async () => {
    const text = 'Date;Model;Cost (USD)\n2026-11-01;gpt-4o;"$1,234.5"\n2026-11-02;gpt-4o;0.5';
    const { rows, ...sums } = await page.call(reports.useCompareBillMutation, {
      text,
      channels: [1],
      time_zone: 'UTC',
    });
    expect(rows).toEqual([shapes.billRowShape, shapes.billRowShape]);
    expect(sums).toEqual({ billed: 617_500_000, computed: expect.any(Number), fixed_cost: 0 });
  });
});

describe('the dashboard in the console', () => {
  it('shows administrators one user, and refuses spans that are too long', async () => {
    const rows = await page.query(dashboard.useListUsageQuery, { isAdmin: true, username: 'nobody' });
    expect(rows).toEqual([]);
    const long = page.query(dashboard.useListUsageQuery, { isAdmin: false, start_timestamp: 1, end_timestamp: 9e6 });
    await expect(long).rejects.toThrow('the time span must not exceed one month');
  });
});

it('the filters of the log suggest the names that were used', async () => {
  const start = Math.floor(Date.now() / 1000) - 3600;
  const query = { isAdmin: true, by: 'model', start_timestamp: start } as const;
  for (const rank of await page.query(logs.useListUsageNamesQuery, query)) expect(rank).toEqual(shapes.usageRankShape);
});

it('every endpoint of the log and dashboard pages has answered', () => {
  expect(unansweredOf(dashboard, reports, statements, logs)).toEqual([]);
});
