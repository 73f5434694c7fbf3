import { createMockUpstream, failure, type MockUpstream } from '../../../apps/mock-upstream/src/index';
import { type ChannelOtherInfo, type ChannelView } from '@contracts';
import { must } from '../clients/factories';
import { eventually } from '../eventually';
import { startTestApp, type TestApp } from '../servers/test-app';

/** A server and an upstream, with channels between them that a test makes and deletes. */
export interface ChannelScene {
  readonly app: TestApp;
  readonly upstream: MockUpstream;
  /** Makes a channel to the upstream, by default of type 1 and with one model. @returns its id */
  channel(fields?: Partial<Parameters<TestApp['make']['channel']>[0]>): Promise<number>;
  view(id: number): Promise<ChannelView>;
  /** Waits until the channel has a status. */
  becomes(id: number, status: number): Promise<ChannelView>;
  /** Forgets calls and rules of the upstream, and deletes all channels. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function startChannelScene(): Promise<ChannelScene> {
  const upstream = await createMockUpstream();
  const app = await startTestApp();
  const view = (id: number) => must(app.admin.get<ChannelView>(`/api/channel/${id}`));
  return {
    app,
    upstream,
    channel: (fields = {}) => app.make.channel({ base_url: upstream.url, models: 'gpt-4o-mini', ...fields }),
    view,
    becomes: (id, status) =>
      eventually(
        () => view(id),
        shown => shown.status === status,
      ),
    clear: async () => {
      upstream.reset();
      const channels = await must(app.root.get<ChannelView[]>('/api/channel/?page_size=100'));
      const ids = channels.map(channel => channel.id);
      if (ids.length > 0) await must(app.root.post('/api/channel/batch', { ids }));
    },
    close: async () => {
      await app.close();
      await upstream.close();
    },
  };
}

/** The reason and the time of the server's last change to a channel's status. */
export function infoOf(channel: ChannelView) {
  return JSON.parse(channel.other_info || '{}') as ChannelOtherInfo;
}

/** A provider's response to an unknown key. */
export const badKey = failure(401, {
  message: 'Incorrect API key provided: sk-upstream-secret',
  code: 'invalid_api_key',
});
