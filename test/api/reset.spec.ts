import { VerificationCodes } from '@auth';
import { Database, Logger, UnitOfWork } from '@platform';
import { INVALID, logsOf, messageOf, SELF } from '../support/clients/accounts';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { freshEmail, startMailScene, type MailScene } from '../support/scenes/mail-scene';

const RESET = '/api/user/reset';
const LINK_INVALID = 'the reset link is invalid or has expired';
const SITE = 'https://gateway.example/base';

let scene: MailScene;
beforeAll(async () => {
  scene = await startMailScene();
  await scene.app.make.option('ServerAddress', `${SITE}/`);
});
afterAll(() => scene?.close());
afterEach(() => jest.restoreAllMocks());

function ask(email: string, headers: Record<string, string> = {}) {
  return scene.visitor().get(`/api/reset_password?email=${encodeURIComponent(email)}`, headers);
}

function reset(email: string, token: string) {
  return scene.visitor().post<string>(RESET, { email, token });
}

/** Requests a link and reads address and token from the mail, as a browser would. */
async function linkFor(email: string): Promise<{ readonly email: string; readonly token: string }> {
  await must(ask(email));
  const url = new URL(/^.*?(https:\S+)$/m.exec((await scene.mail.waitFor(email)).text)?.[1] ?? '');
  return { email: url.searchParams.get('email') ?? '', token: url.searchParams.get('token') ?? '' };
}

/** The row of a mailed token; it exists as soon as the work behind the response is done. */
function rowOf(email: string) {
  return scene.app.nest
    .get(Database)
    .read.query(`SELECT * FROM verification_codes WHERE purpose = 'r' AND code_key = '${email}'`);
}

describe('asking for a reset link', () => {
  it('mails one that leads to the configured address, for any host in the request', async () => {
    const { email } = await scene.memberWithEmail('ann+alias@example.org');
    const host = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', origin: 'https://evil.example' };
    expect((await ask(email, host)).body).toEqual({ success: true, message: '' });
    const mail = await scene.mail.waitFor(email);
    expect([mail.to, mail.subject]).toEqual([[email], 'Sluice password reset']);
    const link = new RegExp(
      `^Reset password: (${SITE}/user/reset\\?email=ann%2Balias%40example\\.org&token=[0-9a-f]{32})$`,
      'm',
    );
    const url = link.exec(mail.text)?.[1] ?? 'no link';
    expect(mail.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
    expect(mail.html).toContain(`>${url.replaceAll('&', '&amp;')}</p>`);
    expect(mail.text).toContain('within 10 minutes');
    expect(mail.raw).not.toContain('evil.example');
  });

  it('writes in the language of the browser', async () => {
    const { email } = await scene.memberWithEmail();
    await must(ask(email, { 'accept-language': 'zh' }));
    expect((await scene.mail.waitFor(email)).subject).toBe('Sluice 密码重置');
  });

  it('gives the same response for active, unknown, banned and deleted accounts, and writes only to the first', async () => {
    const [member, banned, deleted] = [
      await scene.memberWithEmail(),
      await scene.memberWithEmail(),
      await scene.memberWithEmail(),
    ];
    await must(scene.app.root.post('/api/user/manage', { id: banned.id, action: 'disable' }));
    await must(scene.app.root.post('/api/user/manage', { id: deleted.id, action: 'delete' }));
    const stranger = freshEmail();
    const emails = [stranger, banned.email, deleted.email, member.email];
    for (const email of emails) expect((await ask(email)).body).toEqual({ success: true, message: '' });
    for (const email of emails)
      await eventually(
        () => rowOf(email),
        rows => rows.length === 1,
      );
    await scene.mail.waitFor(member.email);
    expect(emails.map(email => scene.mail.to(email).length)).toEqual([0, 0, 0, 1]);
  });

  it('does its work after the response', async () => {
    const { email } = await scene.memberWithEmail();
    const codes = scene.app.nest.get(VerificationCodes);
    const issue = codes.issue.bind(codes);
    let release = (): void => undefined;
    const held = new Promise<void>(resolve => (release = resolve));
    jest.spyOn(codes, 'issue').mockImplementation(async key => {
      await held;
      return issue(key);
    });
    expect((await ask(email)).body.success).toBe(true);
    expect(await rowOf(email)).toEqual([]);
    release();
    await eventually(
      () => rowOf(email),
      rows => rows.length === 1,
    );
  });

  it('succeeds also when no mail can be sent', async () => {
    const { email } = await scene.memberWithEmail();
    const error = jest.spyOn(scene.app.nest.get(Logger), 'error');
    scene.mail.refuseNext(550);
    expect((await ask(email)).body).toEqual({ success: true, message: '' });
    await eventually(
      () => Promise.resolve(error.mock.calls.map(([, message]) => message)),
      messages => messages.includes('a mail could not be sent'),
    );
    expect(await rowOf(email)).toHaveLength(1);
  });

  it('writes no mail and one error line while no address is configured', async () => {
    const { email } = await scene.memberWithEmail();
    const error = jest.spyOn(scene.app.nest.get(Logger), 'error');
    await scene.app.make.option('ServerAddress', '');
    const answer = await ask(email);
    await eventually(
      () => Promise.resolve(error.mock.calls.length),
      calls => calls > 0,
    );
    await scene.app.make.option('ServerAddress', SITE);
    expect(answer.body).toEqual({ success: true, message: '' });
    expect(error.mock.calls.map(([, message]) => message)).toEqual([
      'no reset mail was sent: set ServerAddress, to which its link leads',
    ]);
    expect(await rowOf(email)).toEqual([]);
  });

  it.each(['', 'nobody', 'a@b@example.org', '"a\r\nBcc: x@y.z"@example.org'])(
    'refuses the address "%s"',
    async email => {
      expect((await ask(email)).body).toEqual({ success: false, message: INVALID });
    },
  );
});

describe('a reset link', () => {
  it('gives a new password once, ends all sessions and keeps the access token', async () => {
    const member = await scene.memberWithEmail();
    const browser = await scene.visitor().signIn(member.username, member.password);
    const authorization = await must(browser.get<string>('/api/user/token'));
    const { email, token } = await linkFor(member.email);
    const answer = await reset(` ${email.toUpperCase()} `, token);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const password = answer.body.data ?? '';
    expect(password).toMatch(/^[2-9A-HJ-NP-Za-km-z]{16}$/);
    expect((await browser.get(SELF)).status).toBe(401);
    await expect(scene.visitor().signIn(member.username, member.password)).rejects.toThrow('wrong user name');
    expect((await scene.visitor().signIn(member.username, password)).user?.id).toBe(member.id);
    const holder = scene.visitor({ authorization, 'new-api-user': String(member.id) });
    expect((await holder.get(SELF)).status).toBe(200);
    expect(await messageOf(reset(email, token))).toBe(LINK_INVALID);
    expect((await logsOf(scene.app, member.id)).at(-1)?.content).toBe('set a new password by e-mail');
  });

  it('leaves token and password nowhere in the database', async () => {
    const member = await scene.memberWithEmail();
    const { email, token } = await linkFor(member.email);
    const before = JSON.stringify(await rowOf(email));
    const password = await must(reset(email, token));
    const { read } = scene.app.nest.get(Database);
    const after = JSON.stringify([await read.query('SELECT * FROM users'), await read.query('SELECT * FROM logs')]);
    expect(before).toContain(email);
    expect(before).not.toContain(token);
    expect(after).toContain(member.username);
    expect(after).not.toContain(password);
  });

  it.each([
    ['works until ten minutes are over', 9.9, true],
    ['does not work any more after ten minutes', 10, false],
  ])('%s', async (_what, minutes, works) => {
    const { email, token } = await linkFor((await scene.memberWithEmail()).email);
    await scene.age(minutes);
    const { body } = await reset(email, token);
    expect([body.success, body.message]).toEqual([works, works ? '' : LINK_INVALID]);
  });

  it('is for its own address and purpose only', async () => {
    const [one, other] = [await scene.memberWithEmail(), await scene.memberWithEmail()];
    const { email, token } = await linkFor(one.email);
    await linkFor(other.email);
    expect(await messageOf(reset(other.email, token))).toBe(LINK_INVALID);
    expect(await messageOf(reset(freshEmail(), token))).toBe(LINK_INVALID);
    const code = await scene.codeFor(freshEmail());
    expect(await messageOf(reset(email, code))).toBe(LINK_INVALID);
    expect((await reset(email, token)).body.success).toBe(true);
  });

  it.each([
    [4, true],
    [5, false],
  ])('after %s wrong tokens: works is %s', async (tries, works) => {
    const { email, token } = await linkFor((await scene.memberWithEmail()).email);
    for (let attempt = 0; attempt < tries; attempt += 1) {
      expect(await messageOf(reset(email, `${attempt}`.padStart(32, '0')))).toBe(LINK_INVALID);
    }
    expect((await reset(email, token)).body.success).toBe(works);
  });

  it('gives one password when it is followed several times at once', async () => {
    const member = await scene.memberWithEmail();
    const { email, token } = await linkFor(member.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => reset(email, token)));
    const winners = answers.filter(answer => answer.body.success);
    expect(winners).toHaveLength(1);
    expect((await scene.visitor().signIn(member.username, winners[0]?.body.data ?? '')).user?.id).toBe(member.id);
  });

  it('is invalid once its owner is banned, deleted or has another address', async () => {
    const [banned, deleted, moved] = [
      await scene.memberWithEmail(),
      await scene.memberWithEmail(),
      await scene.memberWithEmail(),
    ];
    const links = [await linkFor(banned.email), await linkFor(deleted.email), await linkFor(moved.email)];
    await must(scene.app.root.post('/api/user/manage', { id: banned.id, action: 'disable' }));
    await must(scene.app.root.post('/api/user/manage', { id: deleted.id, action: 'delete' }));
    const sql = `UPDATE users SET email = '${freshEmail()}' WHERE id = ${moved.id}`;
    await scene.app.nest.get(UnitOfWork).run(manager => manager.query(sql));
    for (const { email, token } of links) expect(await messageOf(reset(email, token))).toBe(LINK_INVALID);
    expect((await scene.visitor().signIn(moved.username, moved.password)).user?.id).toBe(moved.id);
  });

  it('changes no other account', async () => {
    const [member, neighbour] = [await scene.memberWithEmail(), await scene.memberWithEmail()];
    const browser = await scene.visitor().signIn(neighbour.username, neighbour.password);
    const { email, token } = await linkFor(member.email);
    await must(reset(email, token));
    expect((await browser.get(SELF)).status).toBe(200);
    expect((await scene.visitor().signIn(neighbour.username, neighbour.password)).user?.id).toBe(neighbour.id);
  });

  it.each([
    ['no body', undefined],
    ['no token', { email: 'a@example.org' }],
    ['no address', { token: '0'.repeat(32) }],
    ['blanks', { email: ' ', token: ' ' }],
    ['a token that is no text', { email: 'a@example.org', token: 7 }],
    ['a list of addresses', { email: ['a@example.org'], token: '0'.repeat(32) }],
  ])('is refused as an invalid parameter when called with %s', async (_what, body) => {
    expect(await messageOf(scene.visitor().post(RESET, body))).toBe(INVALID);
  });
});

it('a confirmed reset link is mailed also when the server ends at the same moment', async () => {
  const ending = await startMailScene();
  await ending.app.make.option('ServerAddress', SITE);
  const { email } = await ending.memberWithEmail();
  await must(ending.visitor().get(`/api/reset_password?email=${email}`));
  await ending.close();
  expect(ending.mail.to(email)).toHaveLength(1);
});
