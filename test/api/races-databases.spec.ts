import { Ledger } from '@billing';
import { LogType, type LogEntry, type SessionUser } from '@contracts';
import { randomUuid } from '@kernel';
import { Options } from '@option';
import { Database, Limiter, UnitOfWork, type DatabaseDialect } from '@platform';
import { TestClient, type ClientAnswer } from '../support/clients/client';
import { describeWith, dialectsOfRun } from '../support/servers/databases';
import { EpayGateway, report, type EpayForm } from '../support/fakes/epay-gateway';
import { must } from '../support/clients/factories';
import { Nodes, sharedSecrets } from '../support/servers/nodes';
import { startGithub, type GithubFake } from '../support/fakes/oauth-fakes';

/** More rounds meet more orders of events; each has the same crowd. */
const ROUNDS = Number(process.env.SLUICE_RACE_ROUNDS ?? 15);
const PEOPLE = 50;
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

/** Starts all calls before the first of them can get a response. */
function atOnce<Result>(count: number, call: (at: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => call(at)));
}

function winners(answers: readonly ClientAnswer[]): number {
  return answers.filter(({ body }) => body.success).length;
}

/** The messages of the refused calls, each once. */
function refusals(answers: readonly ClientAnswer[]): readonly (string | undefined)[] {
  return [...new Set(answers.filter(({ body }) => !body.success).map(({ body }) => body.message))];
}

/** SQLite serves one node; on the others, two nodes share the database and have no other connection. */
describe.each(dialectsOfRun())('on %s', (dialect: DatabaseDialect) => {
  describeWith(dialect, `${ROUNDS} rounds of everybody at once`, () => {
    let nodes: Nodes;
    let github: GithubFake;
    let gateway: EpayGateway;
    let people: readonly TestClient[];

    beforeAll(async () => {
      github = await startGithub();
      gateway = await EpayGateway.start();
      nodes = await Nodes.start(dialect, { ...sharedSecrets, ...github.environment });
      // Limits are switched off here, because they would stop most calls before the race.
      for (const node of nodes.all) {
        const open = { isAllowed: true, remaining: 1, retryAfterMs: 0 };
        jest.spyOn(node.nest.get(Limiter), 'take').mockResolvedValue(open);
      }
      const settings = { ...gateway.options('https://gateway.example'), ...github.options };
      for (const [key, value] of Object.entries(settings)) await nodes.first.make.option(key, value);
      for (const node of nodes.all) await node.nest.get(Options).reload();
      people = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => nodes.of(at).make.signedIn()));
    });
    afterAll(async () => {
      jest.restoreAllMocks();
      await nodes.close();
      await github.close();
      await gateway.close();
    });
    afterEach(async () => {
      const { differences } = await nodes.first.verifyLedger();
      expect(differences).toEqual([]);
    });

    const person = (at: number): TestClient => people[at % people.length] as TestClient;
    const query = <Row>(sql: string): Promise<Row[]> => nodes.first.nest.get(Database).read.query(sql);
    const quotaOf = async (client: TestClient): Promise<number> =>
      (await must(client.get<{ quota: number }>('/api/user/self'))).quota;
    /** Number and sum of the movements of one kind. */
    const moved = async (kind: string): Promise<{ count: number; units: number }> => {
      const sql = `SELECT count(*) AS count, coalesce(sum(user_amount), 0) AS units FROM movements WHERE kind = '${kind}'`;
      const [row] = await query<{ count: number | string; units: number | string }>(sql);
      return { count: Number(row?.count), units: Number(row?.units) };
    };

    it('a hundred requests for one code: one gets it', async () => {
      const codes = await must(
        nodes.first.root.post<string[]>('/api/redemption/', { name: 'race', quota: 1_000, count: ROUNDS }),
      );
      for (const key of codes) {
        const answers = await atOnce(100, at => person(at).post('/api/user/topup', { key }));
        expect(winners(answers)).toBe(1);
        expect(refusals(answers)).toEqual(['redemption failed: this redemption code has already been used']);
      }
      expect(await moved('redeem')).toEqual({ count: ROUNDS, units: ROUNDS * 1_000 });
    });

    it('one payment reported a hundred times: credited once, acknowledged each time', async () => {
      for (const round of rounds) {
        const payer = person(round);
        const before = await quotaOf(payer);
        const form = await must(payer.post<EpayForm>('/api/user/pay', { amount: 10, payment_method: 'zfb' }));
        const fields = gateway.notifyFields(form);
        const answers = await atOnce(100, at => report(`${nodes.of(at).url}/api/user/epay/notify`, fields));
        expect([...new Set(answers.map(({ text }) => text))]).toEqual(['success']);
        expect((await quotaOf(payer)) - before).toBe(5_000_000);
      }
      expect(await moved('order')).toEqual({ count: ROUNDS, units: ROUNDS * 5_000_000 });
    });

    it('one day and fifty check-ins: one reward', async () => {
      for (const round of rounds) {
        const answers = await atOnce(50, () => person(round).post('/api/user/sign-in'));
        expect(winners(answers)).toBe(1);
        expect(refusals(answers)).toEqual(['already signed in today']);
      }
      expect((await moved('check-in')).count).toBe(ROUNDS);
      const rewards = await must(
        nodes.first.root.get<{ items: LogEntry[]; total: number }>(`/api/log/?type=${LogType.Reward}`),
      );
      expect(rewards.total).toBe(ROUNDS);
    });

    it('one name and fifty registrations: one account', async () => {
      for (const round of rounds) {
        const answers = await atOnce(50, at => {
          const username = at % 2 === 0 ? `Race${round}` : `race${round}`;
          return nodes.of(at).guest.post('/api/user/register', { username, password: 'password-1' });
        });
        expect(winners(answers)).toBe(1);
        expect(refusals(answers)).toEqual(['user name already exists or has been deactivated']);
      }
      const [row] = await query<{ count: number | string }>(
        `SELECT count(*) AS count FROM users WHERE username_key LIKE 'race%'`,
      );
      expect(Number(row?.count)).toBe(ROUNDS);
    });

    it('one reward and twenty transfers: moved once', async () => {
      for (const round of rounds) {
        const owner = person(round);
        const userId = owner.user?.id ?? 0;
        const sourceId = `race:${randomUuid()}`;
        const reward = { sourceId, kind: 'reward' as const, userId, affiliateAmount: 500_000 };
        await nodes.first.nest.get(UnitOfWork).run(manager => nodes.first.nest.get(Ledger).book(manager, reward));
        const answers = await atOnce(20, () => owner.post('/api/user/aff_transfer', { quota: 500_000 }));
        expect(winners(answers)).toBe(1);
        expect(refusals(answers)).toEqual(['transfer failed: not enough invitation quota']);
      }
      expect(await moved('transfer')).toEqual({ count: ROUNDS, units: ROUNDS * 500_000 });
    });

    it('one new user in two browsers at once: one account, entered by both', async () => {
      for (const round of rounds) {
        github.person = { id: 7_000 + round, login: `octo${round}`, name: 'Octo' };
        const browsers = await atOnce(2, async at => {
          const browser = new TestClient(nodes.of(at).url);
          return { browser, state: await must(browser.get<string>('/api/oauth/state')) };
        });
        const answers = await Promise.all(
          browsers.map(({ browser, state }) =>
            browser.get<SessionUser>(`/api/oauth/github?code=${github.newCode()}&state=${state}`),
          ),
        );
        expect(winners(answers)).toBe(2);
        expect(new Set(answers.map(({ body }) => body.data?.id)).size).toBe(1);
      }
      const [row] = await query<{ count: number | string }>(
        `SELECT count(*) AS count FROM identities WHERE provider = 'github'`,
      );
      expect(Number(row?.count)).toBe(ROUNDS);
      const [accounts] = await query<{ count: number | string }>(
        `SELECT count(*) AS count FROM users WHERE username_key LIKE 'github%'`,
      );
      expect(Number(accounts?.count)).toBe(ROUNDS);
    });
  });
});
