import { type ChannelSave, type TokenView } from '@contracts';
import { TestClient } from './client';

export interface NewUser {
  readonly username?: string;
  readonly password?: string;
  /** The role: 1 or 10. */
  readonly role?: number;
  readonly quota?: number;
  readonly group?: string;
}

let sequence = 0;

function nextName(prefix: string) {
  return `${prefix}${Date.now().toString(36).slice(-5)}${++sequence}`;
}

const PASSWORD = 'correct-horse';

/** Makes users, keys, channels and options through the interface, with sensible defaults. */
export class Factories {
  constructor(
    private readonly url: string,
    private readonly root: TestClient,
  ) {}

  /** Creates an account; quota is in units. */
  async user(fields: NewUser = {}): Promise<{ id: number; username: string; password: string }> {
    const username = fields.username ?? nextName('u');
    const password = fields.password ?? PASSWORD;
    await must(this.root.post('/api/user/', { username, password, display_name: username }));
    const found = await must(
      this.root.get<{ id: number; username: string }[]>(`/api/user/search?keyword=${username}&group=`),
    );
    const id = found.find(user => user.username === username)?.id;
    if (!id) throw new Error(`the new user ${username} was not found`);
    if (fields.role === 10) await must(this.root.post('/api/user/manage', { id, action: 'promote' }));
    if (fields.quota !== undefined || fields.group !== undefined) {
      await must(
        this.root.put('/api/user/', {
          id,
          username,
          ...(fields.quota === undefined ? {} : { quota: fields.quota }),
          ...(fields.group === undefined ? {} : { group: fields.group }),
        }),
      );
    }
    return { id, username, password };
  }

  /** Creates an account with its own signed-in client. */
  async signedIn(fields: NewUser = {}): Promise<TestClient> {
    const { username, password } = await this.user(fields);
    return new TestClient(this.url).signIn(username, password);
  }

  /** Creates a key of a user; the result holds it with `sk-`. */
  async token(
    owner: TestClient,
    fields: Record<string, unknown> = {},
  ): Promise<TokenView & { readonly secret: string }> {
    const name = nextName('key');
    await must(
      owner.post('/api/token/', {
        name,
        remain_quota: 0,
        unlimited_quota: true,
        expired_time: -1,
        model_limits_enabled: false,
        model_limits: '',
        group: 'default',
        ...fields,
      }),
    );
    const tokens = await must(owner.get<TokenView[]>('/api/token/?p=0&size=100'));
    const token = tokens[0];
    if (!token) throw new Error('the new token was not listed');
    return { ...token, secret: `sk-${token.key}` };
  }

  /** Creates a channel. @returns its id */
  async channel(fields: Partial<ChannelSave> & { readonly base_url: string }): Promise<number> {
    const name = fields.name ?? nextName('channel');
    await must(
      this.root.post('/api/channel/', {
        type: 1,
        key: 'sk-upstream-secret',
        models: 'gpt-4o-mini,gpt-4o,text-embedding-3-small,omni-moderation-latest,gpt-3.5-turbo-instruct',
        group: 'default',
        ...fields,
        name,
      }),
    );
    const found = await must(this.root.get<{ id: number; name: string }[]>(`/api/channel/search?keyword=${name}`));
    const id = found.find(channel => channel.name === name)?.id;
    if (!id) throw new Error('the new channel was not found');
    return id;
  }

  /** Saves one option. */
  async option(key: string, value: unknown): Promise<void> {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    await must(this.root.put('/api/option/', { key, value: text }));
  }
}

/** The data of a call that has to succeed. */
export async function must<Data>(
  call: Promise<{ text: string; body: { success?: boolean; data?: Data } }>,
): Promise<Data> {
  const { body, text } = await call;
  if (!body.success) throw new Error(`the call failed: ${text}`);
  return body.data as Data;
}
