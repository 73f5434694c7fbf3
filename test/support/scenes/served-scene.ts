import { createMockUpstream, type MockUpstream } from '../../../apps/mock-upstream/src/index';
import { TestClient } from '../clients/client';
import { Factories } from '../clients/factories';
import { ServerProcess, type ServerProcessOptions } from '../servers/server-process';

/** A known password, so that a test can sign in again after a server is started twice on one directory. */
export const ROOT_PASSWORD = 'a-password-of-the-first-account';

/** A built server in its own process, with a channel to a mock upstream and a key of the first account. */
export interface ServedScene {
  readonly server: ServerProcess;
  readonly upstream: MockUpstream;
  readonly root: TestClient;
  readonly make: Factories;
  /** The key with `sk-`. */
  readonly key: string;
  /** The name of the key in lists and log rows. */
  readonly keyName: string;
  /** Sends a chat call; the fields are added to it. */
  chat(fields?: Record<string, unknown>): Promise<Response>;
  close(): Promise<void>;
}

export async function startServedScene(options: ServerProcessOptions = {}): Promise<ServedScene> {
  const upstream = await createMockUpstream();
  const environment = {
    INITIAL_ROOT_PASSWORD: ROOT_PASSWORD,
    API_REQUESTS_PER_WINDOW: '100000',
    CRITICAL_REQUESTS_PER_WINDOW: '100000',
    ...options.environment,
  };
  const server = await ServerProcess.start({ ...options, environment });
  const root = await new TestClient(server.url).signIn('root', ROOT_PASSWORD);
  const make = new Factories(server.url, root);
  await make.channel({ base_url: upstream.url });
  const { secret, name } = await make.token(root);
  return {
    server,
    upstream,
    root,
    make,
    key: secret,
    keyName: name,
    chat: (fields = {}) => sendChat(server.url, secret, fields),
    close: async () => {
      await server.dispose();
      await upstream.close();
    },
  };
}

/** Sends a chat call with a key. */
export function sendChat(url: string, key: string, fields: Record<string, unknown> = {}): Promise<Response> {
  const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Say hello.' }], ...fields };
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
}
