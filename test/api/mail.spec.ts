import { createServer, type AddressInfo, type Server } from 'node:net';
import { Logger, Mailer, type Mail } from '@platform';
import { eventually } from '../support/eventually';
import { giveEmail } from '../support/scenes/mail-scene';
import { MAIL_ACCOUNT, MAIL_PASSWORD, startMailServer, type MailServer } from '../support/fakes/mail-server';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const FAILED = 'the mail could not be sent, contact the administrator';
const TEST_MAIL = '/api/option/test_mail';

let app: TestApp;
let trusting: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  trusting = await startTestApp({ environment: { SMTP_ALLOW_SELF_SIGNED: 'true', ROOT_ONLY_OPTIONS: 'true' } });
});
afterAll(async () => {
  await app.close();
  await trusting.close();
});
afterEach(() => jest.restoreAllMocks());

function mailTo(...to: string[]): Mail {
  return { to, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
}

function send(mail: Mail, from = app) {
  return from.nest.get(Mailer).send(mail);
}

function sendLater(mail: Mail) {
  return app.nest.get(Mailer).sendLater(mail);
}

describe('a mail', () => {
  let mails: MailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    await mails.configure(app);
  });
  afterAll(() => mails.close());

  it('arrives with its name, subject and both bodies as written, in any alphabet', async () => {
    await app.make.option('SystemName', '水闸 "Sluice", <网关>');
    await send({ to: ['names@site.example'], subject: '验证码 é', html: '<p>你好 &amp; ✓</p>', text: '你好 & ✓' });
    await app.make.option('SystemName', 'Sluice');
    const mail = await mails.waitFor('names@site.example');
    expect(mail).toMatchObject({ from: MAIL_ACCOUNT, to: ['names@site.example'], account: MAIL_ACCOUNT });
    expect(mail.subject).toBe('水闸 "Sluice", <网关> 验证码 é');
    expect(mail.parsed.from).toMatchObject({ name: '水闸 "Sluice", <网关>', address: MAIL_ACCOUNT });
    expect(mail.parsed.to).toMatchObject([{ address: 'names@site.example' }]);
    expect(mail.html.trim()).toBe('<p>你好 &amp; ✓</p>');
    expect(mail.text.trim()).toBe('你好 & ✓');
    expect(mail.parsed.messageId).toMatch(/^<[^<>@\s]+@site\.example>$/);
    expect(Math.abs(Date.parse(mail.parsed.date ?? '') - Date.now())).toBeLessThan(60_000);
    expect([...mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n'))].every(character => character <= '~')).toBe(true);
  });

  it('comes from the sender that is set, while the account signs in', async () => {
    await app.make.option('SMTPFrom', 'no-reply@other.example');
    await send(mailTo('sender@site.example'));
    await app.make.option('SMTPFrom', '');
    const mail = await mails.waitFor('sender@site.example');
    expect(mail).toMatchObject({ from: 'no-reply@other.example', account: MAIL_ACCOUNT });
    expect(mail.parsed.messageId).toContain('@other.example>');
  });

  it('goes to each receiver on its own', async () => {
    await send(mailTo('first@site.example; second@site.example', 'third@site.example'));
    for (const name of ['first', 'second', 'third']) {
      const mail = await mails.waitFor(`${name}@site.example`);
      expect(mail.to).toEqual([`${name}@site.example`]);
      expect(mail.raw.match(/@site\.example>?\r\n/g)).toHaveLength(1 + 2); // receiver, sender and message id
    }
  });

  it('has one line of subject, so that nothing can be injected behind it', async () => {
    await send({ ...mailTo('subject@site.example'), subject: 'Hi\r\nBcc: thief@site.example\r\n\r\nbody' });
    const mail = await mails.waitFor('subject@site.example');
    expect(mail.subject).toBe('Sluice Hi Bcc: thief@site.example body');
    expect(mail.parsed.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mails.to('thief@site.example')).toEqual([]);
  });

  it.each([
    'a@site.example\r\nBcc: thief@site.example',
    'a@site.example, thief@site.example',
    'A <thief@site.example>',
    '',
  ])('is not sent to %j', async address => {
    const offered = mails.offeredCount;
    await expect(send(mailTo(address))).rejects.toMatchObject({ code: 'EMAIL_SEND_FAILED' });
    expect(mails.offeredCount).toBe(offered);
  });

  it('reaches the other receivers when one cannot get it, and the failure is reported', async () => {
    await expect(send(mailTo('no address', 'other@site.example'))).rejects.toMatchObject({ code: 'EMAIL_SEND_FAILED' });
    await mails.waitFor('other@site.example');
  });

  it('is sent without a password when none is set', async () => {
    await app.make.option('SMTPToken', '');
    await send(mailTo('open@site.example'));
    await mails.configure(app);
    expect(await mails.waitFor('open@site.example')).toMatchObject({ account: null });
  });

  it('in the background is tried again when the server is busy', async () => {
    mails.refuseNext(451);
    sendLater(mailTo('later@site.example'));
    await mails.waitFor('later@site.example');
  });

  it('in the background is given up after three attempts, and the next one is sent', async () => {
    const offered = mails.offeredCount;
    const error = jest.spyOn(app.nest.get(Logger), 'error');
    mails.refuseNext(451, 3);
    sendLater(mailTo('never@site.example'));
    sendLater(mailTo('next@site.example'));
    const tries = () => Promise.resolve(mails.offeredCount - offered);
    await eventually(tries, count => count >= 2);
    await eventually(tries, count => count >= 3);
    await mails.waitFor('next@site.example');
    expect(mails.offeredCount - offered).toBe(4);
    expect(mails.to('never@site.example')).toEqual([]);
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ attempts: 3 }), 'a mail could not be sent');
  });

  it('that still waits is sent before the server ends', async () => {
    const ending = await startTestApp();
    await mails.configure(ending);
    for (const name of ['a', 'b', 'c']) ending.nest.get(Mailer).sendLater(mailTo(`${name}@end.example`));
    await ending.close();
    for (const name of ['a', 'b', 'c']) expect(mails.to(`${name}@end.example`)).toHaveLength(1);
  });
});

describe('a failed mail', () => {
  /** Sends the test mail. @returns the lines of the log that belong to it */
  async function failingMail(): Promise<string> {
    const warn = jest.spyOn(app.nest.get(Logger), 'warn');
    const answer = await app.root.post(TEST_MAIL, { to: 'a@site.example' });
    expect(answer).toMatchObject({ status: 200, body: { success: false, message: FAILED } });
    expect(answer.text).not.toMatch(/canary|127\.0\.0|ECONN|535|ETIMEDOUT/);
    const lines = JSON.stringify(warn.mock.calls);
    expect(lines).toContain('a mail was not taken');
    expect(lines + answer.text).not.toContain(MAIL_PASSWORD.slice(1));
    return lines;
  }

  it('because of a wrong password is reported only in the log, without the password', async () => {
    const mails = await startMailServer();
    await mails.configure(app, { SMTPToken: `x${MAIL_PASSWORD.slice(1)}` });
    expect(await failingMail()).toMatch(/535.*canary-detail: \[secret\]/);
    expect(mails.messages).toEqual([]);
    await mails.close();
  });

  it('is reported when the mail server is gone', async () => {
    const mails = await startMailServer();
    await mails.configure(app);
    await mails.close();
    expect(await failingMail()).toContain('ECONNREFUSED');
  });

  it('is reported when the mail server refuses the message', async () => {
    const mails = await startMailServer();
    await mails.configure(app);
    mails.refuseNext(554);
    expect(await failingMail()).toContain('554');
    await mails.close();
  });

  it('ends after ten seconds when the mail server stays silent', async () => {
    const silent = createServer(() => undefined);
    await listening(silent);
    await app.make.option('SMTPPort', (silent.address() as AddressInfo).port);
    const startedAt = performance.now();
    await failingMail();
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    silent.close();
  });
});

describe('an encrypted mail server', () => {
  it.each(['starttls', 'tls'] as const)('by %s gets mail when its certificate is accepted', async mode => {
    const mails = await startMailServer(mode);
    await mails.configure(trusting, { SMTPServer: 'localhost' });
    await send(mailTo('a@site.example'), trusting);
    expect(await mails.waitFor('a@site.example')).toMatchObject({ isEncrypted: true, account: MAIL_ACCOUNT });
    expect(mails.passwordsHeard).toEqual([{ password: MAIL_PASSWORD, isEncrypted: true }]);
    await mails.close();
  });

  it.each(['starttls', 'tls'] as const)('by %s with an unknown certificate receives no password', async mode => {
    const mails = await startMailServer(mode);
    await mails.configure(app, { SMTPServer: 'localhost' });
    await expect(send(mailTo('a@site.example'))).rejects.toMatchObject({ code: 'EMAIL_SEND_FAILED' });
    expect([mails.passwordsHeard, mails.offeredCount]).toEqual([[], 0]);
    await mails.close();
  });

  it('is the only one that receives the password over a network', async () => {
    const elsewhere = { SMTPServer: '0.0.0.0' }; // reaches this machine, but by no name that is surely its own
    const clear = await startMailServer('plain');
    await clear.configure(app, elsewhere);
    await expect(send(mailTo('a@site.example'))).rejects.toMatchObject({ code: 'EMAIL_SEND_FAILED' });
    expect([clear.passwordsHeard, clear.offeredCount]).toEqual([[], 0]);
    await app.make.option('SMTPToken', '');
    await send(mailTo('open@site.example'));
    await clear.waitFor('open@site.example');
    const encrypted = await startMailServer('starttls');
    await encrypted.configure(trusting, elsewhere);
    await send(mailTo('a@site.example'), trusting);
    expect(encrypted.passwordsHeard).toEqual([{ password: MAIL_PASSWORD, isEncrypted: true }]);
    await clear.close();
    await encrypted.close();
  });
});

describe('the test mail', () => {
  let mails: MailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    await mails.configure(app);
  });
  afterAll(() => mails.close());

  it('is sent to the administrator with the new settings, in their language', async () => {
    const answer = await app.admin.post(TEST_MAIL, { to: ' someone@site.example ' });
    expect(answer.body).toMatchObject({ success: true, message: 'the test mail was sent to someone@site.example' });
    expect((await mails.waitFor('someone@site.example')).subject).toBe('Sluice Test mail');
    await app.admin.post(TEST_MAIL, { to: 'zh@site.example' }, { 'accept-language': 'zh-CN' });
    expect((await mails.waitFor('zh@site.example')).subject).toBe('Sluice 测试邮件');
  });

  it('goes to the own address when none is named, and there must be one', async () => {
    const person = await app.make.signedIn({ role: 10 });
    expect((await person.post(TEST_MAIL, {})).body.message).toBe('your account has no e-mail address, name a receiver');
    await giveEmail(app, person, 'own@site.example');
    expect((await person.post(TEST_MAIL, {})).body.success).toBe(true);
    await mails.waitFor('own@site.example');
  });

  it.each([
    'nobody',
    'a@site.example;b@site.example',
    'a@site.example\nb',
    '\ud800@site.example',
    `${'a'.repeat(300)}@site.example`,
  ])('does not go to %j', async to =>
    expect((await app.root.post(TEST_MAIL, { to })).body.message).toBe('invalid e-mail address'),
  );

  it('requires settings', async () => {
    await app.make.option('SMTPServer', '');
    expect((await app.root.post(TEST_MAIL, { to: 'a@site.example' })).body.message).toBe(
      'SMTP server is not configured',
    );
    await mails.configure(app);
  });

  it('is allowed only for callers who may change the settings', async () => {
    await mails.configure(trusting);
    const body = { to: 'rights@site.example' };
    expect((await trusting.admin.post(TEST_MAIL, body)).body.message).toBe('not permitted: insufficient permission');
    expect((await trusting.root.post(TEST_MAIL, body)).body.success).toBe(true);
    await mails.waitFor('rights@site.example');
  });

  it('is sent ten times in ten minutes to one caller', async () => {
    const person = await app.make.signedIn({ role: 10 });
    const ask = () => person.post(TEST_MAIL, { to: 'often@site.example' });
    for (let at = 0; at < 10; at += 1) expect((await ask()).body.success).toBe(true);
    expect((await ask()).status).toBe(429);
    expect(mails.to('often@site.example')).toHaveLength(10);
  });
});

function listening(server: Server): Promise<void> {
  return new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
}
