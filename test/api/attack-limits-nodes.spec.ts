import { randomInt } from 'node:crypto';
import { UnitOfWork } from '@platform';
import { describeWith } from '../support/servers/databases';
import { Nodes, sharedByRedis } from '../support/servers/nodes';
import { type TestApp } from '../support/servers/test-app';
import { TestClient, type ClientAnswer } from '../support/clients/client';

const environment = {
  ...sharedByRedis,
  TRUSTED_PROXIES: '127.0.0.1',
};

describeWith('postgres', 'two nodes on one database', () => {
  describeWith('redis', 'with Redis between them', () => {
    let nodes: Nodes;
    let first: TestApp;
    let second: TestApp;
    beforeAll(async () => {
      nodes = await Nodes.start('postgres', environment);
      ({ first, second } = nodes);
      // Windows are counted by the id of a user, in a Redis that outlives this database and its small ids.
      const sql = `SELECT setval(pg_get_serial_sequence('users', 'id'), ${randomInt(1_000_000, 2_000_000_000)})`;
      await first.nest.get(UnitOfWork).run(manager => manager.query(sql));
    });
    afterAll(() => nodes?.close());

    it.each<[string, number, (person: TestClient) => Promise<ClientAnswer>]>([
      ['codes are redeemed', 10, person => person.post('/api/user/topup', { key: 'x'.repeat(32) })],
      ['days are checked in', 6, person => person.post('/api/user/sign-in')],
      ['payments are begun', 20, person => person.post('/api/user/pay', { amount: 1, payment_method: 'zfb' })],
    ])('%s by one user %i times, on all nodes together', async (_what, limit, call) => {
      const account = await first.make.user();
      const nodes = [first, second];
      const here = await Promise.all(
        nodes.map(({ url }) => new TestClient(url).signIn(account.username, account.password)),
      );
      const calls = Array.from({ length: limit + 4 }, (_, round) => call(here[round % 2]!));
      const answers = await Promise.all(calls);
      const refused = answers.filter(answer => answer.status === 429);
      expect(answers.filter(answer => answer.status === 200)).toHaveLength(limit);
      expect(refused).toHaveLength(4);
      for (const answer of refused) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(answer.body).toEqual({ success: false, message: 'too many requests, please try again later' });
      }
    });

    it('mail may be requested twice in 30 seconds by one address, on all nodes together', async () => {
      const address = `198.18.${randomInt(256)}.${randomInt(256)}`;
      const statuses = [];
      for (const { url } of [first, second, first, second]) {
        const visitor = new TestClient(url, { 'x-forwarded-for': address });
        statuses.push((await visitor.get(`/api/reset_password?email=a${randomInt(1e9)}@example.org`)).status);
      }
      expect(statuses).toEqual([200, 200, 429, 429]);
    });
  });
});
