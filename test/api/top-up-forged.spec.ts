import { request } from 'node:http';
import { type EpayForm, epaySign } from '../support/fakes/epay-gateway';
import { NOTIFY, type Started, startPaymentScene, type PaymentScene } from '../support/scenes/payment-scene';
import { type TestClient } from '../support/clients/client';

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

const FAIL = { status: 200, text: 'fail' };

function signed(changes: EpayForm = {}) {
  return scene.gateway.notifyFields(order.form, changes);
}

function state() {
  return scene.stateOf(person, order);
}

const UNPAID = { balance: 0, credits: 0, status: 'pending' };

describe('a forged or changed report', () => {
  const forgeries: readonly (readonly [string, () => EpayForm | URLSearchParams])[] = [
    ['without a signature', () => ({ ...signed(), sign: '' })],
    ['with the signature of the form', () => ({ ...signed(), sign: order.form.sign ?? '' })],
    ['signed with another key', () => ({ ...signed(), sign: epaySign(signed(), 'guessed') })],
    ['signed without a key', () => ({ ...signed(), sign: epaySign(signed(), '') })],
    ['with the signature in upper case', () => ({ ...signed(), sign: (signed().sign ?? '').toUpperCase() })],
    ['with other money', () => ({ ...signed(), money: '0.01' })],
    [
      'of an incomplete payment, made complete',
      () => ({ ...signed({ trade_status: 'WAIT' }), trade_status: 'TRADE_SUCCESS' }),
    ],
    ['with a parameter more', () => ({ ...signed(), extra: '1' })],
    ['with a parameter less', () => without(signed(), 'name')],
    [
      'with two parameters run into one',
      () => ({ ...without(signed(), 'out_trade_no'), name: `TUC10&out_trade_no=${order.tradeNo}` }),
    ],
    ['with a parameter twice', () => new URLSearchParams([...Object.entries(signed()), ['money', '73.00']])],
    ['with the trade number as a list', () => renamed(signed(), 'out_trade_no', 'out_trade_no[]')],
    ['with nothing in it', () => ({})],
  ];

  it.each(forgeries)('with %s is refused and credits no account', async (_what, make) => {
    const forged = make();
    for (const method of ['GET', 'POST'] as const) expect(await scene.notify(forged, method)).toMatchObject(FAIL);
    expect(await state()).toEqual(UNPAID);
  });

  it('for the order of another user is refused', async () => {
    const cheap = await scene.order(person, 1);
    const fields = scene.gateway.notifyFields(cheap.form);
    expect(await scene.notify({ ...fields, out_trade_no: order.tradeNo })).toMatchObject(FAIL);
    expect(await state()).toEqual(UNPAID);
  });

  it('does not become genuine through the session of the payer', async () => {
    const { sign: _sign, ...unsigned } = signed();
    expect((await person.get(`${NOTIFY}?${new URLSearchParams(unsigned)}`)).text).toBe('fail');
    expect(await state()).toEqual(UNPAID);
  });

  it('is the form itself: that one was asked for a payment confirms nothing', async () => {
    expect(await scene.notify(order.form)).toMatchObject({ status: 200 });
    expect(await state()).toEqual(UNPAID);
  });
});

describe('a genuine report that differs from its order', () => {
  it.each([
    ['too little money', { money: '72.99' }],
    ['too much money', { money: '73.01' }],
    ['money that only rounds to it', { money: '73.001' }],
    ['no money', { money: '' }],
    ['money that is no number', { money: '7.3e1' }],
    ['another way to pay', { type: 'wxpay' }],
    ['another merchant', { pid: '1002' }],
    ['no merchant', { pid: '' }],
  ])('by %s is refused, credits no account and writes an error line', async (_what, changes) => {
    const lines = await scene.alarms(async () => expect(await scene.notify(signed(changes))).toMatchObject(FAIL));
    expect(lines).toEqual([expect.stringContaining(order.tradeNo)]);
    expect(lines.join()).not.toContain(scene.gateway.key);
    expect(await state()).toEqual(UNPAID);
  });

  it('because there is no such order is refused with an error line, so that it comes again', async () => {
    const tradeNo = `USR${person.user?.id}NOabcdefghijklmnop1700000000`;
    const lines = await scene.alarms(async () => {
      expect(await scene.notify(signed({ out_trade_no: tradeNo }))).toMatchObject(FAIL);
    });
    expect(lines).toEqual([expect.stringContaining(tradeNo)]);
    expect(await state()).toEqual(UNPAID);
  });
});

describe('the input of a stranger', () => {
  const send = (method: string, type: string, body: string) =>
    new Promise<{ status?: number; text: string }>((resolve, reject) => {
      const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
      const call = request(scene.app.url + NOTIFY, { method, headers }, response => {
        let text = '';
        response.on('data', data => (text += String(data)));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      });
      call.on('error', reject);
      call.end(body);
    });

  it.each([
    ['JSON that is none', 'application/json', '{"pid":'],
    ['a list', 'application/json', '["pid"]'],
    ['a number as a parameter', 'application/json', '{"pid":1001}'],
    ['plain text', 'text/plain', 'pid=1001'],
    ['a type nobody reads', 'application/xml', '<pid/>'],
    ['a form with a prototype', 'application/x-www-form-urlencoded', '__proto__=1&pid=1001'],
    ['a form with NUL', 'application/x-www-form-urlencoded', 'pid=%00'],
    ['a form with broken escapes', 'application/x-www-form-urlencoded', 'pid=%zz&%=1&sign=%c3%28'],
    ['65 parameters', 'application/x-www-form-urlencoded', Array.from({ length: 65 }, (_, at) => `p${at}=1`).join('&')],
    ['more than 16 KiB', 'application/x-www-form-urlencoded', `pid=${'1'.repeat(16 * 1024)}`],
  ])('%s gets the response of any other bad report', async (_what, type, body) => {
    expect(await send('POST', type, body)).toEqual(FAIL);
  });
});

describe('the limits of reports', () => {
  it('are separate from those of users, and are 600 a minute for one address', async () => {
    // The scene itself needs about thirty calls.
    const narrow = await startPaymentScene({ environment: { API_REQUESTS_PER_WINDOW: '60' } });
    try {
      const fields = narrow.gateway.notifyFields({});
      for (let batch = 0; batch < 12; batch += 1) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => narrow.notify(fields)));
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 fail']));
      }
      const last = await narrow.notify(fields);
      expect(last).toMatchObject({ status: 429, text: 'fail' });
      expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await narrow.app.root.get('/api/user/self')).status).toBe(200);
    } finally {
      await narrow.close();
    }
  });
});

function without(fields: EpayForm, name: string): EpayForm {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
}

function renamed(fields: EpayForm, from: string, to: string): EpayForm {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name === from ? to : name, value]));
}
