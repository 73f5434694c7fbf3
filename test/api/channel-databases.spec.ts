import {
  type ChannelView,
  type HourlyUsage,
  type LogEntry,
  type LogStat,
  type OptionEntry,
  type Page,
} from '@contracts';
import { LogStore } from '@log';
import { UnitOfWork } from '@platform';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

/** SQLite is the database of every other suite; here the other two have to give the same responses. */
describe.each(['postgres', 'mysql'] as const)('on %s', dialect => {
  describeWith(dialect, 'channels, options and logs', () => {
    let database: TestDatabase;
    let app: TestApp;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      app = await startTestApp({ databaseUrl: database.url });
    });
    afterAll(async () => {
      await app.close();
      await database.drop();
    });

    const search = (query: string) => must(app.admin.get<ChannelView[]>(`/api/channel/search?${query}`));

    it('a channel is made, found, changed, repaired and removed', async () => {
      const fields = { type: 1, name: 'Näme_1%', key: 'sk-portable-1\nsk-portable-2', models: 'A,a', group: 'vip' };
      await must(app.admin.post('/api/channel/', fields));
      const found = await search(`keyword=${encodeURIComponent('me_1%')}&model=a&group=vip&id_sort=true`);
      expect(found.map(channel => [channel.name, channel.models, typeof channel.id])).toEqual([
        ['Näme_1%', 'A,a', 'number'],
        ['Näme_1%', 'A,a', 'number'],
      ]);
      expect(await search('keyword=mex1y')).toEqual([]);
      expect(await search('group=VIP')).toEqual([]);
      const ids = found.map(channel => channel.id);
      expect((await search('keyword=sk-portable-2')).map(channel => channel.id)).toEqual([ids[0]]);
      const edited = await must(
        app.admin.put<ChannelView>('/api/channel/', { id: ids[0], priority: 2 ** 40, weight: 1 }),
      );
      expect(edited).toMatchObject({ priority: 2 ** 40, balance: 0, auto_ban: 1 });
      expect((await app.admin.post('/api/channel/fix')).body.data).toBe(2);
      expect((await app.admin.post('/api/channel/batch', { ids })).body.data).toBe(2);
    });

    it('an option is saved twice and read back', async () => {
      await app.make.option('Notice', '第一 😀');
      await app.make.option('Notice', '第二 😀');
      const entries = await must(app.admin.get<OptionEntry[]>('/api/option/'));
      expect(entries.find(entry => entry.key === 'Notice')?.value).toBe('第二 😀');
    });

    it('log rows are listed, summed per person and hour, and cleared', async () => {
      const { id: userId = 0, username } = app.user.user ?? {};
      const old = Date.now() - 40 * 86_400_000;
      const row = { userId, username, type: 2, modelName: 'Model_x', quota: 2 ** 40, promptTokens: 3 };
      const rows = [old, old + 1, Date.now()].map(createdAtMs => ({ ...row, createdAtMs, isCountedHourly: true }));
      await app.nest.get(UnitOfWork).run(manager => app.nest.get(LogStore).writeAll(manager, rows));
      const list = (query: string) => must(app.user.get<Page<LogEntry>>(`/api/log/self?${query}`));
      expect(await list('model_name=model%25x&type=2')).toMatchObject({ total: 3, page: 1 });
      expect(await list('model_name=model_x')).toMatchObject({ total: 0 });
      const stat = await must(app.user.get<LogStat>('/api/log/self/stat'));
      expect(stat).toEqual({ quota: 3 * 2 ** 40, count: 3, token: 9, rpm: 1, tpm: 3 });
      const data = await must(app.admin.get<HourlyUsage[]>('/api/data/'));
      expect(data).toEqual([expect.objectContaining({ count: 1, quota: 2 ** 40, token_used: 3, user_id: 0 })]);
      const target = Math.floor(Date.now() / 1000) - 86_400;
      expect((await app.admin.delete(`/api/log/?target_timestamp=${target}`)).body.data).toBe(2);
      expect(await list('type=2')).toMatchObject({ total: 1 });
    });
  });
});
