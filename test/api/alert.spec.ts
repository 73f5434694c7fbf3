import { createHmac } from 'node:crypto';
import { type AlertReceiverView, type AlertRuleTest, type AlertRuleView } from '@contracts';
import { UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { startMailServer } from '../support/fakes/mail-server';
import { AlertScene, SIGN_UPS } from '../support/scenes/alert-scene';
import { startTestApp } from '../support/servers/test-app';

const SITE = 'https://gateway.example';

let scene: AlertScene;
beforeAll(async () => {
  scene = await AlertScene.start();
  await scene.app.make.option('ServerAddress', SITE);
});
afterAll(() => scene?.close());
beforeEach(() => scene.clear());

/** Moves all accounts out of every window, or back into it. */
async function ageAccounts(isOld: boolean): Promise<void> {
  const atMs = isOld ? 1 : Date.now();
  await scene.app.nest.get(UnitOfWork).run(manager => manager.query(`UPDATE users SET created_at_ms = ${atMs}`));
}

afterEach(() => ageAccounts(false));

/** The time of the server's clock in so many minutes. */
function clockTime(minutes: number): string {
  const { timeZone } = scene.app.config;
  const format = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(Date.now() + minutes * 60_000);
}

function kinds(path = '/hook') {
  return scene.receiver.to(path).map(({ body }) => body.type);
}

describe('an alert', () => {
  it('is sent once while it lasts, and its end is told to whom was told of it', async () => {
    await scene.addRule([await scene.addWebhook()]);
    expect([await scene.pass(), await scene.pass(1), await scene.pass(2)]).toEqual([1, 0, 0]);
    const [alert] = await scene.alerts();
    expect(alert).toMatchObject({ kind: 'sign_ups', state: 'firing', subject: 'all', sent: 1, failed: 0, waiting: 0 });
    await ageAccounts(true);
    await scene.pass(3);
    expect(kinds()).toEqual(['alert.fired']); // a value that comes back within two minutes has not ended
    await scene.pass(5);
    expect(kinds()).toEqual(['alert.fired', 'alert.ended']);
    expect((await scene.alerts())[0]).toMatchObject({ state: 'ended', sent: 2 });
    await ageAccounts(false);
    await scene.pass(6);
    expect(kinds()).toEqual(['alert.fired', 'alert.ended', 'alert.fired']);
    expect(await scene.alerts()).toHaveLength(2);
  });

  it('fires only after it has held for as long as the rule says', async () => {
    await scene.addRule([await scene.addWebhook()], { for_minutes: 3 });
    await scene.pass();
    expect((await scene.alerts())[0]).toMatchObject({ state: 'pending', fired_time: 0 });
    await scene.pass(2);
    expect(kinds()).toEqual([]);
    await scene.pass(3.1);
    expect(kinds()).toEqual(['alert.fired']);
  });

  it('is forgotten when it ends before that', async () => {
    await scene.addRule([await scene.addWebhook()], { for_minutes: 3 });
    await scene.pass();
    await ageAccounts(true);
    await scene.pass(1);
    expect(await scene.alerts()).toEqual([]);
    expect(kinds()).toEqual([]);
  });

  it('is reminded of until somebody acknowledges it, who is named', async () => {
    await scene.addRule([await scene.addWebhook()], { remind_minutes: 10 });
    await scene.pass();
    await scene.pass(5);
    await scene.pass(11);
    expect(kinds()).toEqual(['alert.fired', 'alert.reminder']);
    const [alert] = await scene.alerts();
    const { username } = scene.app.admin.user ?? {};
    await must(scene.app.admin.post(`/api/alert/${alert?.id}/acknowledge`, {}));
    await must(scene.app.root.post(`/api/alert/${alert?.id}/acknowledge`, {})); // the first one stays named
    expect((await scene.alerts())[0]).toMatchObject({ acknowledged_by: username, state: 'firing' });
    await scene.pass(30);
    expect(kinds()).toEqual(['alert.fired', 'alert.reminder']);
    expect((await scene.app.admin.send('POST', '/api/alert/987654/acknowledge', {})).body.success).toBe(false);
  });

  it('waits for the end of quiet hours, and is never told of when it ended by then', async () => {
    const quiet = { quiet_from: clockTime(-60), quiet_to: clockTime(120) };
    await scene.addRule([await scene.addWebhook()], quiet);
    await scene.pass();
    expect((await scene.alerts())[0]).toMatchObject({ state: 'firing', waiting: 1, sent: 0 });
    expect([await scene.deliver(100), await scene.deliver(121)]).toEqual([0, 1]);
    await scene.clear();
    await scene.addRule([await scene.addWebhook()], quiet);
    await scene.pass();
    await ageAccounts(true);
    await scene.pass(5);
    expect(await scene.deliver(24 * 60)).toBe(0);
    expect((await scene.alerts())[0]).toMatchObject({ state: 'ended', sent: 0, waiting: 0 });
  });

  it('ends without a message when its rule is changed, switched off or deleted', async () => {
    const rule = await scene.addRule([await scene.addWebhook()]);
    await scene.pass();
    await scene.changeRule(rule, { threshold: 5000 });
    expect((await scene.alerts())[0]).toMatchObject({ state: 'ended' });
    await must(scene.app.root.delete(`/api/alert/rule/${rule.id}`));
    await scene.pass(5);
    expect(kinds()).toEqual(['alert.fired']);
    expect(await must(scene.app.root.get('/api/alert/rule'))).toEqual([]);
  });

  it('is found by state, kind and severity', async () => {
    await scene.addRule([], { severity: 'critical' });
    await scene.pass();
    for (const query of ['&state=firing', '&state=open', '&kind=sign_ups', '&severity=critical']) {
      expect([query, (await scene.alerts(query)).length]).toEqual([query, 1]);
    }
    for (const query of ['&state=ended', '&kind=disk', '&severity=info']) {
      expect([query, (await scene.alerts(query)).length]).toEqual([query, 0]);
    }
    const { body } = await scene.app.admin.send('GET', '/api/alert/?state=strange');
    expect(body.success).toBe(false);
  });
});

describe('a receiver that is away', () => {
  it('gets the message when it is back, once, under one id', async () => {
    const webhook = await scene.addWebhook();
    await scene.addRule([webhook]);
    await scene.receiver.close();
    expect(await scene.pass()).toBe(0);
    expect((await scene.alerts())[0]).toMatchObject({ waiting: 1, sent: 0 });
    const [view] = await must(scene.app.root.get<AlertReceiverView[]>('/api/alert/receiver'));
    expect(view?.error).toContain('could not be reached');
    expect(view?.error).not.toContain('/hook');
    await scene.receiver.open();
    scene.receiver.answerWith(undefined, { status: 503, body: 'busy' });
    expect(await scene.deliver(0)).toBe(0); // not before the pause
    expect(await scene.deliver(1)).toBe(0); // busy
    expect(await scene.deliver(2)).toBe(0); // not before the second pause
    expect(await scene.deliver(4)).toBe(1);
    const ids = scene.receiver.to('/hook').map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    const [after] = await must(scene.app.root.get<AlertReceiverView[]>('/api/alert/receiver'));
    expect(after).toMatchObject({ error: '', error_time: 0 });
  });

  it('is not asked again after a refusal that is final', async () => {
    await scene.addRule([await scene.addWebhook()]);
    scene.receiver.answerWith({ status: 404, body: 'no_service' });
    await scene.pass();
    await scene.deliver(60);
    expect(scene.receiver.to('/hook')).toHaveLength(1);
    expect((await scene.alerts())[0]).toMatchObject({ failed: 1, waiting: 0 });
  });

  it('is asked six times at most', async () => {
    await scene.addRule([await scene.addWebhook()]);
    scene.receiver.answerWith({ status: 500, body: 'broken' });
    await scene.pass();
    for (let hours = 1; hours <= 30; hours++) await scene.deliver(hours * 60);
    expect(scene.receiver.to('/hook')).toHaveLength(6);
    expect((await scene.alerts())[0]).toMatchObject({ failed: 1 });
  });

  it('is asked no earlier than it said', async () => {
    await scene.addRule([await scene.addWebhook()]);
    scene.receiver.answerWith(undefined, { status: 429, body: '', headers: { 'retry-after': '600' } });
    await scene.pass();
    expect([await scene.deliver(9), await scene.deliver(11)]).toEqual([0, 1]);
  });

  it('gets what a node that ended had claimed', async () => {
    await scene.addRule([await scene.addWebhook()]);
    await scene.evaluate();
    const claim = `UPDATE alert_messages SET state = 'sending', next_at_ms = ${Date.now() + 60_000}`;
    await scene.app.nest.get(UnitOfWork).run(manager => manager.query(claim));
    expect([await scene.deliver(), await scene.deliver(2)]).toEqual([0, 1]);
  });
});

describe('a receiver that is deleted', () => {
  it('is told no more, and its rules can be saved as they are', async () => {
    const webhook = await scene.addWebhook();
    const rule = await scene.addRule([webhook]);
    await scene.evaluate();
    await must(scene.app.root.delete(`/api/alert/receiver/${webhook.id}`));
    expect(await scene.deliver()).toBe(0);
    expect((await scene.alerts())[0]).toMatchObject({ state: 'firing', waiting: 0, sent: 0, failed: 0 });
    const [left] = await must(scene.app.root.get<AlertRuleView[]>('/api/alert/rule'));
    expect(left).toMatchObject({ id: rule.id, receiver_ids: [] });
    await must(scene.app.root.put('/api/alert/rule', left));
  });
});

describe('a storm', () => {
  it('comes as twenty messages and one summary in an hour', async () => {
    const webhook = await scene.addWebhook();
    for (let number = 0; number < 26; number++) await scene.addRule([webhook], { name: `rule ${number}` });
    await scene.pass();
    await scene.deliver();
    await scene.deliver(2);
    await scene.deliver(3);
    expect(kinds().filter(kind => kind === 'alert.fired')).toHaveLength(20);
    const summaries = scene.receiver.to('/hook').filter(({ body }) => body.type === 'alert.summary');
    expect(summaries).toHaveLength(1);
    expect(summaries[0]?.body).toMatchObject({ data: { figures: { count: 6, max: 20 }, url: `${SITE}/alert` } });
  });
});

describe('a test', () => {
  it('of a receiver sends it a message, and says what the receiver refuses', async () => {
    const { id } = await scene.addWebhook();
    await must(scene.app.admin.post(`/api/alert/receiver/${id}/test`, {}));
    expect(kinds()).toEqual(['alert.test']);
    scene.receiver.answerWith({ status: 403, body: 'invalid token' });
    const { body } = await scene.app.admin.send('POST', `/api/alert/receiver/${id}/test`, {});
    expect(body).toMatchObject({ success: false, message: expect.stringContaining('HTTP 403: invalid token') });
  });

  it('of a rule says what holds now and writes to its receivers, without beginning an alert', async () => {
    const webhook = await scene.addWebhook();
    const rule = await scene.addRule([webhook], { enabled: false, name: 'many accounts' });
    const result = await must(scene.app.admin.post<AlertRuleTest>(`/api/alert/rule/${rule.id}/test`, {}));
    expect(result.findings).toEqual([
      { sentence: 'sign_ups', figures: { count: expect.any(Number), window: 1440, threshold: 1 } },
    ]);
    expect(result.sent).toEqual([{ receiver_id: webhook.id, error: '' }]);
    expect(scene.receiver.to('/hook')[0]?.body).toMatchObject({ data: { rule: { name: 'many accounts' } } });
    expect(await scene.alerts()).toEqual([]);
  });
});

describe('a signed webhook', () => {
  it('has an id, a time and a signature over both and the body', async () => {
    await scene.addRule([await scene.addWebhook()]);
    await scene.pass();
    const [post] = scene.receiver.to('/hook');
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = post?.headers ?? {};
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(30);
    const signed = createHmac('sha256', 'a secret of a webhook').update(`${String(id)}.${String(time)}.${post?.raw}`);
    expect(signature).toBe(`v1,${signed.digest('base64')}`);
    expect(post?.body).toMatchObject({
      type: 'alert.fired',
      data: { severity: 'warning', subject: 'all', sentence: 'sign_ups', url: `${SITE}/user`, ended_at: null },
    });
  });
});

describe('secrets of receivers', () => {
  it('are never shown, stay when they are sent empty, and can be taken away', async () => {
    const lark = { kind: 'lark', address: `${scene.receiver.url}/lark/0c4f`, secret: 'sign-secret-1' } as const;
    const made = await scene.addReceiver(lark);
    expect(made).toMatchObject({
      shown: { address: `${scene.receiver.url}/…` },
      secrets_set: ['address', 'secret'],
    });
    const stored: unknown = await scene.app.nest
      .get(UnitOfWork)
      .run(manager => manager.query('SELECT * FROM alert_receivers'));
    expect(JSON.stringify(stored)).not.toMatch(/0c4f|sign-secret/);
    const edit = { id: made.id, kind: 'lark', name: 'team', address: '', secret: '', cleared: ['secret'] };
    const edited = await must(scene.app.root.put<AlertReceiverView>('/api/alert/receiver', edit));
    expect(edited).toMatchObject({ name: 'team', secrets_set: ['address'] });
    scene.receiver.answerWith({ status: 200, body: { code: 0 } });
    await must(scene.app.root.post(`/api/alert/receiver/${made.id}/test`, {}));
    expect(scene.receiver.to('/lark/0c4f')[0]?.body.sign).toBeUndefined();
  });

  it('belong to root where options of mail do', async () => {
    const app = await startTestApp({ environment: { ROOT_ONLY_OPTIONS: 'true' } });
    try {
      const body = { kind: 'mail', to: 'a@b.example' };
      expect((await app.admin.send('POST', '/api/alert/receiver', body)).body.success).toBe(false);
      const { id } = await must(app.root.post<AlertReceiverView>('/api/alert/receiver', body));
      for (const [method, path] of [
        ['PUT', '/api/alert/receiver'],
        ['DELETE', `/api/alert/receiver/${id}`],
        ['POST', `/api/alert/receiver/${id}/test`],
      ] as const) {
        expect((await app.admin.send(method, path, { id, ...body })).body.success).toBe(false);
      }
      expect((await app.admin.send('POST', '/api/alert/rule', { ...SIGN_UPS, receiver_ids: [id] })).body.success).toBe(
        true,
      );
    } finally {
      await app.close();
    }
  });
});

describe('what cannot be a rule or a receiver', () => {
  it.each([
    [{ threshold: 0 }, 'threshold must be a number from 1 to 10000'],
    [{ threshold: 1.5 }, 'threshold must be a number'],
    [{ window_minutes: 4 }, 'window_minutes'],
    [{ for_minutes: -1 }, 'for_minutes'],
    [{ scope_by: 'user' }, 'choose for what the rule holds'],
    [{ kind: 'spend', threshold: 200, minimum: 0, scope_by: 'user', scope_values: ['ann'] }, 'choose for what'],
    [{ kind: 'spend', threshold: 200, minimum: 0, scope_by: 'channel' }, 'choose for what'],
    [{ quiet_from: '22:00' }, 'quiet hours need'],
    [{ quiet_from: '24:00', quiet_to: '07:00' }, 'quiet hours need'],
    [{ receiver_ids: [987654] }, 'receiver 987654 does not exist'],
    [{ kind: 'phase_of_the_moon' }, ''],
    [{ name: 'x'.repeat(101) }, 'at most 100 characters'],
  ])('a rule with %j', async (changes, message) => {
    const { body } = await scene.app.root.send('POST', '/api/alert/rule', { ...SIGN_UPS, ...changes });
    expect(body.success).toBe(false);
    expect(body.message).toContain(message);
  });

  it.each([
    [{ kind: 'webhook', address: 'http://127.0.0.1/x' }, 'secret is required'],
    [{ kind: 'webhook', address: 'http://127.0.0.1/x', secret: 'short' }, 'at least 16'],
    [{ kind: 'webhook', address: 'ftp://x.example', secret: 'long enough to be one' }, 'http:// or https://'],
    [{ kind: 'slack', address: 'http://169.254.169.254/latest' }, 'metadata'],
    [{ kind: 'slack' }, 'address is required'],
    [{ kind: 'telegram', token: '1:a' }, 'chat_id is required'],
    [{ kind: 'telegram', token: '1:a', chat_id: '1', thread_id: 'x' }, 'thread_id'],
    [{ kind: 'ntfy', address: 'https://ntfy.sh' }, 'must end with a topic'],
    [{ kind: 'mail', to: 'nobody' }, '"nobody" is no mail address'],
    [{ kind: 'pigeon' }, ''],
  ])('a receiver with %j', async (body, message) => {
    const answer = await scene.app.root.send('POST', '/api/alert/receiver', body);
    expect(answer.body.success).toBe(false);
    expect(answer.body.message).toContain(message);
  });
});

describe('a new site', () => {
  it('has rules, whose mail goes to root once mail is set up', async () => {
    const fresh = new AlertScene(await startTestApp(), scene.receiver);
    const mails = await startMailServer();
    try {
      const rules = await must(fresh.app.admin.get<AlertRuleView[]>('/api/alert/rule'));
      expect(rules.map(({ kind }) => kind)).toEqual([
        ...['channel_down', 'error_rate', 'upstream_balance', 'spend', 'sign_ups', 'backup', 'disk', 'ledger', 'job'],
        'negative_margin',
      ]);
      for (const rule of rules) await must(fresh.app.root.put('/api/alert/rule', rule)); // each is one that may be saved
      const [receiver] = await must(fresh.app.admin.get<AlertReceiverView[]>('/api/alert/receiver'));
      const { body } = await fresh.app.root.send('POST', `/api/alert/receiver/${receiver?.id}/test`, {});
      expect(body).toMatchObject({ success: false, message: expect.stringContaining('set up mail') });
      await fresh.addRule([{ id: receiver?.id ?? 0 }], { threshold: 2 });
      await fresh.evaluate();
      expect((await fresh.alerts())[0]).toMatchObject({ state: 'firing', waiting: 0 });
      await mails.configure(fresh.app);
      await fresh.app.nest
        .get(UnitOfWork)
        .run(manager => manager.query(`UPDATE users SET email = 'root@site.example' WHERE role = 100`));
      await fresh.addRule([{ id: receiver?.id ?? 0 }], { threshold: 1 });
      expect(await fresh.pass(1)).toBe(1);
      const mail = await mails.waitFor('root@site.example');
      expect(mail.subject).toContain('1440 分钟内新增');
      expect(mail.subject).toContain('accounts were made in 1440 minutes');
      expect(mail.text).toContain('规则：注册激增');
      expect(mail.text).toContain('Rule: Burst of sign-ups');
    } finally {
      await fresh.app.close();
      await mails.close();
    }
  });
});
