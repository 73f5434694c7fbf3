import { type DemoModel, type DemoPerson, CHANNELS, PEOPLE, ROOT } from './demo-facts';
import { DemoClient } from './demo-client';

/** A key of the demo. */
export interface DemoKey {
  readonly id: number;
  readonly name: string;
  /** With `sk-`. */
  readonly secret: string;
  readonly userId: number;
  readonly username: string;
  readonly share: number;
}

export interface DemoSite {
  readonly keys: readonly DemoKey[];
  /** The id of each channel by its name. */
  readonly channels: ReadonlyMap<string, number>;
}

/** The channel that serves a model while nothing fails. */
export function channelFor(model: DemoModel): string {
  return CHANNELS.find(({ models }) => models.includes(model.name))?.name ?? '';
}

const OPTIONS: Readonly<Record<string, string>> = {
  SystemName: 'Sluice demo',
  badgeContent: 'demo',
  AutomaticDisableChannelEnabled: 'true',
  StatusPageEnabled: 'true',
};

/** Makes people, channels, keys and rules through the console's API, as an operator would. */
export async function makeDemoSite(url: string, upstreamUrl: string): Promise<DemoSite> {
  const root = await new DemoClient(url).signIn(ROOT.username, ROOT.password);
  for (const [key, value] of Object.entries(OPTIONS)) await root.put('/api/option/', { key, value });
  for (const { models, ...channel } of CHANNELS) {
    const fields = { ...channel, models: models.join(','), group: 'default', base_url: upstreamUrl };
    await root.post('/api/channel/', fields);
  }
  const found = await root.get<readonly { id: number; name: string }[]>('/api/channel/?p=0&page_size=100');
  const keys: DemoKey[] = [];
  for (const person of PEOPLE) keys.push(...(await addPerson(root, url, person)));
  for (const rule of RULES) await root.post('/api/alert/rule', rule);
  return { keys, channels: new Map(found.map(({ id, name }) => [name, id])) };
}

const RULES = [
  {
    ...{ kind: 'error_rate', severity: 'warning', name: 'A channel fails often', scope_by: 'channel' },
    ...{ threshold: 20, window_minutes: 15, minimum: 5, for_minutes: 0 },
  },
] as const;

async function addPerson(root: DemoClient, url: string, person: DemoPerson): Promise<readonly DemoKey[]> {
  const { username, password, display, role, quota, share } = person;
  await root.post('/api/user/', { username, password, display_name: display });
  const users = await root.get<readonly { id: number; username: string }[]>(
    `/api/user/search?keyword=${username}&group=`,
  );
  const id = users.find(user => user.username === username)?.id ?? 0;
  if (role > 1) await root.post('/api/user/manage', { id, action: 'promote' });
  await root.put('/api/user/', { id, username, display_name: display, quota });
  const client = await new DemoClient(url).signIn(username, password);
  for (const name of person.keys) await client.post('/api/token/', { ...NEW_KEY, name });
  const rows = await client.get<readonly { id: number; name: string; key: string }[]>('/api/token/?p=0&size=100');
  return rows.map(row => ({
    ...{ id: row.id, name: row.name, secret: `sk-${row.key}` },
    ...{ userId: id, username, share: share / rows.length },
  }));
}

const NEW_KEY = {
  remain_quota: 0,
  unlimited_quota: true,
  expired_time: -1,
  model_limits_enabled: false,
  model_limits: '',
  group: 'default',
} as const;
