import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { routeRoles } from '../support/inputs/route-roles';
import { startTestApp, type TestApp } from '../support/servers/test-app';

/** Every field of a query that some list reads as a number, and the texts that may hold an id. */
const fields = [
  ...['p', 'page', 'size', 'page_size', 'id', 'user_id', 'channel', 'channel_id', 'type', 'status', 'quota', 'role'],
  ...['start_timestamp', 'end_timestamp', 'target_timestamp', 'keyword', 'token_id', 'task_id', 'mj_id', 'id_sort'],
];
/** Numbers at and beyond the ends of 32 and 64 bits and of exact numbers, and texts that are no numbers. */
const numbers = [
  ...['2147483647', '2147483648', '-2147483649', '4294967296', '999999999999', '999999999999999', '9007199254740991'],
  ...['9007199254740993', '9223372036854775808', '99999999999999999999', '1e308', '-1', '0.5', 'NaN', '0x10'],
];
const routes = Object.entries(routeRoles)
  .filter(([route, role]) => /^GET \/api\/[^:]*$/.test(route) && ['guest', 'user', 'admin', 'root'].includes(role))
  // These routes sign the client out, or call other servers.
  .filter(
    ([route]) => !/logout|oauth|update_balance|channel\/test|verification|reset_password|user\/token$/.test(route),
  )
  .map(([route]) => route.slice('GET '.length));

/** Numbers that each field also gets alone. */
const beyondColumns = ['2147483648', '9223372036854775808', '99999999999999999999', '1e308'];

/** The other databases compare a column with any number; PostgreSQL refuses one that the column cannot hold. */
describeWith('postgres', 'numbers in queries', () => {
  let database: TestDatabase;
  let app: TestApp;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    app = await startTestApp({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it.each(routes)('%s responds to every number, however large', async route => {
    const queries = [
      ...numbers.map(number => fields.map(field => `${field}=${number}`).join('&')),
      ...beyondColumns.flatMap(number => fields.map(field => `${field}=${number}`)),
    ];
    for (const query of queries) {
      const { status, text } = await app.root.get(`${route}?${query}`);
      expect({ query, status: status >= 500 ? text : 'answered' }).toEqual({ query, status: 'answered' });
      expect({ query, text }).not.toEqual({ query, text: expect.stringMatching(/database error|数据库错误/) });
    }
  });
});
