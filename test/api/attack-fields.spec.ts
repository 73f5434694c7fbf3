import { UnitOfWork } from '@platform';
import { consoleCalls } from '../support/clients/console-calls';
import { routeRoles } from '../support/inputs/route-roles';
import { startTestApp, type TestApp } from '../support/servers/test-app';

type Row = Readonly<Record<string, unknown>>;

/** All fields for the identity, the rights and the property of a user. */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  users: ['id'],
  accounts: ['kind', 'owner_id'],
  sessions: ['id_hash'],
  identities: ['id'],
  passkeys: ['id'],
};
/** Columns with times are not guarded: they say when something happened, and give an attacker nothing. */
const ORDINARY = /_at_ms$/;

const NEW_ACCOUNT = 'accounts + balance 0, held 0, used 0, credited 0';
/** The account of a period of a plan, with its allowance. */
const NEW_ALLOWANCE = 'accounts + balance 500000, held 0, used 0, credited 500000';
const NEW_USER =
  'users + role 1, status 1, user_group default, email null, inviter_id 0, aff_count 0, session_version 1, deleted_at_ms null';

function credited(units: number): string[] {
  return [`accounts.balance 0 to ${units}`, `accounts.credited 0 to ${units}`];
}

/** The guarded rows that a call may change, because that is its purpose. */
const purposes: Readonly<Record<string, readonly string[]>> = {
  'POST /api/user/login': ['sessions + a row'],
  'POST /api/user/register': [NEW_ACCOUNT, NEW_USER],
  'PUT /api/user/self': ['users.display_name'],
  'POST /api/user/aff_transfer': [...credited(500_000), 'accounts.balance 500000 to 0'],
  'POST /api/user/topup': credited(5),
  'POST /api/user/sign-in': credited(7),
  'POST /api/order/confirm': credited(500_000),
  'POST /api/order/refund': ['accounts.balance 500000 to 431507'],
  'POST /api/user': [NEW_ACCOUNT, NEW_USER],
  'PUT /api/user': ['users.display_name'],
  'POST /api/user/manage': ['users.session_version', 'users.status'],
  'POST /api/token': [NEW_ACCOUNT],
  'POST /api/channel': [NEW_ACCOUNT],
  'POST /api/plan/own': [NEW_ALLOWANCE],
  'POST /api/plan/subscriptions': [NEW_ALLOWANCE],
  'PUT /api/plan/own/:id/change': [NEW_ALLOWANCE, 'accounts.balance 500000 to 0'],
  'POST /api/team': [NEW_ACCOUNT],
  'POST /api/team/:id/money': credited(500),
};

let app: TestApp;
let victimId: number;
beforeAll(async () => {
  app = await startTestApp();
  victimId = (await app.make.user()).id;
});
afterAll(() => app?.close());

/** Fields of other forms, of the database and of other users. */
function greed(): Row {
  return {
    id: victimId,
    user_id: victimId,
    userId: victimId,
    owner_id: victimId,
    role: 100,
    status: 2,
    quota: 9_999_999,
    balance: 9_999_999,
    unlimited: true,
    used_quota: -9_999_999,
    request_count: 99,
    group: 'vip',
    user_group: 'vip',
    email: 'thief@example.org',
    github_id: 'thief',
    linuxdo_id: '1',
    linuxdo_level: 4,
    wechat_id: 'thief',
    telegram_id: '1',
    oidc_id: '1',
    aff_code: 'mine',
    aff_count: 99,
    aff_quota: 9_999_999,
    aff_history_quota: 9_999_999,
    inviter_id: victimId,
    inviterId: victimId,
    message_penetration: 'x',
    access_token: '0123456789abcdefghijklmnopqrstuv',
    access_token_hash: 'x',
    accessTokenHash: 'x',
    password_hash: 'x',
    passwordHash: 'x',
    session_version: 99,
    sessionVersion: 99,
    created_at_ms: 1,
    deleted_at_ms: 1,
    deletedAtMs: 1,
    DeletedAt: '2020-01-01T00:00:00Z',
  };
}

async function guardedRows(): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (const [table, key] of Object.entries(GUARDED)) {
    const found = await app.nest.get(UnitOfWork).run(manager => manager.query<Row[]>(`SELECT * FROM ${table}`));
    for (const row of found) rows.set(`${table} ${key.map(name => String(row[name])).join(' ')}`, row);
  }
  return rows;
}

/**
 * The differences as texts: changed columns of existing rows, changed amounts of accounts, and added or removed rows.
 */
function changes(before: Map<string, Row>, after: Map<string, Row>): string[] {
  const found = new Set<string>();
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const table = name.split(' ', 1)[0] ?? '';
    const [old, now] = [before.get(name), after.get(name)];
    if (!old && now) found.add(`${table} + ${describeNew(table, now)}`);
    else if (old && !now) found.add(`${table} - a row`);
    else if (old && now) {
      const columns = Object.keys(old).filter(key => !ORDINARY.test(key) && String(old[key]) !== String(now[key]));
      for (const key of columns) {
        const isAmount = table === 'accounts';
        found.add(isAmount ? `accounts.${key} ${String(old[key])} to ${String(now[key])}` : `${table}.${key}`);
      }
    }
  }
  return [...found].sort();
}

function describeNew(table: string, row: Row): string {
  const received: Readonly<Record<string, readonly string[]>> = {
    users: ['role', 'status', 'user_group', 'email', 'inviter_id', 'aff_count', 'session_version', 'deleted_at_ms'],
    accounts: ['balance', 'held', 'used', 'credited'],
  };
  const columns = received[table] ?? [];
  return columns.length === 0 ? 'a row' : columns.map(key => `${key} ${String(row[key])}`).join(', ');
}

/** Routes that take what a provider of payments has signed; they have suites of their own. */
const SIGNED = ['POST /api/user/epay/notify', 'POST /api/payment/stripe/webhook'];

describe('fields that a route does not take', () => {
  const writing = Object.keys(routeRoles)
    .filter(route => /^(POST|PUT) \/api\//.test(route))
    .filter(route => !SIGNED.includes(route));

  it('are sent to every route that takes a body', () => {
    expect(Object.keys(consoleCalls).sort()).toEqual([...writing].sort());
  });

  it.each(Object.keys(consoleCalls))('give %s no further effect', async route => {
    const { client, path, body } = await consoleCalls[route]!(app);
    const before = await guardedRows();
    const answer = await client.send(route.split(' ')[0] ?? '', path, { ...greed(), ...body });
    expect(answer.status).toBe(200);
    if (purposes[route]) expect(answer.body.success).toBe(true);
    expect(changes(before, await guardedRows())).toEqual([...(purposes[route] ?? [])].sort());
  });
});
