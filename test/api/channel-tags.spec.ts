import { type ChannelBulkResult, type ChannelView } from '@contracts';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function tagged(tag: string): Promise<readonly ChannelView[]> {
  return must(app.root.get<readonly ChannelView[]>(`/api/channel/search?keyword=&tag=${tag}`));
}

describe('channels with a tag', () => {
  it('are found and changed together, and nobody else is', async () => {
    const base_url = 'https://api.example.com';
    const ids = [
      await app.make.channel({ base_url, tag: 'eu' }),
      await app.make.channel({ base_url, tag: 'eu', rpm_limit: 9 }),
    ];
    const other = await app.make.channel({ base_url, tag: 'us' });
    expect((await tagged('eu')).map(({ id }) => id).sort()).toEqual(ids);
    const set = { status: 2, priority: 4, weight: 3, group: 'vip', param_override: '{"top_k":1}' };
    const steps = [{ ids: [], tag: 'eu', set }];
    const result = await must(app.root.put<ChannelBulkResult>('/api/channel/bulk', { steps }));
    expect(result.changed.map(({ id }) => id)).toEqual(ids);
    for (const channel of await tagged('eu')) expect(channel).toMatchObject(set);
    expect((await tagged('eu')).map(channel => channel.rpm_limit).sort()).toEqual([0, 9]);
    expect((await tagged('us'))[0]).toMatchObject({ id: other, status: 1, priority: 0, param_override: '' });
  });

  it('that nobody has are refused like an empty selection', async () => {
    const steps = [{ ids: [], tag: 'nobody', set: { priority: 1 } }];
    const { body } = await app.root.put<unknown>('/api/channel/bulk', { steps });
    expect(body).toMatchObject({ success: false });
  });
});
