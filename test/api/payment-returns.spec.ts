import { type OrderView } from '@contracts';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { type StripeObject } from '../support/fakes/stripe-server';
import { COMPLETED, StripeScene } from '../support/scenes/stripe-scene';

const TEN = 5_000_000;

let scene: StripeScene;
beforeAll(async () => {
  scene = await StripeScene.start();
});
afterAll(() => scene.close());

type Event = readonly [type: string, object: StripeObject];

/** Every order in which some events can arrive. */
function ordersOf<One>(list: readonly One[]): readonly (readonly One[])[] {
  if (list.length <= 1) return [list];
  return list.flatMap((one, at) => ordersOf(list.filter((_, other) => other !== at)).map(rest => [one, ...rest]));
}

/** A started order that was paid at Stripe, of which nothing was reported yet. */
async function unreported(): Promise<{ readonly person: TestClient; readonly tradeNo: string; readonly page: Event }> {
  const person = await scene.app.make.signedIn();
  const { order } = await scene.order(person);
  return { person, tradeNo: order.trade_no, page: [COMPLETED, scene.stripe.pay(order.trade_no)] };
}

async function send(events: readonly Event[]): Promise<void> {
  for (const [type, object] of events) expect(await scene.report(type, object)).toBe(200);
}

describe('money that goes back', () => {
  it('takes the same part of the quota, twice', async () => {
    const { person, tradeNo } = await scene.paid();
    await send([['refund.created', scene.stripe.refund(tradeNo, 333)]]);
    expect(await scene.stateOf(person, tradeNo)).toEqual({
      ...{ balance: TEN - 1_665_000, status: 'partly_refunded', returned: '3.33', logged: TEN - 1_665_000 },
    });
    await send([['charge.refunded', scene.stripe.chargeOf(tradeNo)]]);
    expect((await scene.stateOf(person, tradeNo)).balance).toBe(TEN - 1_665_000);
    scene.stripe.refund(tradeNo, 667);
    await send([['charge.refunded', scene.stripe.chargeOf(tradeNo)]]);
    expect(await scene.stateOf(person, tradeNo)).toEqual({
      balance: 0,
      status: 'refunded',
      returned: '10.00',
      logged: 0,
    });
  });

  it('comes back when the refund fails', async () => {
    const { person, tradeNo } = await scene.paid();
    const refund = scene.stripe.refund(tradeNo, 1000);
    await send([
      ['refund.created', refund],
      ['refund.failed', scene.stripe.change(refund.id, { status: 'failed' })],
    ]);
    expect(await scene.stateOf(person, tradeNo)).toEqual({
      balance: TEN,
      status: 'success',
      returned: '0.00',
      logged: TEN,
    });
    // What was reported late says less than what is known.
    await send([['refund.updated', refund]]);
    expect(await scene.stateOf(person, tradeNo)).toMatchObject({ balance: TEN, status: 'success' });
  });

  it('leaves a debt where the quota was spent', async () => {
    const { person, tradeNo } = await scene.paid();
    const { id, username } = person.user ?? {};
    await must(scene.app.root.put('/api/user/', { id, username, quota: 1_000_000 }));
    await send([['refund.created', scene.stripe.refund(tradeNo, 1000)]]);
    expect((await scene.stateOf(person, tradeNo)).balance).toBe(1_000_000 - TEN);
  });

  it('in another currency, or more than was paid, is left to the operator', async () => {
    const { person, tradeNo } = await scene.paid();
    const refund = scene.stripe.refund(tradeNo, 500);
    await send([
      ['refund.updated', { ...refund, id: 're_other', currency: 'usd' }],
      ['refund.updated', { ...refund, id: 're_more', amount: 1001 }],
    ]);
    expect(await scene.stateOf(person, tradeNo)).toMatchObject({ balance: TEN, status: 'success' });
  });
});

describe('a dispute', () => {
  it('takes the quota at once, and gives it back when it is won', async () => {
    const { person, tradeNo } = await scene.paid();
    const dispute = scene.stripe.dispute(tradeNo, 1000);
    await send([
      ['charge.dispute.created', dispute],
      ['charge.dispute.funds_withdrawn', dispute],
    ]);
    expect(await scene.stateOf(person, tradeNo)).toEqual({
      balance: 0,
      status: 'disputed',
      returned: '10.00',
      logged: 0,
    });
    const won = scene.stripe.change(dispute.id, { status: 'won' });
    await send([
      ['charge.dispute.closed', won],
      ['charge.dispute.funds_reinstated', won],
    ]);
    expect(await scene.stateOf(person, tradeNo)).toEqual({
      balance: TEN,
      status: 'success',
      returned: '0.00',
      logged: TEN,
    });
    expect(await scene.movementsOf(tradeNo)).toEqual([TEN, -TEN, TEN]);
  });

  it('that is lost keeps it', async () => {
    const { person, tradeNo } = await scene.paid();
    const dispute = scene.stripe.dispute(tradeNo, 1200);
    const lost = scene.stripe.change(dispute.id, { status: 'lost' });
    await send([
      ['charge.dispute.closed', lost],
      ['charge.dispute.created', dispute],
    ]);
    expect(await scene.stateOf(person, tradeNo)).toEqual({ balance: 0, status: 'lost', returned: '10.00', logged: 0 });
  });

  it('that is only an inquiry takes nothing', async () => {
    const { person, tradeNo } = await scene.paid();
    await send([['charge.dispute.created', scene.stripe.dispute(tradeNo, 1000, 'warning_needs_response')]]);
    expect(await scene.stateOf(person, tradeNo)).toMatchObject({ balance: TEN, status: 'success' });
  });
});

describe('events in any order', () => {
  it('end alike: a payment, a part refunded, and a dispute that is won', async () => {
    for (const at of ordersOf([0, 1, 2, 3])) {
      const { person, tradeNo, page } = await unreported();
      const refund: Event = ['refund.created', scene.stripe.refund(tradeNo, 400)];
      const dispute = scene.stripe.dispute(tradeNo, 600);
      const events: readonly Event[] = [
        page,
        refund,
        ['charge.dispute.created', dispute],
        ['charge.dispute.closed', { ...dispute, status: 'won' }],
      ];
      await send(at.map(place => events[place] as Event));
      expect(await scene.stateOf(person, tradeNo)).toEqual({
        ...{ balance: 3_000_000, status: 'partly_refunded', returned: '4.00', logged: 3_000_000 },
      });
    }
  });

  it('book nothing where the whole refund was reported before the payment', async () => {
    const { person, tradeNo, page } = await unreported();
    await send([['refund.created', scene.stripe.refund(tradeNo, 1000)]]);
    expect(await scene.stateOf(person, tradeNo)).toMatchObject({ balance: 0, status: 'pending' });
    await send([page]);
    expect(await scene.stateOf(person, tradeNo)).toEqual({
      balance: 0,
      status: 'refunded',
      returned: '10.00',
      logged: 0,
    });
    expect(await scene.movementsOf(tradeNo)).toEqual([]);
  });
});

describe('a refund by an administrator', () => {
  const refund = (body: object) => scene.app.admin.post<OrderView>('/api/order/refund', body);

  it('moves the money at Stripe and takes the quota, once for each request', async () => {
    const { person, tradeNo } = await scene.paid();
    const { id } = (await scene.orderOf(person, tradeNo)) as OrderView;
    const request = { id, money: '2.5', note: 'as agreed', request_id: 'request-1' };
    const answers = await Promise.all([refund(request), refund(request)]);
    expect(answers.map(({ body }) => body.success)).toEqual([true, true]);
    expect(answers[0]?.body.data).toMatchObject({ status: 'partly_refunded', returned: '2.50', note: 'as agreed' });
    expect(scene.stripe.posted.at(-1)).toMatchObject({
      path: '/v1/refunds',
      fields: { amount: '250', metadata: { order: tradeNo } },
    });
    scene.stripe.refund(tradeNo, 100);
    await send([['charge.refunded', scene.stripe.chargeOf(tradeNo)]]);
    expect(await scene.stateOf(person, tradeNo)).toMatchObject({ balance: TEN - 1_750_000, returned: '3.50' });
  });

  it('is refused beyond what is left, and where Stripe refuses', async () => {
    const { person, tradeNo } = await scene.paid();
    const { id } = (await scene.orderOf(person, tradeNo)) as OrderView;
    for (const money of ['10.01', '0', '1.234', '-1', '']) {
      const { body } = await refund({ id, money, request_id: 'request-1', note: '' });
      expect(body.message).toBe('the amount must be between 0.01 and 10.00');
    }
    scene.stripe.refund(tradeNo, 800);
    const { body } = await refund({ id, money: '5', request_id: 'request-2', note: '' });
    expect(body.message).toContain('greater than unrefunded amount');
    expect(await scene.stateOf(person, tradeNo)).toMatchObject({ balance: TEN });
  });

  it('is refused for an order that was not paid, or does not exist', async () => {
    const person = await scene.app.make.signedIn();
    const { order } = await scene.order(person);
    const some = { money: '1', request_id: 'request-1', note: '' };
    expect((await refund({ id: order.id, ...some })).body.message).toBe(
      'the state of the order does not allow this any more',
    );
    expect((await refund({ id: 999_999, ...some })).body.message).toBe('this order does not exist');
  });
});
