import { type LogEntry } from '@contracts';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(() => scene.close());

const ORIGIN = { origin: 'https://tool.example' };

function read(path: string, key = scene.key): Promise<Response> {
  return fetch(scene.app.url + path, { headers: { authorization: `Bearer ${key}`, ...ORIGIN } });
}

async function call(): Promise<void> {
  await (await scene.post('/v1/chat/completions', chat())).text();
  await scene.settled();
}

describe('what the holder of a key may read', () => {
  it('is the account of the key, which changes with each call', async () => {
    const before = (await (await read('/api/usage/token')).json()) as { data: Record<string, number> };
    expect(before).toMatchObject({ code: true, data: { object: 'token_usage', total_used: 0, expires_at: 0 } });
    await call();
    const [row] = await scene.consumption(1);
    const response = await read('/api/usage/token');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const { data } = (await response.json()) as typeof before;
    expect(data.total_used).toBe(row!.quota);
    expect(data.total_granted).toBe(before.data.total_granted);
    expect(data.total_available).toBe(data.total_granted! - row!.quota);
  });

  it('is the log of the key alone, newest first, without channels', async () => {
    await call();
    const other = await scene.app.make.token(scene.owner);
    const { data } = (await (await read('/api/log/token')).json()) as { data: LogEntry[] };
    expect(data).toHaveLength(2);
    expect(data[0]!.created_at).toBeGreaterThanOrEqual(data[1]!.created_at);
    for (const row of data) expect(row).toMatchObject({ model_name: 'gpt-4o-mini', channel: 0, channel_name: '' });
    const empty = (await (await read('/api/log/token', other.secret)).json()) as { data: LogEntry[] };
    expect(empty).toEqual({ success: true, message: '', data: [] });
  });

  it.each(['/api/usage/token', '/api/log/token'])('%s: refuses an unknown key with status 401', async path => {
    const response = await read(path, `sk-${'x'.repeat(48)}`);
    expect(response.status).toBe(401);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({ success: false, message: expect.any(String) });
    expect((await fetch(scene.app.url + path)).status).toBe(401);
  });

  it.each(['/api/usage/token', '/api/log/token'])('%s: may be asked by a page of another origin', async path => {
    const headers = {
      ...ORIGIN,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const preflight = await fetch(scene.app.url + path, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  });
});
