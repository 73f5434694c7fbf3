import {
  LogType,
  RedemptionStatus,
  type LogEntry,
  type OrderView,
  type Page,
  type RedemptionView,
  type SignInDates,
  type SignInResult,
} from '@contracts';
import { Options } from '@option';
import { UnitOfWork, type DatabaseDialect } from '@platform';
import { ExpireOrders } from '@payment';
import { TestClient, type ClientAnswer } from '../support/clients/client';
import { describeWith, dialectsOfRun } from '../support/servers/databases';
import { EpayGateway, report } from '../support/fakes/epay-gateway';
import { must } from '../support/clients/factories';
import { Nodes } from '../support/servers/nodes';
import { NOTIFY, ORDERS, PAY, startedBy } from '../support/scenes/payment-scene';
import { type TestApp } from '../support/servers/test-app';

const CODES = '/api/redemption/';
const TOP_UP = '/api/user/topup';
const USED = 'redemption failed: this redemption code has already been used';
const INVALID = 'redemption failed: invalid redemption code';
const DISABLED = 'redemption failed: this redemption code is disabled';
const DONE = 'already signed in today';

function count(length: number): readonly number[] {
  return Array.from({ length }, (_, at) => at);
}

function winnersOf<Data>(answers: readonly ClientAnswer<Data>[]) {
  return answers.filter(({ body }) => body.success);
}

/** The messages of the refused calls, each sentence once. */
function refusalsOf(answers: readonly ClientAnswer[]) {
  return [...new Set(answers.filter(({ body }) => !body.success).map(({ body }) => body.message))];
}

/** SQLite belongs to one node; two nodes without any other connection share the other databases. */
describe.each(dialectsOfRun())('the wallet on %s', (dialect: DatabaseDialect) => {
  describeWith(dialect, 'with everybody at once', () => {
    let shared: Nodes;
    let nodes: readonly TestApp[];
    beforeAll(async () => {
      shared = await Nodes.start(dialect);
      nodes = shared.all;
    });
    afterAll(() => shared?.close());
    afterEach(async () => {
      const { differences } = await first().verifyLedger();
      expect(differences).toEqual([]);
    });

    const first = (): TestApp => shared.first;
    /** A user with a session on every node. */
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

      it('go to one of a hundred requests', async () => {
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

      it('credit either the old or the new amount when they are edited and redeemed at once', async () => {
        const someone = await person();
        let expected = 0;
        for (const round of count(8)) {
          const code = await makeCode(100);
          const [gained, edited] = await Promise.all([
            must(on(someone, round).post<number>(TOP_UP, { key: code.key })),
            first().admin.put(CODES, { ...code, quota: 300 }),
          ]);
          expect(gained).toBe(edited.body.success ? 300 : 100);
          expect(edited.body.message).toBe(edited.body.success ? '' : 'code already used');
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
          if (!taken.body.success) expect(taken.body.message).toBe('code already used');
          if (!spent.body.success) expect(spent.body.message).toBe(isDeleting ? INVALID : DISABLED);
          else expected += 10;
        }
        expect(await quotaOf(someone)).toBe(expected);
      });
    });

    describe('online payments', () => {
      let gateway: EpayGateway;
      beforeAll(async () => {
        gateway = await EpayGateway.start();
        for (const [key, value] of Object.entries(gateway.options(first().url))) await first().make.option(key, value);
        for (const node of nodes) await node.nest.get(Options).reload();
      });
      afterAll(() => gateway.close());

      const ordersOf = (clients: readonly TestClient[], at = 0) =>
        must(on(clients, at).get<OrderView[]>(`${ORDERS}?page_size=100`));

      it('are credited once, however often and to whichever node they are reported', async () => {
        const crowd = await people(4);
        const started = await Promise.all(
          count(20).map(async at => {
            const payer = on(crowd[at % 4] ?? [], Math.floor(at / 4));
            return startedBy(await payer.post(PAY, { amount: 1 + at, payment_method: 'zfb' }));
          }),
        );
        const reports = started.map(({ form }) => gateway.notifyFields(form));
        const answers = await Promise.all(
          count(10).flatMap(time =>
            reports.map(fields => report((nodes[time % nodes.length] as TestApp).url + NOTIFY, fields)),
          ),
        );
        expect(answers.filter(({ status, text }) => status !== 200 || text !== 'success')).toEqual([]);
        for (const [at, clients] of crowd.entries()) {
          const units = count(5).reduce((sum, turn) => sum + 1 + at + 4 * turn, 0);
          expect(await quotaOf(clients)).toBe(units * 500_000);
          expect(await logOf(clients, LogType.TopUp)).toBe(5);
          expect(new Set((await ordersOf(clients)).map(order => order.status))).toEqual(new Set(['success']));
        }
      });

      it('win over an expiry at the same moment', async () => {
        const payer = await person();
        for (const round of count(10)) {
          const { form, tradeNo } = startedBy(await on(payer, round).post(PAY, { amount: 1, payment_method: 'wx' }));
          const overdue = `UPDATE orders SET created_at_ms = 1 WHERE trade_no = '${tradeNo}'`;
          await first()
            .nest.get(UnitOfWork)
            .run(manager => manager.query(overdue));
          const [, answer] = await Promise.all([
            first().nest.get(ExpireOrders).run(),
            report((nodes[round % nodes.length] as TestApp).url + NOTIFY, gateway.notifyFields(form)),
          ]);
          expect(answer.text).toBe('success');
        }
        expect((await ordersOf(payer)).map(order => order.status)).toEqual(count(10).map(() => 'success'));
        expect(await quotaOf(payer)).toBe(10 * 500_000);
      });

      it('are listed with numbers as numbers, and found by both their numbers', async () => {
        const payer = await person();
        const { form, tradeNo } = startedBy(await on(payer, 0).post(PAY, { amount: 1_000_000, payment_method: 'zfb' }));
        const fields = gateway.notifyFields(form);
        await report(first().url + NOTIFY, fields);
        const [order] = await ordersOf(payer, 1);
        expect(order).toMatchObject({
          trade_no: tradeNo,
          gateway_trade_no: fields.trade_no,
          amount: 1_000_000,
          quota: 500_000_000_000,
          money: '7300000.00',
          status: 'success',
        });
        for (const keyword of [tradeNo, fields.trade_no, on(payer, 0).user?.username.toUpperCase()]) {
          expect(await must(first().admin.get(`/api/order/?keyword=${keyword}`))).toEqual([order]);
        }
      });
    });

    describe('the daily check-in', () => {
      it('rewards each of ten users once for fifty requests', async () => {
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
