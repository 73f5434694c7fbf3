import { UnitOfWork } from '@platform';
import { UpstreamClient } from '../../libs/relay/src/transport/upstream-client';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const REFUSED =
  'the host of this address is link-local or a metadata service; the operator allows it by ALLOW_LINK_LOCAL_UPSTREAMS=true';
const METADATA = 'http://169.254.169.254';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(() => scene.close());

const fields = { type: 1, name: 'metadata', key: 'sk-x', models: 'gpt-4o', group: 'default' };

describe('a channel whose host is link-local or a metadata service', () => {
  it.each([
    METADATA,
    'http://2852039166/v1',
    'http://[fe80::1]:80',
    'http://metadata.google.internal',
    'http://[fd00:ec2::254]',
  ])('can be neither created nor edited: %s', async base_url => {
    const made = await scene.app.root.post('/api/channel/', { ...fields, base_url });
    expect(made.body).toEqual({ success: false, message: REFUSED });
    const edited = await scene.app.root.put('/api/channel/', { id: scene.channelId, base_url });
    expect(edited.body).toEqual({ success: false, message: REFUSED });
  });

  it('that was stored before can be edited in other fields, and no connection is opened to it', async () => {
    await scene.app.nest
      .get(UnitOfWork)
      .run(manager => manager.query(`UPDATE channels SET base_url = '${METADATA}' WHERE id = ${scene.channelId}`));
    const edited = await scene.app.root.put('/api/channel/', {
      id: scene.channelId,
      name: 'renamed',
      base_url: METADATA,
    });
    expect(edited.body.success).toBe(true);
    const startedAt = performance.now();
    const answer = await scene.post('/v1/chat/completions', chat());
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(performance.now() - startedAt).toBeLessThan(5000); // less than the time-out of a connection
    await scene.settled();
  });

  it.each(['GET', 'WEBSOCKET'] as const)('is not reached by %s', async method => {
    const url = method === 'GET' ? METADATA : 'ws://169.254.169.254/v1';
    const request = { method, url, headers: {}, body: null } as unknown as Parameters<UpstreamClient['open']>[0];
    const { answer } = scene.app.nest.get(UpstreamClient).open(request);
    await expect(answer).rejects.toMatchObject({
      kind: 'unreachable',
      cause: expect.objectContaining({ message: expect.stringContaining('ALLOW_LINK_LOCAL_UPSTREAMS') }),
    });
  });
});

it('a channel with such a host can be created when the operator allows it', async () => {
  const open = await startRelayScene({ environment: { ALLOW_LINK_LOCAL_UPSTREAMS: 'true' } });
  const made = await open.app.root.post('/api/channel/', { ...fields, base_url: METADATA });
  await open.close();
  expect(made.body.success).toBe(true);
});
