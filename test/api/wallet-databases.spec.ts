import {
  LogType,
  RedemptionStatus,
  type LogEntry,
  type Page,
  type RedemptionView,
  type SignInDates,
  type SignInResult,
} from '@contracts';
import type { DatabaseDialect } from '@platform';
import { TestClient, type ClientAnswer } from '../support/client';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/databases';
import { must } from '../support/factories';
import { startTestApp, type TestApp } from '../support/test-app';

const CODES = '/api/redemption/';
const TOP_UP = '/api/user/topup';
const USED = 'redemption failed: this redemption code has already been used';
const INVALID = 'redemption failed: invalid redemption code';
const DISABLED = 'redemption failed: this redemption code is disabled';
const DONE = 'already signed in today';

/** Nodes find each other's sessions and open each other's secrets only when they share these. */
const environment = {
  SESSION_SECRET: 'a session secret that both nodes of this test share',
  MASTER_KEY: 'a master key that both nodes of this test share, too',
};

const count = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);
const winnersOf = <Data>(answers: readonly ClientAnswer<Data>[]) => answers.filter(({ body }) => body.success);
/** What those who lost were told, each sentence once. */
const refusalsOf = (answers: readonly ClientAnswer[]) => [
  ...new Set(answers.filter(({ body }) => !body.success).map(({ body }) => body.message)),
];

/** SQLite belongs to one node; the other databases are shared by two that know nothing of each other. */
describe.each(DIALECTS)('the wallet on %s', (dialect: DatabaseDialect) => {
  describeWith(dialect, 'with everybody at once', () => {
    let database: TestDatabase;
    let nodes: readonly TestApp[];
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      const start = () => startTestApp({ databaseUrl: database.url, environment });
      nodes = dialect === 'sqlite' ? [await start()] : [await start(), await start()];
    }, 60_000);
    afterAll(async () => {
      for (const node of [...nodes].reverse()) await node.close();
      await database.drop();
    });
    afterEach(async () => {
      const { differences } = await first().verifyLedger();
      expect(differences).toEqual([]);
    });

    const first = (): TestApp => nodes[0] as TestApp;
    /** One person with a session on every node. */
    const person = async (): Promise<readonly TestClient[]> => {
      const { username, password } = await first().make.user();
      return Promise.all(nodes.map(node => new TestClient(node.url).signIn(username, password)));
    };
    const people = (number: number) => Promise.all(count(number).map(person));
    const on = (clients: readonly TestClient[], at: number): TestClient => clients[at % clients.length] as TestClient;
    const quotaOf = async (clients: readonly TestClient[]): Promise<number> =>
      (await must(on(clients, 0).get<{ quota: number }>('/api/user/self'))).quota;
    const logOf = async (clients: readonly TestClient[], type: number): Promise<number> =>
      (await must(on(clients, 0).get<Page<LogEntry>>(`/api/log/self/?type=${type}`))).total;

    describe('redemption codes', () => {
      const findCode = async (keyword: string): Promise<RedemptionView | undefined> =>
        (await must(first().admin.get<RedemptionView[]>(`${CODES}search?keyword=${keyword}`)))[0];
      const makeCode = async (quota: number): Promise<RedemptionView> => {
        const [key = ''] = await must(first().admin.post<string[]>(CODES, { name: 'race', quota, count: 1 }));
        const code = await findCode(key);
        if (!code) throw new Error('the new code was not found');
        return code;
      };

      it('are made, found, edited and listed with numbers as numbers', async () => {
        const quota = Number.MAX_SAFE_INTEGER;
        const keys = await must(first().admin.post<string[]>(CODES, { name: 'Ärger_50%', quota, count: 100 }));
        const code = await findCode(keys[99] ?? '');
        expect(code).toMatchObject({ key: keys[99], quota, name: 'Ärger_50%', redeemed_time: 0, used_user_id: 0 });
        expect(await findCode(encodeURIComponent('Ärger_50%'))).toEqual(code);
        expect(await findCode(encodeURIComponent('ärger_5_'))).toBeUndefined();
        const edited = await must(first().admin.put(CODES, { ...code, name: 'calm', quota: 2 ** 40 }));
        expect(edited).toEqual({ ...code, name: 'calm', quota: 2 ** 40 });
        expect(await findCode('CALM')).toEqual(edited);
      });

      it('go to one of a hundred who ask', async () => {
        const [code, crowd] = [await makeCode(7_000), await people(10)];
        const answers = await Promise.all(
          count(100).map(at => on(crowd[at % 10] ?? [], Math.floor(at / 10)).post<number>(TOP_UP, { key: code.key })),
        );
        expect(winnersOf(answers).map(({ body }) => body.data)).toEqual([7_000]);
        expect(refusalsOf(answers)).toEqual([USED]);
        const balances = await Promise.all(crowd.map(quotaOf));
        expect([...balances].sort((a, b) => b - a)).toEqual([7_000, ...count(9).map(() => 0)]);
        const winner = crowd[balances.indexOf(7_000)] ?? [];
        expect(await logOf(winner, LogType.TopUp)).toBe(1);
        expect(await findCode(code.key)).toMatchObject({
          status: RedemptionStatus.Used,
          used_user_id: on(winner, 0).user?.id,
        });
      });

      it('are worth what they were worth at the moment somebody edits and somebody redeems', async () => {
        const someone = await person();
        let expected = 0;
        for (const round of count(8)) {
          const code = await makeCode(100);
          const [gained, edited] = await Promise.all([
            must(on(someone, round).post<number>(TOP_UP, { key: code.key })),
            first().admin.put(CODES, { ...code, quota: 300 }),
          ]);
          expect(gained).toBe(edited.body.success ? 300 : 100);
          expect(await findCode(code.key)).toMatchObject({ quota: gained, status: RedemptionStatus.Used });
          expected += gained;
        }
        expect(await quotaOf(someone)).toBe(expected);
      });

      it('are either spent or out of use when both happen at once', async () => {
        const someone = await person();
        let expected = 0;
        for (const round of count(10)) {
          const code = await makeCode(10);
          const isDeleting = round % 2 === 0;
          const [spent, taken] = await Promise.all([
            on(someone, Math.floor(round / 2)).post<number>(TOP_UP, { key: code.key }),
            isDeleting
              ? first().admin.delete(`${CODES}${code.id}/`)
              : first().admin.put(`${CODES}?status_only=true`, { id: code.id, status: RedemptionStatus.Disabled }),
          ]);
          // A used code may be deleted, but not disabled.
          expect(taken.body.success).toBe(isDeleting || !spent.body.success);
          if (!spent.body.success) expect(spent.body.message).toBe(isDeleting ? INVALID : DISABLED);
          else expected += 10;
        }
        expect(await quotaOf(someone)).toBe(expected);
      });
    });

    describe('the daily check-in', () => {
      it('rewards ten people once who ask fifty times', async () => {
        const crowd = await people(10);
        const answers = await Promise.all(
          count(50).map(at => on(crowd[at % 10] ?? [], Math.floor(at / 10)).post<SignInResult>('/api/user/sign-in')),
        );
        expect(winnersOf(answers)).toHaveLength(10);
        expect(refusalsOf(answers)).toEqual([DONE]);
        for (const [at, clients] of crowd.entries()) {
          const own = winnersOf(answers.filter((_answer, index) => index % 10 === at));
          expect(await quotaOf(clients)).toBe(own[0]?.body.data?.quota_awarded);
          expect(await logOf(clients, LogType.Reward)).toBe(1);
          const { sign_in_dates: days, status } = await must(
            on(clients, 0).get<SignInDates>('/api/user/sign-in-dates'),
          );
          expect(days).toEqual([status.today]);
          expect(status.can_sign_in_today).toBe(false);
        }
      });
    });
  });
});
