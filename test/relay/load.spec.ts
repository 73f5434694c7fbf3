import { createMockUpstream, failure, sse, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { AccountKind, Ledger } from '@billing';
import { LogType } from '@contracts';
import { Database } from '@platform';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat } from '../support/scenes/relay-scene';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const USERS = 10;
const CALLS = 300;
const IN_FLIGHT = 60;
const QUOTA = 5_000_000;

interface Person {
  readonly client: TestClient;
  readonly userId: number;
  readonly tokenId: number;
  readonly key: string;
}

let app: TestApp;
let upstreams: readonly MockUpstream[];
let channelIds: number[];
let people: Person[];

/** The upstream sends whole answers and streams, fails now and then, and breaks a stream now and then. */
function behaveMixed(upstream: MockUpstream): void {
  let count = 0;
  upstream.script(call => {
    count += 1;
    if (count % 7 === 0) return failure(500, { message: 'boom', type: 'server_error' });
    if (count % 11 === 0) return { kind: 'reset' };
    const isStream = (call.body as { stream?: boolean }).stream === true;
    if (!isStream) return null;
    const words = Array.from({ length: 12 }, () =>
      JSON.stringify({ choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }] }),
    );
    if (count % 13 === 0) return sse(words, { cutAfter: { events: 4 } });
    const end = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    return sse([...words, end], { delayPerEventMs: 5 });
  });
}

beforeAll(async () => {
  app = await startTestApp();
  upstreams = await Promise.all([createMockUpstream(), createMockUpstream(), createMockUpstream()]);
  channelIds = [];
  for (const upstream of upstreams) {
    behaveMixed(upstream);
    channelIds.push(await app.make.channel({ base_url: upstream.url, models: 'gpt-4o-mini,gpt-4o' }));
  }
  people = [];
  for (let index = 0; index < USERS; index++) {
    const client = await app.make.signedIn({ quota: QUOTA });
    const limits = index % 2 ? {} : { unlimited_quota: false, remain_quota: QUOTA };
    const token = await app.make.token(client, limits);
    people.push({ client, userId: client.user?.id ?? 0, tokenId: token.id, key: token.secret });
  }
  await app.make.option('RetryTimes', 2);
});
afterAll(async () => {
  await app.close();
  await Promise.all(upstreams.map(upstream => upstream.close()));
});

/**
 * Makes one call of one of six kinds.
 *
 * @returns its status; 0 when the caller left
 */
async function call(index: number): Promise<number> {
  const person = people[index % USERS]!;
  const controller = new AbortController();
  const isStream = index % 3 !== 0;
  const fields: Record<string, unknown> = { stream: isStream, model: index % 2 ? 'gpt-4o' : 'gpt-4o-mini' };
  if (index % 17 === 0) fields.model = 'nobody-has-this';
  if (index % 19 === 0) fields.max_tokens = 900_000_000; // more than any balance
  try {
    const response = await fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.key}` },
      body: JSON.stringify(chat(fields)),
    });
    if (index % 5 === 0) {
      await response.body?.getReader().read();
      controller.abort();
      return 0;
    }
    await response.text();
    return response.status;
  } catch (error) {
    if (controller.signal.aborted) return 0;
    throw error;
  }
}

/**
 * An administrator who changes settings all the time.
 *
 * @returns every response that was not successful
 */
async function meddle(isOver: () => boolean): Promise<readonly string[]> {
  const refused: string[] = [];
  for (let round = 0; !isOver(); round++) {
    const id = channelIds[round % channelIds.length]!;
    const person = people[round % USERS]!;
    const changes = [
      () => app.admin.put('/api/option/', { key: 'RetryTimes', value: String(round % 4) }),
      () =>
        app.admin.put('/api/option/', {
          key: 'GroupRatio',
          value: JSON.stringify({ default: 1 + (round % 3) / 2, vip: 1, svip: 1 }),
        }),
      () => app.admin.put('/api/channel/', { id, status: 2 }),
      () => person.client.put('/api/token/', { ...tokenFields, id: person.tokenId, name: `edited ${round}` }),
      () => app.admin.put('/api/channel/', { id, status: 1, priority: round % 3 }),
    ];
    for (const change of changes) {
      const answer = await change();
      if (!answer.body.success) refused.push(answer.text);
    }
  }
  return refused;
}

const tokenFields = {
  remain_quota: 0,
  unlimited_quota: true,
  expired_time: -1,
  model_limits_enabled: false,
  model_limits: '',
  group: 'default',
};

interface Sums {
  readonly rows: number;
  readonly units: number;
}

async function sumsOf(column: 'user_id' | 'token_id' | 'channel_id'): Promise<ReadonlyMap<number, Sums>> {
  const rows: Record<string, string | number>[] = await app.nest
    .get(Database)
    .read.query(
      `SELECT ${column} AS owner, COUNT(*) AS row_count, SUM(quota) AS units FROM logs WHERE type = ${LogType.Consume} GROUP BY ${column}`,
    );
  return new Map(rows.map(row => [Number(row.owner), { rows: Number(row.row_count), units: Number(row.units) }]));
}

/** What calls that still run have set aside of the users' balances. */
async function heldUnits(): Promise<number> {
  const userIds = people.map(({ userId }) => userId);
  const accounts = await app.nest.get(Ledger).balancesOf(AccountKind.User, userIds);
  return [...accounts.values()].reduce((sum, { held }) => sum + held, 0);
}

function errorRows(): Promise<{ other: string }[]> {
  return app.nest.get(Database).read.query(`SELECT other FROM logs WHERE type = ${LogType.Error}`);
}

function statusIn(other: string): number {
  return (JSON.parse(other) as { status_code: number }).status_code;
}

async function openReservations(): Promise<number> {
  const [row] = await app.nest.get(Database).read.query('SELECT COUNT(*) AS count FROM reservations');
  return Number(row.count);
}

describe('three hundred mixed calls while settings, keys and channels change', () => {
  const statuses = new Map<number, number>();
  let refusedChanges: readonly string[];

  beforeAll(async () => {
    let isOver = false;
    const meddling = meddle(() => isOver);
    let next = 0;
    const lane = async () => {
      while (next < CALLS) {
        const status = await call(next++);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
    isOver = true;
    refusedChanges = await meddling;
    await eventually(heldUnits, units => units === 0);
  });

  it('all get a response, and never a fault of the gateway itself', () => {
    expect([...statuses.values()].reduce((sum, count) => sum + count)).toBe(CALLS);
    expect([...statuses.keys()].filter(status => ![0, 200, 404, 403, 429, 500, 502, 503].includes(status))).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(CALLS / 3);
    expect(statuses.get(403)).toBeGreaterThan(0);
    expect(refusedChanges).toEqual([]);
  });

  it('have status 500 only for an error or a fault of an upstream', async () => {
    // Rows of failures are written beside the calls, in groups.
    const rows = await eventually(
      () => errorRows(),
      found => found.filter(({ other }) => statusIn(other) === 500).length >= (statuses.get(500) ?? 0),
    );
    const ours = rows.filter(
      ({ other }) => (JSON.parse(other) as { error_code: string }).error_code === 'internal_error',
    );
    expect(ours).toEqual([]);
  });

  it('leave rows, users, tokens and channels with the same sums', async () => {
    const ledger = app.nest.get(Ledger);
    for (const [column, kind] of [
      ['user_id', AccountKind.User],
      ['token_id', AccountKind.Token],
      ['channel_id', AccountKind.Channel],
    ] as const) {
      const sums = await sumsOf(column);
      const accounts = await ledger.balancesOf(kind, [...sums.keys()]);
      expect(sums.size).toBe(kind === AccountKind.Channel ? channelIds.length : USERS);
      for (const [owner, { rows, units }] of sums) {
        const { used, requestCount } = accounts.get(owner)!;
        expect({ kind, owner, used, requestCount }).toEqual({ kind, owner, used: units, requestCount: rows });
      }
    }
    for (const { client, userId } of people) {
      const self = await must(client.get<{ quota: number; used_quota: number }>('/api/user/self'));
      const { used, balance, held } = await ledger.balanceOf(AccountKind.User, userId);
      expect([self.quota, self.used_quota, held]).toEqual([balance, used, 0]);
      expect(balance + used).toBe(QUOTA);
    }
  });

  it('leave no reservation, and a consistent ledger', async () => {
    expect(await openReservations()).toBe(0);
    expect(await app.verifyLedger()).toMatchObject({ differenceUnits: 0 });
  });
});
