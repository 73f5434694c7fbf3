import { AccountKind, Ledger } from '@billing';
import { UnitOfWork } from '@platform';
import { startPaymentScene, type PaymentScene } from '../support/scenes/payment-scene';
import { createTestDatabase, describeWith, dialectsOfRun, type TestDatabase } from '../support/servers/databases';
import { must } from '../support/clients/factories';

const MOST = Number.MAX_SAFE_INTEGER;
const FULL = 'the balance would exceed what an account can hold';

describe.each(dialectsOfRun())('on %s', dialect => {
  describeWith(dialect, 'what has to be exact', () => {
    let database: TestDatabase;
    let scene: PaymentScene;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      scene = await startPaymentScene({ databaseUrl: database.url });
    });
    afterAll(async () => {
      const { differences } = await scene.app.verifyLedger();
      await scene.close();
      await database.drop();
      expect(differences).toEqual([]);
    });

    it('an order is found only under its exact number, blanks and case included', async () => {
      const person = await scene.app.make.signedIn({ quota: 0 });
      const order = await scene.opened(person);
      const { tradeNo } = order;
      for (const strange of [`${tradeNo} `, ` ${tradeNo}`, tradeNo.toLowerCase(), `${tradeNo}\u00a0`]) {
        const fields = scene.gateway.notifyFields(order.form, { out_trade_no: strange });
        expect((await scene.notify(fields)).text).toBe('fail');
      }
      expect(await scene.balanceOf(person)).toBe(0);
      expect((await scene.notify(scene.gateway.notifyFields(order.form))).text).toBe('success');
      expect(await scene.balanceOf(person)).toBeGreaterThan(0);
    });

    it('no reward and no transfer raises a balance beyond exact numbers', async () => {
      await scene.app.make.option('MinQuota', 1000);
      await scene.app.make.option('MaxQuota', 1000);
      const person = await scene.app.make.signedIn({ quota: MOST - 999 });
      const id = person.user?.id ?? 0;
      expect((await person.post('/api/user/sign-in')).body).toEqual({ success: false, message: FULL });
      const ledger = scene.app.nest.get(Ledger);
      const book = (movement: {
        readonly sourceId: string;
        readonly userAmount?: number;
        readonly affiliateAmount?: number;
      }) =>
        scene.app.nest.get(UnitOfWork).run(manager => ledger.book(manager, { kind: 'grant', userId: id, ...movement }));
      await book({ sourceId: `test:affiliate:${id}`, affiliateAmount: 1_000_000 });
      const transfer = () => person.post('/api/user/aff_transfer', { quota: 1_000_000 });
      expect((await transfer()).body).toEqual({ success: false, message: FULL });
      expect((await ledger.balanceOf(AccountKind.User, id)).balance).toBe(MOST - 999);
      expect((await ledger.balanceOf(AccountKind.Affiliate, id)).balance).toBe(1_000_000);
      await expect(book({ sourceId: `test:over:${id}`, userAmount: 1000 })).rejects.toMatchObject({
        code: 'LEDGER_OVERFLOW',
      });
      await book({ sourceId: `test:brim:${id}`, userAmount: 999 });
      expect((await ledger.balanceOf(AccountKind.User, id)).balance).toBe(MOST);
      await book({ sourceId: `test:less:${id}`, userAmount: -1_000_000 });
      await must(transfer());
    });

    it('a reservation that may be given back counts toward the largest balance', async () => {
      const person = await scene.app.make.signedIn({ quota: MOST });
      const userId = person.user?.id ?? 0;
      const ledger = scene.app.nest.get(Ledger);
      const record = {
        id: `hold-${userId}`,
        userId,
        tokenId: 0,
        amount: 5000,
        price: '',
        expiresAtMs: Date.now() + 60_000,
      };
      const reservation = await ledger.reserve(record);
      const grant = { sourceId: `test:held:${userId}`, kind: 'grant', userId, userAmount: 1 } as const;
      const booked = scene.app.nest.get(UnitOfWork).run(manager => ledger.book(manager, grant));
      await expect(booked).rejects.toMatchObject({ code: 'LEDGER_OVERFLOW' });
      await reservation.void();
      expect(await ledger.balanceOf(AccountKind.User, userId)).toMatchObject({ balance: MOST, held: 0 });
    });
  });
});
