import { type ImportPlace } from './import-place';

/** What a recorded database of another gateway holds, as its own product tells. */
export interface Expected {
  readonly users: readonly {
    readonly id: number;
    readonly username: string;
    readonly password: string;
    readonly role: number;
    readonly status: number;
    readonly quota: number;
    readonly used_quota: number;
    readonly request_count: number;
    readonly group: string;
    readonly deleted: boolean;
    readonly email: string | null;
    readonly inviter: string | null;
    readonly access_token: string | null;
    readonly identities: Readonly<Record<string, unknown>>;
  }[];
  readonly tokens: readonly {
    readonly id: number;
    readonly key: string;
    readonly owner: string;
    readonly name: string;
    readonly state: string;
    readonly remain: number;
    readonly used: number;
    readonly unlimited: boolean;
    readonly models: readonly string[];
    readonly ips: readonly string[];
    readonly group: string | null;
  }[];
  readonly channels: readonly {
    readonly id: number;
    readonly name: string;
    readonly state: string;
    readonly target: number | string;
    readonly key: string;
    readonly models: readonly string[];
    readonly groups: readonly string[];
    readonly mapping: unknown;
    readonly used_quota: number;
    readonly base_url: string | null;
  }[];
  readonly codes: readonly {
    readonly key: string;
    readonly name: string;
    readonly quota: number;
    readonly state: string;
  }[];
  readonly options: Readonly<Record<string, string>>;
  readonly secretOptions: readonly string[];
}

/** Checks everything that came from a source, part by part. */
export async function expectArrived(place: ImportPlace, expected: Expected, named: string): Promise<void> {
  await expectPeople(place, expected);
  await expectKeys(place, expected);
  await expectChannels(place, expected);
  await expectCodes(place, expected);
  await expectOptions(place, expected, named);
}

async function expectPeople({ rows, box }: ImportPlace, { users }: Expected): Promise<void> {
  const people = await rows(
    `SELECT u.*, balance, used, request_count FROM users AS u JOIN accounts ON kind = 1 AND owner_id = u.id ORDER BY u.id`,
  );
  expect(people).toHaveLength(users.length);
  const identities = await rows('SELECT * FROM identities');
  for (const [at, user] of users.entries()) {
    const person = people[at] ?? {};
    const inviter = users.find(({ username }) => username === user.inviter)?.id ?? 0;
    expect({ ...person, inviter_id: Number(person.inviter_id) }).toMatchObject({
      role: user.role === 3 ? 1 : user.role,
      user_group: user.group,
      email: user.email,
      inviter_id: inviter,
      access_token_hash: user.access_token === null ? null : box.hash('access-token', user.access_token),
    });
    expect([person.id, person.balance, person.used, person.request_count].map(Number)).toEqual([
      user.id,
      user.quota,
      user.used_quota,
      user.request_count,
    ]);
    expect(person.deleted_at_ms !== null).toBe(user.deleted);
    if (!user.deleted) expect(person.username).toBe(user.username);
    const linked = identities.filter(identity => Number(identity.user_id) === user.id).length;
    const names = Object.keys(user.identities).filter(name => name !== 'github_id_new');
    expect(linked).toBe(names.length);
  }
}

const TOKEN_STATES: Readonly<Record<string, number>> = { usable: 1, disabled: 2, expired: 3, exhausted: 4 };

async function expectKeys({ rows, box }: ImportPlace, { tokens, users }: Expected): Promise<void> {
  const keys = await rows(
    `SELECT t.*, balance, used, unlimited FROM tokens AS t JOIN accounts ON kind = 2 AND owner_id = t.id ORDER BY t.id`,
  );
  expect(keys).toHaveLength(tokens.length);
  for (const [at, token] of tokens.entries()) {
    const key = keys[at] ?? {};
    expect(key).toMatchObject({
      key_hash: box.hash('api-token', token.key),
      name: token.name,
      model_limits: token.models.join(','),
      ip_limits: token.ips.join(','),
      token_group: token.group ?? '',
      unlimited: token.unlimited ? 1 : 0,
    });
    expect(box.open('api-token', String(key.key_sealed))).toBe(token.key);
    const owner = users.find(({ username }) => username === token.owner)?.id;
    if (owner !== undefined) expect(Number(key.user_id)).toBe(owner);
    expect([key.id, key.balance, key.used].map(Number)).toEqual([token.id, token.remain, token.used]);
    expect(key.deleted_at_ms !== null).toBe(token.state === 'deleted');
    if (token.state !== 'deleted') expect(key.status).toBe(TOKEN_STATES[token.state]);
  }
}

async function expectChannels({ rows, box }: ImportPlace, expected: Expected): Promise<void> {
  const living = expected.channels.filter(({ state }) => state !== 'deleted');
  const channels = await rows(
    `SELECT c.*, used FROM channels AS c JOIN accounts ON kind = 3 AND owner_id = c.id ORDER BY c.id`,
  );
  expect(channels.map(({ id }) => Number(id))).toEqual(living.map(({ id }) => id));
  for (const [at, there] of living.entries()) {
    const here = channels[at] ?? {};
    expect([here.name, here.models, here.channel_group, Number(here.used)]).toEqual([
      there.name,
      there.models.join(','),
      there.groups.join(','),
      there.used_quota,
    ]);
    expect(JSON.parse(String(here.model_mapping))).toEqual(there.mapping);
    if (typeof there.target === 'number') expect(here.type).toBe(there.target);
    if (there.target === 'preset type 1')
      expect([here.type, here.base_url]).toEqual([1, expect.stringMatching(/^https?:/)]);
    if (there.base_url !== null) expect(here.base_url).toBe(there.base_url);
    const isNoted = there.target === 'disabled with note';
    if (isNoted) expect([here.status, here.note]).toEqual([2, expect.stringContaining('no counterpart')]);
    else expect(here.status).toBe({ enabled: 1, 'disabled manually': 2, 'disabled automatically': 3 }[there.state]);
    const key = box.open('channel-key', String(here.key_sealed));
    const plain = [3, 1, 4, 14, 24, 25, 34, 35, 36, 38, 40].includes(Number(here.type)) && !isNoted;
    if (plain) expect(key).toBe(there.key);
    if (here.type === 33) expect(key).toBe('AKIADUMMY|sk/dummy+1|us-east-1');
    if (here.type === 39) expect([key, here.other]).toEqual(['cf-dummy', 'cfaccount0123456789']);
    if (here.type === 41) expect(JSON.parse(key)).toMatchObject({ type: 'service_account' });
  }
}

async function expectCodes({ rows, box }: ImportPlace, { codes }: Expected): Promise<void> {
  const stored = await rows('SELECT * FROM redemptions ORDER BY id');
  expect(stored).toHaveLength(codes.length);
  for (const [at, code] of codes.entries()) {
    const row = stored[at] ?? {};
    expect([row.key_hash, row.name, Number(row.quota), row.status]).toEqual([
      box.hash('redemption-code', code.key),
      code.name,
      code.quota,
      { unused: 1, disabled: 2, used: 3 }[code.state],
    ]);
  }
}

/** Names there that differ here are checked where they are mapped; what has no counterpart is named. */
async function expectOptions({ rows, box }: ImportPlace, { options, secretOptions }: Expected, named: string) {
  const stored = new Map((await rows('SELECT * FROM options')).map(row => [row.option_key, String(row.option_value)]));
  const renamed = /^(LinuxDO|oidc\.|OIDC|Payment|UserUsableGroups)/;
  for (const [key, value] of Object.entries(options).filter(([name]) => !renamed.test(name))) {
    if (named.includes(key)) continue;
    const here = stored.get(key) ?? '';
    if (secretOptions.includes(key)) {
      expect(here).not.toContain(value);
      expect(box.open('service-secret', here)).toBe(value);
    } else if (value.startsWith('{')) {
      expect(JSON.parse(here)).toEqual(JSON.parse(value));
    } else {
      expect([key, here.trim()]).toEqual([key, value.trim()]);
    }
  }
}
