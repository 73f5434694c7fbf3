import { type LogEntry, type Page } from '@contracts';
import { Database } from '@platform';
import { PublicClient } from '@relay';
import { TaskEntity, TaskRounds } from '@task';
import { type TestClient } from '../clients/client';
import { must } from '../clients/factories';
import { TaskUpstreams } from '../fakes/task-upstreams';
import { startTestApp, type TestApp } from '../servers/test-app';

const QUOTA = 100_000_000;
export const UNIT = 500_000;

/** The response of a task route. */
export interface MediaAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { readonly data?: unknown };
}

/** A user with money and a key with its own limit. */
export interface MediaPerson {
  readonly client: TestClient;
  readonly key: string;
  readonly tokenId: number;
}

/** A server for songs and videos, whose upstreams live on this machine. */
class MediaScene {
  readonly upstreams = new TaskUpstreams();

  constructor(
    readonly app: TestApp,
    readonly owner: MediaPerson,
  ) {}

  person(quota?: number): Promise<MediaPerson> {
    return personOn(this.app, quota);
  }

  async send(method: string, path: string, body?: unknown, person = this.owner): Promise<MediaAnswer> {
    const isRaw = body instanceof FormData || typeof body === 'string';
    const answer = await fetch(this.app.url + path, {
      method,
      headers: {
        authorization: `Bearer ${person.key}`,
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: JSON.parse(text) as MediaAnswer['body'] };
  }

  post(path: string, body: unknown, person?: MediaPerson): Promise<MediaAnswer> {
    return this.send('POST', path, body, person);
  }

  get(path: string, person?: MediaPerson): Promise<MediaAnswer> {
    return this.send('GET', path, undefined, person);
  }

  /** Makes open tasks due, and polls them. */
  async round(): Promise<void> {
    const tasks = this.app.nest.get(Database).writer.getRepository(TaskEntity);
    await tasks.update({ isOpen: true }, { dueAtMs: 1, askedAtMs: 1 });
    await this.app.nest.get(TaskRounds).run();
    await this.app.nest.get(TaskRounds).whenIdle();
  }

  async rounds(count: number): Promise<void> {
    for (let round = 0; round < count; round++) await this.round();
  }

  /** The units that the user and the key have spent so far. */
  async spent(person = this.owner): Promise<{ user: number; key: number }> {
    const user = await must(person.client.get<{ used_quota: number }>('/api/user/self'));
    const key = await must(person.client.get<{ used_quota: number }>(`/api/token/${person.tokenId}`));
    return { user: user.used_quota, key: key.used_quota };
  }

  async left(person = this.owner): Promise<{ user: number; key: number }> {
    const user = await must(person.client.get<{ quota: number }>('/api/user/self'));
    const key = await must(person.client.get<{ remain_quota: number }>(`/api/token/${person.tokenId}`));
    return { user: user.quota, key: key.remain_quota };
  }

  async rows(): Promise<TaskEntity[]> {
    return this.app.nest.get(Database).read.find(TaskEntity, { order: { id: 'ASC' } });
  }

  async logs(type: number, person = this.owner): Promise<readonly LogEntry[]> {
    return (await must(person.client.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=100&type=${type}`))).items;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.upstreams.close();
  }
}

export { type MediaScene };

export async function startMediaScene(prices: Readonly<Record<string, number>> = {}): Promise<MediaScene> {
  const app = await startTestApp();
  // The files of the upstreams are on this machine too.
  app.nest.get(PublicClient).network = {
    lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    isAllowed: () => true,
  };
  if (Object.keys(prices).length > 0) {
    const shipped = await must(app.root.get<{ key: string; value: string }[]>('/api/option/'));
    const known = JSON.parse(shipped.find(option => option.key === 'ModelPrice')?.value ?? '{}') as object;
    await app.make.option('ModelPrice', JSON.stringify({ ...known, ...prices }));
  }
  return new MediaScene(app, await personOn(app));
}

async function personOn(app: TestApp, quota = QUOTA): Promise<MediaPerson> {
  const client = await app.make.signedIn({ quota });
  const token = await app.make.token(client, { unlimited_quota: false, remain_quota: quota });
  return { client, key: token.secret, tokenId: token.id };
}
