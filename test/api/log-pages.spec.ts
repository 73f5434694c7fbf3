import { type LogPageView } from '@contracts';
import { LogStore } from '@log';
import { UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { createTestDatabase, describeWith, dialectsOfRun, type TestDatabase } from '../support/servers/databases';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const NOW_MS = Date.now();
const SIZE = 10;

describe.each(dialectsOfRun())('on %s', dialect => {
  describeWith(dialect, 'pages of the log while rows arrive', () => {
    let database: TestDatabase;
    let app: TestApp;
    let names: readonly string[] = [];
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      app = await startTestApp({ databaseUrl: database.url });
      // Many rows share a millisecond, so that pages end in the midst of one.
      names = await append('first', 96, at => NOW_MS - 1000 + Math.floor(at / 7));
    });
    afterAll(async () => {
      await app.close();
      await database.drop();
    });

    async function append(name: string, count: number, timeOf: (at: number) => number): Promise<readonly string[]> {
      const names = Array.from({ length: count }, (_, at) => `${name} ${at}`);
      const userId = app.user.user?.id ?? 0;
      const records = names.map((requestId, at) => ({ userId, type: 5, requestId, createdAtMs: timeOf(at) }));
      await app.nest.get(UnitOfWork).run(manager => app.nest.get(LogStore).writeAll(manager, records));
      return names;
    }

    const page = (path: string, number: number, cursor: string) =>
      must(
        (path === '/api/log/self' ? app.user : app.admin).get<LogPageView>(
          `${path}?type=5&page_size=${SIZE}&p=${number}&cursor=${encodeURIComponent(cursor)}`,
        ),
      );
    const requestIds = ({ items }: LogPageView) => items.map(item => item.request_id);

    it.each(['/api/log/', '/api/log/self'])('%s list every row that was there exactly once', async path => {
      const seen: string[] = [];
      const pages: LogPageView[] = [];
      let cursor = '';
      for (let number = 1; number === 1 || cursor !== ''; number++) {
        const found = await page(path, number, cursor);
        if (found.items.length > 0) pages.push(found);
        seen.push(...requestIds(found));
        cursor = found.next_cursor ?? '';
        // Newer rows, and some between those that are listed, of the same milliseconds.
        await append(`${path} newer ${number}`, 7, () => Date.now());
        await append(`${path} between ${number}`, 3, at => NOW_MS - 995 + at);
      }
      const known = new Set(names);
      expect(seen.filter(name => known.has(name)).sort()).toEqual([...names].sort());
      expect(new Set(seen).size).toBe(seen.length);
      const [, second, third] = pages;
      const back = await page(path, 2, third?.previous_cursor ?? '');
      expect(requestIds(back)).toEqual(requestIds(second!));
      expect(back.items.map(item => item.id)).toEqual(second!.items.map(item => item.id));
    });

    it('have no cursors unless one was asked with, and are refused with one that is not ours', async () => {
      const plain = await must(app.admin.get<LogPageView>('/api/log/?type=5'));
      expect(Object.keys(plain).sort()).toEqual(['items', 'page', 'page_size', 'total']);
      const { next_cursor: cursor = '' } = await page('/api/log/', 1, '');
      const answer = await app.admin.get(`/api/log/?cursor=${cursor.slice(0, -2)}xx`);
      expect(answer.body).toMatchObject({ success: false });
      expect(cursor).not.toContain('first');
    });
  });
});
