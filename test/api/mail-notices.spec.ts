import { answerOpenAi } from '../../apps/mock-upstream/src/index';
import { setTimeout as pause } from 'node:timers/promises';
import { AccountKind, Ledger } from '@billing';
import { LogType, type LogEntry, type LogOther, type Page } from '@contracts';
import { EventBus, UnitOfWork, type EventMap } from '@platform';
import { ExpiryReminder } from '@token';
import { badKey } from '../support/scenes/channel-scene';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { giveEmail } from '../support/scenes/mail-scene';
import { MAIL_ACCOUNT, startMailServer, type MailServer, type ReceivedMail } from '../support/fakes/mail-server';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { startTestApp } from '../support/servers/test-app';

const SITE = 'https://gateway.example';
/** What an event says about its call, of which a reminder needs nothing. */
const NO_CALL = { channelId: 0, model: '', usage: null } as const;
const THRESHOLD = 100_000;
/** How long the database takes to lock a row, on a busy machine. */
const LOCKING_MS = 500;
/** Longer than the pause between a charge and the check of its payer. */
const AFTER_CHECK_MS = 2500;

let scene: RelayScene;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  scene = await startRelayScene();
  const { app } = scene;
  await mails.configure(app);
  await app.make.option('ServerAddress', SITE);
  await app.make.option('QuotaRemindThreshold', THRESHOLD);
  await app.make.option('PreConsumedQuota', 0);
  // With a price per call, the reservation equals the charge, so that a wallet can be emptied to the last unit.
  await app.make.option('ModelPrice', { 'gpt-4o-mini': 0.001 });
});
afterAll(async () => {
  await scene.close();
  await mails.close();
});

interface Person {
  readonly id: number;
  readonly email: string;
  readonly client: TestClient;
  readonly key: string;
}

let sequence = 0;

async function person({ hasEmail = true } = {}): Promise<Person> {
  const client = await scene.app.make.signedIn({ quota: 10 * THRESHOLD });
  const email = `person${++sequence}@site.example`;
  if (hasEmail) await giveEmail(scene.app, client, email);
  const { secret } = await scene.app.make.token(client);
  return { id: client.user?.id ?? 0, email, client, key: secret };
}

function setQuota({ id, client }: Person, quota: number) {
  return must(scene.app.root.put('/api/user/', { id, username: client.user?.username, quota }));
}

function wallet({ client }: Person) {
  return must(client.get<{ quota: number; used_quota: number }>('/api/user/self'));
}

/** Sends one relayed call, which is charged. @returns what it cost */
async function call(payer: Person): Promise<number> {
  const before = (await wallet(payer)).used_quota;
  const answer = await scene.post('/v1/chat/completions', chat(), { authorization: `Bearer ${payer.key}` });
  expect(answer.status).toBe(200);
  await answer.text();
  const { used_quota: used } = await eventually(
    () => wallet(payer),
    ({ used_quota }) => used_quota > before,
  );
  return used - before;
}

/** Resolves when every charge so far was checked and its mail has arrived: checks and mails keep their order. */
async function everythingSent(): Promise<void> {
  const last = await person();
  await setQuota(last, THRESHOLD);
  await call(last);
  await mails.waitFor(last.email);
}

function titles(list: readonly ReceivedMail[]) {
  return list.map(mail => mail.subject);
}

const LOW = 'Sluice 您的额度即将用尽 / Your quota is about to run out';
const USED_UP = 'Sluice 您的额度已用尽 / Your quota is used up';

describe('the reminder', () => {
  it('leaves a warning row that says what is left', async () => {
    const payer = await person();
    await setQuota(payer, THRESHOLD);
    const cost = await call(payer);
    await mails.waitFor(payer.email);
    const list = () => must(payer.client.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=9&type=${LogType.Warning}`));
    const { items } = await eventually(list, page => page.items.length > 0);
    expect(items).toHaveLength(1);
    const { said } = JSON.parse(items[0]?.other ?? '') as LogOther;
    expect(said).toMatchObject({ key: 'quota_reminded_low' });
    const left = ((THRESHOLD - cost) / 500_000).toFixed(6);
    expect(items[0]?.content).toContain(left);
  });

  it('comes once when a call takes the quota below the threshold, and again when nothing is left', async () => {
    const payer = await person();
    const cost = await call(payer);
    await setQuota(payer, THRESHOLD + cost);
    await call(payer); // down to the threshold is not below it
    await call(payer);
    await call(payer);
    await everythingSent();
    expect(titles(mails.to(payer.email))).toEqual([LOW]);
    await setQuota(payer, cost);
    await call(payer);
    await everythingSent();
    expect(titles(mails.to(payer.email))).toEqual([LOW, USED_UP]);
  });

  it('comes also when the charge waits for seconds until the database stores it', async () => {
    const payer = await person();
    const cost = await call(payer);
    await setQuota(payer, THRESHOLD + cost);
    await call(payer); // down to the threshold is not below it
    const asked = scene.upstream.calls.length;
    scene.upstream.script(request => ({ ...answerOpenAi(request), delayMs: LOCKING_MS }));
    const charged = call(payer);
    await scene.upstream.waitForCalls(asked + 1);
    const ledger = scene.app.nest.get(Ledger);
    await scene.app.nest.get(UnitOfWork).run(async manager => {
      await ledger.lockedBalance(manager, AccountKind.User, payer.id);
      await pause(LOCKING_MS + AFTER_CHECK_MS);
    });
    await charged;
    scene.upstream.reset();
    expect((await mails.waitFor(payer.email)).subject).toBe(LOW);
  });

  it('names the rest and the address for a top-up, in both languages', async () => {
    const payer = await person();
    const cost = await call(payer);
    await setQuota(payer, THRESHOLD);
    await call(payer);
    const { html, text, account } = await mails.waitFor(payer.email);
    const left = `$${((THRESHOLD - cost) / 500_000).toFixed(6)}`;
    for (const body of [html, text]) {
      expect(body).toContain(`剩余额度：${left}`);
      expect(body).toContain(`Remaining quota: ${left}`);
      expect(body.indexOf('剩余额度')).toBeLessThan(body.indexOf('Remaining quota'));
      expect(body).toContain(`${SITE}/topup`);
    }
    expect(html).toContain(`href="${SITE}/topup"`);
    expect(account).toBe(MAIL_ACCOUNT);
  });

  it('does not come to a user without an address, and delays no other user’s', async () => {
    const [silent, payer] = [await person({ hasEmail: false }), await person()];
    const before = mails.messages.length;
    for (const one of [silent, payer]) await setQuota(one, THRESHOLD);
    await call(silent);
    await call(payer);
    await mails.waitFor(payer.email);
    expect(mails.messages.slice(before).flatMap(mail => mail.to)).toEqual([payer.email]);
  });

  it('about a low quota is off at a threshold of 0, and the one about an empty quota is not', async () => {
    const payer = await person();
    const cost = await call(payer);
    await setQuota(payer, THRESHOLD + cost - 1);
    await scene.app.make.option('QuotaRemindThreshold', 0);
    await call(payer);
    await setQuota(payer, cost);
    await call(payer);
    await mails.waitFor(payer.email);
    await scene.app.make.option('QuotaRemindThreshold', THRESHOLD);
    expect(titles(mails.to(payer.email))).toEqual([USED_UP]);
  });

  it('comes again after a top-up, but not a third time within ten minutes', async () => {
    const payer = await person();
    for (let at = 1; at <= 3; at += 1) {
      await setQuota(payer, THRESHOLD + at);
      for (let calls = 0; (await wallet(payer)).quota >= THRESHOLD; calls += 1) await call(payer);
      await everythingSent();
      await setQuota(payer, 0);
    }
    expect(titles(mails.to(payer.email))).toEqual([LOW, LOW]);
  });

  it('comes once when another node sees the same crossing', async () => {
    const payer = await person();
    await setQuota(payer, THRESHOLD);
    const units = await call(payer);
    await mails.waitFor(payer.email);
    scene.app.nest.get(EventBus).publish('usage.settled', { ...NO_CALL, userId: payer.id, units });
    await everythingSent();
    expect(mails.to(payer.email)).toHaveLength(1);
  });

  it('comes for a crossing that this and another node made together', async () => {
    const payer = await person();
    await call(payer); // this node has seen the balance
    await everythingSent();
    await setQuota(payer, THRESHOLD - 5); // as after a charge of the other node, which was not enough to see the crossing
    await call(payer);
    expect((await mails.waitFor(payer.email)).subject).toBe(LOW);
  });

  it('for the last charges is sent before the server ends', async () => {
    const ending = await startTestApp();
    await mails.configure(ending);
    const payer = await ending.make.signedIn({ quota: 50 });
    await giveEmail(ending, payer, 'last@site.example');
    ending.nest.get(EventBus).publish('usage.settled', { ...NO_CALL, userId: payer.user?.id ?? 0, units: THRESHOLD });
    await new Promise(resolve => setImmediate(resolve)); // listeners get the event in the next turn
    await ending.close();
    expect(titles(mails.to('last@site.example'))).toEqual([LOW]);
  });

  it('is not lost when the database was away at first', async () => {
    const payer = await person();
    await setQuota(payer, THRESHOLD);
    const look = jest.spyOn(scene.app.nest.get(Ledger), 'balancesOf').mockRejectedValueOnce(new Error('away'));
    scene.app.nest.get(EventBus).publish('usage.settled', { ...NO_CALL, userId: payer.id, units: 0 });
    await eventually(
      () => Promise.resolve(look.mock.calls.length),
      count => count === 1,
    );
    look.mockRestore();
    await call(payer);
    expect((await mails.waitFor(payer.email)).subject).toBe(LOW);
  });
});

describe('a notice', () => {
  const ROOT = 'root@site.example';
  /** The pause between two mails. */
  const PAUSE_MS = 30_000;
  afterEach(() => jest.restoreAllMocks());

  const publish = <Name extends keyof EventMap>(name: Name, fact: EventMap[Name]) =>
    scene.app.nest.get(EventBus).publish(name, fact);
  const html = '<img src=x>';

  it('goes to the super administrator when the server switches a channel off', async () => {
    const { app, upstream } = scene;
    await giveEmail(app, app.root, ROOT);
    await app.make.option('AutomaticDisableChannelEnabled', true);
    const payer = await person();
    upstream.script(() => badKey);
    await scene.post('/v1/chat/completions', chat(), { authorization: `Bearer ${payer.key}` });
    const mail = await mails.waitFor(ROOT);
    upstream.reset();
    expect(mail.subject).toMatch(/^Sluice 渠道「.+」（#\d+）已被自动禁用 \/ Channel ".+" \(#\d+\) was disabled$/);
    expect(mail.text).toContain('Incorrect API key provided');
    expect(mail.text).toContain('No enabled channel serves these models now: ');
    expect(mail.raw + mail.text + mail.html).not.toContain('sk-upstream-secret');
  });

  it('about channels and options goes to the super administrator in one mail, each event once', async () => {
    const clock = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => clock() + PAUSE_MS);
    const disabled = { channelId: 7, name: html, reason: 'Incorrect API key', unservedModels: ['gpt-x', 'gpt-y'] };
    publish('channel.disabled', disabled);
    publish('channel.disabled', disabled);
    const counts = { position: 2, mask: 'sk-1***9', keyCount: 3, usableCount: 1 };
    publish('channel.keyDisabled', { channelId: 8, name: 'keys', reason: 'no credit', ...counts });
    publish('channel.enabled', { channelId: 9, name: 'back' });
    publish('channels.tested', { testedCount: 12, failedCount: 3, isScheduled: false });
    publish('channels.tested', { testedCount: 99, failedCount: 98, isScheduled: true });
    const secret = 'a-new-client-secret-value';
    await must(scene.app.admin.put('/api/option/', { key: 'GitHubClientSecret', value: secret }));
    const mail = await mails.waitFor(ROOT);
    expect(mail.subject).toBe('Sluice 5 条系统通知 / 5 notices');
    expect(mail.html).not.toContain(html);
    expect(mail.text.split('Reason: Incorrect API key')).toHaveLength(2);
    for (const part of [
      `Channel "${html}" (#7) was disabled`,
      'No enabled channel serves these models now: gpt-x, gpt-y',
      'Key #2 (sk-1***9) of channel "keys" (#8) was put out of use',
      'Usable keys: 1 of 3',
      'Channel "back" (#9) was enabled again',
      '12 channels tested, 3 failed.',
      'The sensitive setting GitHubClientSecret was changed',
      `Changed by ${scene.app.admin.user?.username} from 127.0.0.1.`,
      '渠道「back」（#9）已恢复启用',
    ]) {
      expect(mail.text).toContain(part);
    }
    expect(mail.raw + mail.text + mail.html).not.toContain(secret);
    expect(mail.text).not.toContain('99 channels');
  });
});

describe('the reminder of keys that expire', () => {
  const DAY_SECONDS = 86_400;
  const run = () => scene.app.nest.get(ExpiryReminder).run();
  const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * DAY_SECONDS;
  const newKey = async (owner: Person, name: string, expired: number) =>
    (await scene.app.make.token(owner.client, { name, expired_time: expired })).id;

  it('tells an owner once of all keys that expire within the days, and again of a later expiry', async () => {
    await run();
    const owner = await person();
    const soon = await newKey(owner, 'build', inDays(3));
    await newKey(owner, 'laptop', inDays(6));
    await newKey(owner, 'far', inDays(9));
    expect(await run()).toBe(2);
    const mail = await mails.waitFor(owner.email);
    expect(mail.subject).toBe('Sluice 您的令牌即将过期 / Your keys are about to expire');
    for (const text of ['build: ', 'laptop: ', `${SITE}/token`]) expect(mail.text).toContain(text);
    expect(mail.text).not.toContain('far');
    expect(await run()).toBe(0);
    const { items } = await must(owner.client.get<Page<LogEntry>>('/api/log/self/?p=1&page_size=10'));
    const rows = items.filter(({ type, content }) => type === LogType.Warning && content.includes('expires at'));
    expect(rows.map(({ token_name: name }) => name).toSorted()).toEqual(['build', 'laptop']);
    await must(owner.client.put('/api/token/', { id: soon, expired_time: inDays(5) }));
    expect(await run()).toBe(1);
  });

  it('leaves out keys that are disabled or deleted, owners without an address, and everybody when it is off', async () => {
    const owner = await person();
    const disabled = await newKey(owner, 'disabled', inDays(2));
    await must(owner.client.put('/api/token/?status_only=true', { id: disabled, status: 2 }));
    await must(owner.client.delete(`/api/token/${await newKey(owner, 'deleted', inDays(2))}`));
    expect(await run()).toBe(0);
    await newKey(owner, 'working', inDays(2));
    await scene.app.make.option('TokenExpiryRemindDays', 0);
    expect(await run()).toBe(0);
    await scene.app.make.option('TokenExpiryRemindDays', 7);
    const silent = await person({ hasEmail: false });
    await newKey(silent, 'silent', inDays(2));
    expect(await run()).toBe(2);
    const { items } = await must(silent.client.get<Page<LogEntry>>('/api/log/self/?p=1&page_size=10'));
    expect(items.filter(({ content }) => content.includes('expires at'))).toEqual([]);
  });
});
