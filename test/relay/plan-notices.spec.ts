import { type PlanEdit, type PlanView, type SubscriptionView } from '@contracts';
import { FixedClock } from '@kernel';
import { PlanClock, Turns } from '@plan';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startMailServer, type MailServer } from '../support/fakes/mail-server';
import { giveEmail } from '../support/scenes/mail-scene';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
let mails: MailServer;
let people = 0;
const clock = new FixedClock();
beforeAll(async () => {
  mails = await startMailServer();
  scene = await startRelayScene();
  await mails.configure(scene.app);
  scene.app.nest.get(PlanClock).use(clock);
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
  await mails.close();
});

function at(iso: string): void {
  clock.setNow(Date.parse(iso));
}

/** Two runs at once, as two nodes would make them. */
async function turn(): Promise<void> {
  const turns = scene.app.nest.get(Turns);
  await Promise.all([turns.run(), turns.run()]);
  await turns.run();
}

async function subscriber(
  quota: number,
  plan: Partial<PlanEdit> = {},
): Promise<{ readonly client: TestClient; readonly email: string; readonly held: SubscriptionView }> {
  const client = await scene.app.make.signedIn({ quota });
  const email = `subscriber${people++}@site.example`;
  await giveEmail(scene.app, client, email);
  const terms = { name: 'Plus', price_quota: 100_000, period: 'month', quota: 5000, ...plan };
  const { id } = await must(scene.app.admin.post<PlanView>('/api/plan/', terms));
  const held = await must(client.post<SubscriptionView>('/api/plan/own', { plan_id: id, time_zone: 'UTC' }));
  return { client, email, held };
}

it('a renewal is told once, with what it cost', async () => {
  at('2026-11-10T12:00:00Z');
  const { email } = await subscriber(1_000_000);
  at('2026-12-11T00:00:01Z');
  await turn();
  const mail = await mails.waitFor(email);
  expect(mail.subject).toContain('您的套餐 Plus 已续订 / Your plan Plus was renewed');
  expect(mail.text).toContain('$0.20');
  expect(mails.to(email)).toHaveLength(1);
});

it('renewals of each day, and free ones, are not', async () => {
  at('2026-11-10T12:00:00Z');
  const daily = await subscriber(1_000_000, { period: 'day' });
  const free = await subscriber(1_000_000, { price_quota: 0 });
  at('2026-12-11T00:00:01Z');
  await turn();
  expect([...mails.to(daily.email), ...mails.to(free.email)]).toEqual([]);
});

it('the end of a cancelled plan is told once, three days before', async () => {
  at('2026-11-10T12:00:00Z');
  const { client, email, held } = await subscriber(1_000_000);
  await must(client.put(`/api/plan/own/${held.id}/cancel`, { is_cancelled: true }));
  at('2026-12-07T12:00:00Z');
  await turn();
  expect(mails.to(email)).toEqual([]);
  at('2026-12-08T12:00:00Z');
  await turn();
  expect((await mails.waitFor(email)).subject).toContain('Your plan Plus is about to end');
  at('2026-12-09T12:00:00Z');
  await turn();
  expect(mails.to(email)).toHaveLength(1);
});

it('a renewal that failed is told, and that the plan has ended after it', async () => {
  at('2026-11-10T12:00:00Z');
  const { email } = await subscriber(150_000);
  at('2026-12-11T00:00:01Z');
  await turn();
  expect((await mails.waitFor(email)).subject).toContain('could not be renewed');
  at('2026-12-14T00:00:02Z');
  await turn();
  expect((await mails.waitFor(email)).subject).toContain('Your plan Plus has ended');
  expect(mails.to(email)).toHaveLength(2);
});
