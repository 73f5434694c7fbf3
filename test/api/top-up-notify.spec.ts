import { UnitOfWork } from '@platform';
import { type EpayForm, epaySign } from '../support/fakes/epay-gateway';
import { must } from '../support/clients/factories';
import { NOTIFY, type Started, startPaymentScene, type PaymentScene } from '../support/scenes/payment-scene';
import { type TestClient } from '../support/clients/client';

const CREDIT = 5_000_000;

let scene: PaymentScene;
let person: TestClient;
let order: Started;
beforeAll(async () => (scene = await startPaymentScene()));
afterAll(async () => {
  const { differences } = await scene.app.verifyLedger();
  await scene.close();
  expect(differences).toEqual([]);
});
beforeEach(async () => {
  person = await scene.app.make.signedIn();
  order = await scene.opened(person);
});

const SUCCESS = { status: 200, text: 'success' };
const FAIL = { status: 200, text: 'fail' };

function signed(changes: EpayForm = {}) {
  return scene.gateway.notifyFields(order.form, changes);
}

function state() {
  return scene.stateOf(person, order);
}

const PAID = { balance: CREDIT, credits: 1, status: 'success' };
const UNPAID = { balance: 0, credits: 0, status: 'pending' };

describe('a report of a payment', () => {
  it.each(['GET', 'POST'] as const)('by %s credits the payer and is confirmed by one bare word', async method => {
    const fields = signed();
    const answer = await scene.notify(fields, method);
    expect(answer).toMatchObject(SUCCESS);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await state()).toEqual(PAID);
    const [row] = await scene.ordersOf(person);
    expect(row).toMatchObject({ gateway_trade_no: fields.trade_no, completed_time: expect.any(Number) });
    expect(Math.abs((row?.completed_time ?? 0) - Date.now() / 1000)).toBeLessThan(10);
    expect(await scene.creditsOf(person)).toEqual([
      {
        content: 'online top-up succeeded, amount $10.000000 quota, paid 73.00',
        username: person.user?.username,
        quota: CREDIT,
        client_ip: '127.0.0.1',
      },
    ]);
  });

  it('reaches the server from the page of a payment', async () => {
    expect(await scene.gateway.pay(order.tradeNo)).toBe(1);
    expect(await scene.gateway.pay(order.tradeNo, 'POST')).toBe(1);
    expect(await state()).toEqual(PAID);
  });

  it('is accepted with an address that ends in a slash', async () => {
    const answer = await fetch(`${scene.app.url}${NOTIFY}/?${new URLSearchParams(signed())}`);
    expect(await answer.text()).toBe('success');
    expect(await state()).toEqual(PAID);
  });

  it('may carry unknown parameters, when they are signed', async () => {
    expect(await scene.notify(signed({ param: 'a=b&c=ü +', buyer: '' }))).toMatchObject(SUCCESS);
    expect(await state()).toEqual(PAID);
  });

  it.each(['73', '73.0', '73.000'])('may write the money as %s', async money => {
    expect(await scene.notify(signed({ money }))).toMatchObject(SUCCESS);
    expect(await state()).toEqual(PAID);
  });

  it('of a payment that is not complete is confirmed and credits nothing', async () => {
    for (const trade_status of ['WAIT_BUYER_PAY', 'TRADE_CLOSED', '', 'trade_success']) {
      expect(await scene.notify(signed({ trade_status }))).toMatchObject(SUCCESS);
    }
    expect(await state()).toEqual(UNPAID);
    expect(await scene.notify(signed())).toMatchObject(SUCCESS);
    expect(await state()).toEqual(PAID);
  });

  it('credits the ordered units, for any value of a unit by then', async () => {
    await scene.app.make.option('QuotaPerUnit', 1000);
    try {
      expect(await scene.notify(signed())).toMatchObject(SUCCESS);
    } finally {
      await scene.app.make.option('QuotaPerUnit', 500_000);
    }
    expect(await state()).toEqual(PAID);
  });

  it('credits a payer who was deactivated meanwhile', async () => {
    const id = person.user?.id ?? 0;
    await must(scene.app.root.post('/api/user/manage', { id, action: 'delete' }));
    expect(await scene.notify(signed())).toMatchObject(SUCCESS);
    const found = await must(scene.app.root.get<{ id: number; quota: number }[]>(`/api/user/search?keyword=${id}`));
    expect(found.find(row => row.id === id)?.quota).toBe(CREDIT);
  });
});

describe('a repeated report', () => {
  it('is confirmed again and credits nothing more', async () => {
    const fields = signed();
    for (let time = 1; time <= 5; time += 1) expect(await scene.notify(fields)).toMatchObject(SUCCESS);
    expect(await scene.notify(signed())).toMatchObject(SUCCESS);
    expect(await state()).toEqual(PAID);
  });

  it('credits once when ten arrive at the same moment, by both ways', async () => {
    for (let round = 0; round < 10; round += 1) {
      person = await scene.app.make.signedIn();
      order = await scene.order(person);
      const fields = signed();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => scene.notify(fields, at % 2 === 0 ? 'GET' : 'POST')),
      );
      expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, () => 'success'));
      expect(await state()).toEqual(PAID);
    }
  });

  it('may come in any order with those of other payments', async () => {
    const second = await scene.order(person, 20, 'wx');
    const late = scene.gateway.notifyFields(second.form);
    for (const fields of [late, signed(), late, signed({ trade_status: 'WAIT_BUYER_PAY' }), signed()]) {
      expect(await scene.notify(fields)).toMatchObject(SUCCESS);
    }
    expect(await state()).toEqual({ balance: 3 * CREDIT, credits: 2, status: 'success' });
  });
});

describe('a report that comes late', () => {
  it('is credited although the order has expired', async () => {
    await scene.write(`UPDATE orders SET status = 'expired' WHERE trade_no = '${order.tradeNo}'`);
    expect(await scene.notify(signed())).toMatchObject(SUCCESS);
    expect(await state()).toEqual(PAID);
  });

  it('is not credited for an order that was closed by hand, and writes an error line', async () => {
    await scene.write(`UPDATE orders SET status = 'failed' WHERE trade_no = '${order.tradeNo}'`);
    const lines = await scene.alarms(async () => expect(await scene.notify(signed())).toMatchObject(FAIL));
    expect(lines).toEqual([expect.stringContaining(order.tradeNo)]);
    expect(await state()).toEqual({ ...UNPAID, status: 'failed' });
  });
});

describe('a server that cannot confirm', () => {
  it.each(['EpayKey', 'EpayId', 'PayAddress'])(
    'responds with fail while %s is empty, and credits afterwards',
    async key => {
      const fields = signed();
      const unkeyed = { ...fields, sign: epaySign(fields, '') };
      await scene.app.make.option(key, '');
      try {
        expect(await scene.notify(fields)).toMatchObject(FAIL);
        expect(await scene.notify(unkeyed)).toMatchObject(FAIL);
      } finally {
        await scene.app.make.option(key, scene.gateway.options('')[key]);
      }
      expect(await state()).toEqual(UNPAID);
      expect(await scene.notify(fields)).toMatchObject(SUCCESS);
      expect(await state()).toEqual(PAID);
    },
  );

  it('credits an order that the balance had no room for, as soon as there is room', async () => {
    const id = person.user?.id;
    const full = Number.MAX_SAFE_INTEGER - CREDIT + 1;
    await must(scene.app.root.put('/api/user/', { id, quota_delta: full }));
    const lines = await scene.alarms(async () => expect(await scene.notify(signed())).toMatchObject(FAIL));
    expect(lines).toHaveLength(1);
    expect(await state()).toEqual({ ...UNPAID, balance: full });
    await must(scene.app.root.put('/api/user/', { id, quota_delta: -full }));
    expect(await scene.notify(signed())).toMatchObject(SUCCESS);
    expect(await state()).toEqual(PAID);
  });

  it('leaves order, balance and log untouched when one of them cannot be written', async () => {
    for (const table of ['movements', 'logs']) {
      await scene.write(`ALTER TABLE ${table} RENAME TO ${table}_away`);
      try {
        expect(await scene.notify(signed())).toMatchObject(FAIL);
      } finally {
        await scene.write(`ALTER TABLE ${table}_away RENAME TO ${table}`);
      }
      expect(await state()).toEqual(UNPAID);
    }
    expect(await scene.notify(signed())).toMatchObject(SUCCESS);
    expect(await state()).toEqual(PAID);
  });

  it('responds only once the credit is committed', async () => {
    let release = (): void => undefined;
    const isHeld = new Promise<void>(resolve => (release = resolve));
    // As many units as may run side by side at most, so that none is left for the credit.
    const units = scene.app.nest.get(UnitOfWork);
    const blocker = Promise.all(Array.from({ length: 4 }, () => units.run(() => isHeld)));
    let answer: string | null = null;
    const notified = scene.notify(signed()).then(({ text }) => (answer = text));
    expect(await state()).toEqual(UNPAID);
    expect(answer).toBeNull();
    release();
    await blocker;
    await notified;
    expect(answer).toBe('success');
    expect(await state()).toEqual(PAID);
  });
});

it('paid orders, their movements and the rows of type 1 add up to the same', async () => {
  for (let at = 0; at < 3; at += 1) await scene.gateway.pay((await scene.opened(person, 7 + at)).tradeNo);
  const sumOf = async (sql: string) => Number(((await scene.write(sql)) as { total: number | string }[])[0]?.total);
  const paid = await sumOf("SELECT SUM(quota) AS total FROM orders WHERE status = 'success'");
  expect(paid).toBeGreaterThan(3 * CREDIT);
  expect(await sumOf("SELECT SUM(user_amount) AS total FROM movements WHERE kind = 'order'")).toBe(paid);
  expect(await sumOf('SELECT SUM(quota) AS total FROM logs WHERE type = 1')).toBe(paid);
  const count = "SELECT COUNT(*) AS total FROM orders WHERE status = 'success'";
  expect(await sumOf("SELECT COUNT(*) AS total FROM movements WHERE kind = 'order'")).toBe(await sumOf(count));
});
