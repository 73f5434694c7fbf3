import { type OrderView } from '@contracts';
import { Logger } from '@platform';
import { ExpireOrders } from '@payment';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { AMOUNT, NOTIFY, ORDERS, PAY, startPaymentScene, type PaymentScene } from '../support/scenes/payment-scene';

const HOUR_MS = 3_600_000;
const ALL_ORDERS = '/api/order/';

let scene: PaymentScene;
let make: PaymentScene['app']['make'];
beforeAll(async () => {
  scene = await startPaymentScene();
  make = scene.app.make;
});
afterAll(async () => {
  const { differences } = await scene.app.verifyLedger();
  await scene.close();
  expect(differences).toEqual([]);
});

async function answerOf(call: ReturnType<TestClient['post']>) {
  const { status, body } = await call;
  return { status, ...body };
}

function refused(data: string) {
  return { status: 200, success: false, message: 'error', data };
}

function priced(data: string) {
  return { status: 200, success: true, message: 'success', data };
}

/** Sets options for one test and restores them afterwards. */
async function withOptions(options: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
  const before = await must(scene.app.root.get<{ key: string; value: string }[]>('/api/option/'));
  const secret = { EpayKey: scene.gateway.key };
  for (const [key, value] of Object.entries(options)) await make.option(key, value);
  try {
    await work();
  } finally {
    for (const key of Object.keys(options)) {
      await make.option(key, before.find(row => row.key === key)?.value ?? secret[key as keyof typeof secret]);
    }
  }
}

describe('the price of a top-up', () => {
  it('is a text with two decimals and stores nothing', async () => {
    const person = await make.signedIn();
    expect(await answerOf(person.post(AMOUNT, { amount: 10 }))).toEqual(priced('73.00'));
    expect(await scene.ordersOf(person)).toEqual([]);
  });

  it('follows the ratio of the first group of the payer', async () => {
    await withOptions({ TopupGroupRatio: { default: 1, vip: 0.95, zero: 0 } }, async () => {
      const person = await make.signedIn({ group: 'vip,default' });
      expect(await answerOf(person.post(AMOUNT, { amount: 10 }))).toEqual(priced('69.35'));
      const other = await make.signedIn({ group: 'svip' });
      expect(await answerOf(other.post(AMOUNT, { amount: 10 }))).toEqual(priced('73.00'));
    });
  });

  it('is requested in quota units while money is not shown', async () => {
    const person = await make.signedIn();
    await withOptions({ DisplayInCurrencyEnabled: false, MinTopUp: 1 }, async () => {
      expect(await answerOf(person.post(AMOUNT, { amount: 5_000_000 }))).toEqual(priced('73.00'));
      expect(await answerOf(person.post(AMOUNT, { amount: 750_000 }))).toEqual(priced('10.95'));
      expect(await answerOf(person.post(AMOUNT, { amount: 499_999 }))).toEqual(
        refused('the top-up amount must not be less than 500000'),
      );
    });
  });

  it('is available without a configured gateway', async () => {
    const person = await make.signedIn();
    await withOptions({ PayAddress: '' }, async () => {
      expect(await answerOf(person.post(AMOUNT, { amount: 1 }))).toEqual(priced('7.30'));
    });
  });
});

describe.each([AMOUNT, PAY])('%s refuses, with the reason in data,', path => {
  const ask = (person: TestClient, body: unknown) =>
    answerOf(person.post(path, typeof body === 'object' ? { payment_method: 'zfb', ...body } : body));

  it.each([
    ['no amount', {}],
    ['an amount in words', { amount: 'ten' }],
    ['an amount as text', { amount: '10' }],
    ['half a unit', { amount: 1.5 }],
    ['no amount at all', { amount: null }],
    ['a body that is no JSON', '{"amount": 10'],
    ['a body that is no object', '17'],
  ])('%s', async (_what, body) => {
    expect(await ask(await make.signedIn(), body)).toEqual(refused('parameter error'));
  });

  it('a body of another type', async () => {
    const person = await make.signedIn();
    const xml = { 'content-type': 'application/xml' };
    expect(await answerOf(person.post(path, '<amount/>', xml))).toEqual(refused('parameter error'));
  });

  it('less than the minimum', async () => {
    const person = await make.signedIn();
    await withOptions({ MinTopUp: 5 }, async () => {
      expect(await ask(person, { amount: 4 })).toEqual(refused('the top-up amount must not be less than 5'));
      expect(await ask(person, { amount: 5 })).toMatchObject({ success: true });
    });
    expect(await ask(person, { amount: 0 })).toEqual(refused('the top-up amount must not be less than 1'));
    expect(await ask(person, { amount: -10 })).toEqual(refused('the top-up amount must not be less than 1'));
  });

  it('what costs less than a hundredth', async () => {
    const person = await make.signedIn();
    await withOptions({ Price: 0.001 }, async () => {
      expect(await ask(person, { amount: 1 })).toEqual(refused('the top-up amount is too low'));
    });
  });

  it('more than a million currency units', async () => {
    const person = await make.signedIn();
    expect(await ask(person, { amount: 1_000_001 })).toEqual(refused('the top-up amount is too high'));
    expect(await ask(person, { amount: 1_000_000 })).toMatchObject({ success: true });
  });

  it('what the balance has no room for', async () => {
    const person = await make.signedIn({ quota: Number.MAX_SAFE_INTEGER - 500_000 });
    expect(await ask(person, { amount: 2 })).toEqual(refused('the top-up amount is too high'));
    expect(await ask(person, { amount: 1 })).toMatchObject({ success: true });
  });

  it('in the language of the caller', async () => {
    const person = await make.signedIn();
    const chinese = { 'accept-language': 'zh-CN' };
    expect((await person.post(path, { amount: 0 }, chinese)).body.data).toBe('充值数量不能小于 1');
  });

  it('guests by the usual envelope', async () => {
    expect(await answerOf(scene.app.guest.post(path, { amount: 10 }))).toEqual({
      status: 401,
      success: false,
      expired: true,
      message: 'not permitted: not logged in and no access token provided',
    });
  });
});

describe('starting a payment', () => {
  it('stores the order and returns the signed form', async () => {
    const person = await make.signedIn();
    const { status, body } = await person.post<Record<string, string>>(PAY, { amount: 10, payment_method: 'zfb' });
    expect({ status, ...body }).toEqual({
      status: 200,
      success: true,
      message: 'success',
      url: `${scene.gateway.url}/submit.php`,
      data: {
        pid: '1001',
        type: 'alipay',
        out_trade_no: expect.stringMatching(new RegExp(`^USR${person.user?.id}NO[0-9A-Za-z]{16}\\d{10}$`)),
        notify_url: `${scene.app.url}${NOTIFY}`,
        return_url: `${scene.app.url}/log`,
        name: 'TUC10',
        money: '73.00',
        device: 'pc',
        sign_type: 'MD5',
        sign: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    });
    expect(await scene.gateway.visit(String(body.url), body.data ?? {})).toBe('<h1>Pay 73.00</h1>');
    expect(await scene.ordersOf(person)).toEqual([
      {
        id: expect.any(Number),
        user_id: person.user?.id,
        username: person.user?.username,
        trade_no: body.data?.out_trade_no,
        gateway_trade_no: '',
        payment_method: 'zfb',
        amount: 10,
        quota: 5_000_000,
        bonus_quota: 0,
        money: '73.00',
        tax: '0.00',
        currency: 'CNY',
        returned: '0.00',
        reference: '',
        status: 'pending',
        created_time: expect.any(Number),
        completed_time: 0,
        claimed_time: 0,
        note: '',
      },
    ]);
    expect(await scene.balanceOf(person)).toBe(0);
  });

  it('never shows the key of the gateway', async () => {
    const person = await make.signedIn();
    const { text } = await person.post(PAY, { amount: 10, payment_method: 'wx' });
    expect(text).toContain('"type":"wxpay"');
    expect(text).not.toContain(scene.gateway.key);
  });

  it('sends reports to the callback address when there is one, and the payer back to the site', async () => {
    const person = await make.signedIn();
    await withOptions({ CustomCallbackAddress: 'https://callback.example.com/in/' }, async () => {
      expect((await scene.order(person)).form).toMatchObject({
        notify_url: `https://callback.example.com/in${NOTIFY}`,
        return_url: `${scene.app.url}/log`,
      });
    });
  });

  it.each(['card', '', 'ZFB', 'toString', null, 1, ['zfb']])('refuses the payment method %p', async method => {
    const person = await make.signedIn();
    const call = person.post(PAY, { amount: 10, payment_method: method });
    expect(await answerOf(call)).toEqual(refused('this payment method does not exist'));
    expect(await scene.ordersOf(person)).toEqual([]);
  });

  it.each(['PayAddress', 'EpayId', 'EpayKey', 'ServerAddress'])('is refused while %s is empty', async key => {
    const person = await make.signedIn();
    await withOptions({ [key]: '' }, async () => {
      const call = person.post(PAY, { amount: 10, payment_method: 'zfb' });
      expect(await answerOf(call)).toEqual(refused('the administrator has not configured payment'));
    });
    expect(await scene.ordersOf(person)).toEqual([]);
  });

  it('writes into the log that only the address of the server is missing', async () => {
    const person = await make.signedIn();
    const error = jest.spyOn(scene.app.nest.get(Logger), 'error');
    await withOptions({ ServerAddress: '' }, async () => {
      await person.post(PAY, { amount: 10, payment_method: 'zfb' });
    });
    expect(error.mock.calls.map(([, line]) => line)).toEqual([expect.stringContaining('ServerAddress')]);
    error.mockRestore();
  });

  it('returns no form for an order that could not be stored', async () => {
    const person = await make.signedIn();
    await scene.write('ALTER TABLE orders RENAME TO orders_away');
    try {
      const call = person.post(PAY, { amount: 10, payment_method: 'zfb' });
      expect(await answerOf(call)).toEqual(refused('cannot create the order'));
    } finally {
      await scene.write('ALTER TABLE orders_away RENAME TO orders');
    }
  });

  it('draws a number of its own for each order', async () => {
    const person = await make.signedIn();
    const started = await Promise.all(Array.from({ length: 10 }, () => scene.order(person)));
    expect(new Set(started.map(({ tradeNo }) => tradeNo)).size).toBe(10);
  });

  it('is possible 20 times in 20 minutes, for each user', async () => {
    const person = await make.signedIn();
    const ask = () => person.post(PAY, { amount: 10, payment_method: 'zfb' });
    for (let call = 1; call <= 20; call += 1) expect((await ask()).body.success).toBe(true);
    const answer = await ask();
    expect(answer).toMatchObject({
      status: 429,
      body: { success: false, message: 'too many requests, please try again later' },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await person.post(AMOUNT, { amount: 10 })).status).toBe(200);
    await scene.order(await make.signedIn());
  });
});

describe('the lists of orders', () => {
  const tradeNumbers = async (call: Promise<unknown>) =>
    ((await must(call as Promise<never>)) as OrderView[]).map(order => order.trade_no);
  const search = (query: string) => tradeNumbers(scene.app.admin.get(`${ALL_ORDERS}?${query}`));

  it('show a user only the own orders, newest first, in pages', async () => {
    const [person, other] = [await make.signedIn(), await make.signedIn()];
    const numbers: string[] = [];
    for (const amount of [1, 2, 3]) numbers.unshift((await scene.order(person, amount)).tradeNo);
    await scene.order(other);
    const answer = await person.get<OrderView[]>(`${ORDERS}?p=1&page_size=2`);
    expect(answer.body).toMatchObject({ success: true, total: 3, page: 1, page_size: 2 });
    expect(answer.body.data?.map(order => order.trade_no)).toEqual(numbers.slice(2));
    expect(await tradeNumbers(person.get(`${ORDERS}?user_id=${other.user?.id}&keyword=USR`))).toEqual(numbers);
  });

  it('are found by number, user id, part of the user name and state', async () => {
    const { username, password } = await make.user({ username: `Payer_${Date.now().toString(36)}` });
    const person = await new TestClient(scene.app.url).signIn(username, password);
    const { tradeNo, form } = await scene.opened(person);
    const paid = scene.gateway.notifyFields(form);
    await scene.notify(paid);
    const open = await scene.order(person);
    expect(await search(`keyword=${tradeNo}`)).toEqual([tradeNo]);
    expect(await search(`keyword=${paid.trade_no}`)).toEqual([tradeNo]);
    expect(await search(`keyword=${username.slice(1).toLowerCase()}`)).toEqual([open.tradeNo, tradeNo]);
    expect(await search(`keyword=${person.user?.id}&page_size=100`)).toEqual(
      expect.arrayContaining([open.tradeNo, tradeNo]),
    );
    expect(await search(`keyword=${username}&status=success`)).toEqual([tradeNo]);
    expect(await search(`keyword=${username}&status=pending`)).toEqual([open.tradeNo]);
    expect(await search(`keyword=${tradeNo.slice(0, -1)}`)).toEqual([]);
    expect(await search('keyword=%25')).toEqual([]);
  });

  it('refuse a state that does not exist', async () => {
    expect((await scene.app.admin.get(`${ALL_ORDERS}?status=paid`)).body).toEqual({
      success: false,
      message: 'invalid parameter',
    });
  });
});

describe('an unpaid order', () => {
  const age = (tradeNo: string, byMs: number) =>
    scene.write(`UPDATE orders SET created_at_ms = ${Date.now() - byMs} WHERE trade_no = '${tradeNo}'`);

  it('expires after three hours, not before', async () => {
    const person = await make.signedIn();
    const [late, recent] = [await scene.order(person), await scene.order(person)];
    await age(late.tradeNo, 3 * HOUR_MS + 1000);
    await age(recent.tradeNo, 3 * HOUR_MS - 60_000);
    expect(await scene.app.nest.get(ExpireOrders).run()).toBe(1);
    const states = (await scene.ordersOf(person)).map(order => [order.trade_no, order.status]);
    expect(Object.fromEntries(states)).toEqual({ [late.tradeNo]: 'expired', [recent.tradeNo]: 'pending' });
  });

  it('never expires once it is paid', async () => {
    const person = await make.signedIn();
    const { tradeNo, form } = await scene.opened(person);
    await scene.notify(scene.gateway.notifyFields(form));
    await age(tradeNo, 4 * HOUR_MS);
    await scene.app.nest.get(ExpireOrders).run();
    expect((await scene.ordersOf(person))[0]?.status).toBe('success');
  });
});
