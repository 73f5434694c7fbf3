import { Client } from 'undici';

/** The response to a call over one of several connections. */
export interface ConnectionAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Connections that stay open, one to each worker of a server: a supervisor gives new connections to its workers in turn.
 */
export class Connections {
  private constructor(private readonly clients: readonly Client[]) {}

  static async open(url: string, count: number): Promise<Connections> {
    const clients: Client[] = [];
    for (let at = 0; at < count; at++) {
      const client = new Client(url, { keepAliveTimeout: 60_000 });
      await (await client.request({ path: '/healthz', method: 'GET' })).body.text();
      clients.push(client);
    }
    return new Connections(clients);
  }

  /** Sends one request over each connection. */
  onEach(path: string, headers: Record<string, string> = {}, body?: unknown): Promise<readonly ConnectionAnswer[]> {
    return Promise.all(this.clients.map(client => send(client, path, headers, body)));
  }

  /** Sends a chat call over each connection. */
  chatOnEach(key: string): Promise<readonly ConnectionAnswer[]> {
    const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Say hello.' }] };
    return this.onEach('/v1/chat/completions', { authorization: `Bearer ${key}` }, body);
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map(client => client.destroy()));
  }
}

async function send(
  client: Client,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<ConnectionAnswer> {
  const { statusCode, body: answer } = await client.request({
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: statusCode, text: await answer.text() };
}
