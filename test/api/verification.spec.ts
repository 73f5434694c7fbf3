import { VerificationCodes } from '@auth';
import { Database } from '@platform';
import { INVALID, logsOf, messageOf, SELF } from '../support/clients/accounts';
import { must } from '../support/clients/factories';
import { freshEmail, startMailScene, type MailScene } from '../support/scenes/mail-scene';

const TAKEN = 'this e-mail address is already taken';
const CODE_WRONG = 'verification code wrong or expired';
const INVALID_ADDRESS = 'invalid e-mail address';
const TOO_MANY = 'too many requests, please try again later';

let scene: MailScene;
beforeAll(async () => {
  scene = await startMailScene();
});
afterAll(() => scene?.close());
afterEach(() => {
  jest.restoreAllMocks();
  passedMs = 0;
});

function ask(email: string, visitor = scene.visitor()) {
  return visitor.get(`/api/verification?email=${encodeURIComponent(email)}`);
}

function bindPath(email: string, code: string) {
  return `/api/oauth/email/bind?email=${encodeURIComponent(email)}&code=${encodeURIComponent(code)}`;
}

/** The time that has passed for the limits, which use the monotonic clock. */
let passedMs = 0;

function pass(milliseconds: number): void {
  jest.restoreAllMocks();
  passedMs += milliseconds;
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
}

describe('asking for a code', () => {
  it('mails one to the address, in the language of the browser', async () => {
    const [english, chinese] = [freshEmail(), freshEmail()];
    await scene.app.make.option('SystemName', 'Sluice <&> Sons');
    expect((await ask(` ${english.toUpperCase()} `)).body).toEqual({ success: true, message: '' });
    await must(ask(chinese, scene.visitor({ 'accept-language': 'zh-CN,en;q=0.5' })));
    await scene.app.make.option('SystemName', 'Sluice');
    const mail = await scene.mail.waitFor(english);
    expect([mail.to, mail.subject]).toEqual([[english], 'Sluice <&> Sons e-mail verification']);
    expect(mail.html).toMatch(/<b [^>]*>[0-9a-f]{6}<\/b>/);
    expect(mail.html).toContain('Sluice &lt;&amp;&gt; Sons');
    expect(mail.html).toContain('valid for 10 minutes');
    const other = await scene.mail.waitFor(chinese);
    expect(other.subject).toBe('Sluice <&> Sons 邮箱验证');
    expect(other.text).toContain('10 分钟内有效');
  });

  it('leaves only a hash behind', async () => {
    const email = freshEmail();
    const code = await scene.codeFor(email);
    const rows = await scene.app.nest
      .get(Database)
      .read.query(`SELECT * FROM verification_codes WHERE code_key = '${email}'`);
    expect(rows).toHaveLength(1);
    expect(rows[0].code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0].code_hash).not.toContain(code);
  });

  it.each([
    ['nothing', '', INVALID],
    ['no address', 'nobody', INVALID_ADDRESS],
    ['two @', 'a@b@example.org', INVALID_ADDRESS],
    ['a second receiver', 'a@example.org,b@example.org', INVALID_ADDRESS],
    ['another second receiver', 'a@example.org;b@example.org', INVALID_ADDRESS],
    ['a header behind the address', 'a@example.org\r\nBcc: b@example.org', INVALID_ADDRESS],
    ['a header within quotes', '"a\r\nBcc: b@example.org"@example.org', INVALID_ADDRESS],
    ['an @ within quotes', '"a@b"@example.org', INVALID_ADDRESS],
    ['a name beside the address', 'A <a@example.org>', INVALID_ADDRESS],
    ['a sign nobody sees', 'a\u200b@example.org', INVALID_ADDRESS],
    ['51 characters', `${'a'.repeat(39)}@example.org`, INVALID_ADDRESS],
    ['300 characters', `${'a'.repeat(300)}@example.org`, INVALID],
  ])('refuses %s', async (_what, email, message) => {
    const offered = scene.mail.offeredCount;
    const answer = await ask(email);
    expect([answer.status, answer.body]).toEqual([200, { success: false, message }]);
    expect(scene.mail.offeredCount).toBe(offered);
  });

  it('refuses an address that was sent twice in one query', async () => {
    expect(await messageOf(scene.visitor().get('/api/verification?email=a@b.co&email=c@d.co'))).toBe(INVALID);
  });

  it('takes an address of 50 characters', async () => {
    const email = `${'a'.repeat(38)}@example.org`;
    expect(await scene.codeFor(email)).toMatch(/^[0-9a-f]{6}$/);
  });

  it('accepts only the listed domains, in any case, while the restriction is on', async () => {
    await scene.app.make.option('EmailDomainWhitelist', ' Example.ORG , other.org');
    await scene.app.make.option('EmailDomainRestrictionEnabled', true);
    const answers = [];
    for (const domain of ['EXAMPLE.org', 'sub.example.org', 'example.org.evil.com', 'evil.com']) {
      answers.push(await messageOf(ask(`member@${domain}`)));
    }
    await scene.app.make.option('EmailDomainRestrictionEnabled', false);
    const refused = 'the administrator has enabled an e-mail domain whitelist; your address is not allowed';
    expect(answers).toEqual(['', refused, refused, refused]);
  });

  it('refuses aliases while that restriction is on', async () => {
    await scene.app.make.option('EmailAliasRestrictionEnabled', true);
    const answers = [];
    for (const local of ['al+ias', 'al.ias', 'alias']) answers.push(await messageOf(ask(`${local}@example.org`)));
    await scene.app.make.option('EmailAliasRestrictionEnabled', false);
    const refused =
      'the administrator has enabled the e-mail alias restriction; your address contains special characters';
    expect(answers).toEqual([refused, refused, '']);
    expect(await messageOf(ask('al+ias@example.org'))).toBe('');
  });

  it('reports that an address is taken, also by a deleted account', async () => {
    const member = await scene.memberWithEmail();
    expect(await messageOf(ask(member.email.toUpperCase()))).toBe(TAKEN);
    await must(scene.app.root.post('/api/user/manage', { id: member.id, action: 'delete' }));
    expect(await messageOf(ask(member.email))).toBe(TAKEN);
  });

  it('reports that the mail was not sent, without the message of the mail server', async () => {
    scene.mail.refuseNext(550);
    const refused = await ask(freshEmail());
    expect(refused.body).toEqual({ success: false, message: 'the mail could not be sent, contact the administrator' });
    await scene.app.make.option('SMTPServer', '');
    const unconfigured = await messageOf(ask(freshEmail()));
    await scene.mail.configure(scene.app);
    expect(unconfigured).toBe('SMTP server is not configured');
  });
});

describe('the limits of mailed codes', () => {
  it('one client address may request two in 30 seconds, for any receivers', async () => {
    const visitor = scene.visitor();
    for (let call = 0; call < 2; call += 1) await must(ask(freshEmail(), visitor));
    const third = await ask(freshEmail(), visitor);
    expect([third.status, third.body.message]).toEqual([429, TOO_MANY]);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(20);
    expect(Number(third.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    pass(30_000);
    await must(ask(freshEmail(), visitor));
  });

  it('one mailbox gets one mail in 30 seconds, for requests from all addresses and in every spelling', async () => {
    const email = freshEmail();
    await scene.codeFor(email);
    for (const path of ['verification', 'reset_password']) {
      const again = await scene.visitor().get(`/api/${path}?email=${email.toUpperCase()}`);
      expect([again.status, again.body.message]).toEqual([429, TOO_MANY]);
    }
    pass(20_000); // and what the machine takes, which may be seconds
    expect((await ask(email)).status).toBe(429);
    pass(10_000);
    await must(ask(email));
    expect(scene.mail.to(email)).toHaveLength(2);
  });

  it('one mailbox gets ten mails a day', async () => {
    const email = freshEmail();
    for (let mail = 0; mail < 10; mail += 1) {
      await must(ask(email));
      pass(30_000);
    }
    const eleventh = await ask(email);
    expect(eleventh.status).toBe(429);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    pass(24 * 3_600_000);
    await must(ask(email));
  });

  it('a new code replaces the old one', async () => {
    const email = freshEmail();
    const old = await scene.codeFor(email);
    pass(30_000);
    const fresh = await scene.codeFor(email);
    const member = await scene.app.make.signedIn();
    expect(await messageOf(member.get(bindPath(email, old)))).toBe(CODE_WRONG);
    expect(await messageOf(member.get(bindPath(email, fresh)))).toBe('');
  });
});

describe('binding an address', () => {
  it('replaces the caller’s earlier address, with a log row that does not show it', async () => {
    const { id, username, password, email } = await scene.memberWithEmail();
    const member = await scene.visitor().signIn(username, password);
    const next = freshEmail();
    const code = await scene.codeFor(next);
    expect((await member.get(bindPath(` ${next.toUpperCase()} `, ` ${code.toUpperCase()} `))).body).toEqual({
      success: true,
      message: '',
    });
    expect(await must(member.get(SELF))).toMatchObject({ email: next });
    expect((await scene.visitor().signIn(next, password)).user?.id).toBe(id);
    await expect(scene.visitor().signIn(email, password)).rejects.toThrow('wrong user name');
    const rows = (await logsOf(scene.app, id)).slice(-2);
    expect(rows.map(row => [Number(row.type), row.content])).toEqual([
      [4, 'bound an e-mail address'],
      [4, 'bound an e-mail address'],
    ]);
    expect(await messageOf(member.get(bindPath(next, code)))).toBe(CODE_WRONG);
  });

  it('is for sessions only', async () => {
    const member = await scene.app.make.signedIn();
    const email = freshEmail();
    const path = bindPath(email, await scene.codeFor(email));
    expect((await scene.visitor().get(path)).status).toBe(401);
    const authorization = await must(member.get<string>('/api/user/token'));
    const holder = scene.visitor({ authorization, 'new-api-user': String(member.user?.id) });
    expect(await messageOf(holder.get(path))).toBe('this needs a signed-in session, not an access token');
    expect(await must(member.get(SELF))).toMatchObject({ email: '' });
    expect((await member.get(path)).body.success).toBe(true);
  });

  it.each([
    ['no code', (email: string) => bindPath(email, '')],
    ['no address', () => bindPath('', 'abcdef')],
    ['a code of another address', () => bindPath(freshEmail(), 'abcdef')],
    ['nothing at all', () => '/api/oauth/email/bind'],
  ])('refuses %s', async (_what, pathFor) => {
    const member = await scene.app.make.signedIn();
    expect(await messageOf(member.get(pathFor(freshEmail())))).toBe(CODE_WRONG);
  });

  it('refuses an address that another user took since the code was sent', async () => {
    const email = freshEmail();
    const path = bindPath(email, await scene.codeFor(email));
    const [first, second] = [await scene.app.make.signedIn(), await scene.app.make.signedIn()];
    await must(first.get(path));
    // The code is sent before the address is taken, as from another node a moment ago.
    const code = await scene.app.nest.get(VerificationCodes).issue({ purpose: 'v', email });
    expect(await messageOf(second.get(bindPath(email, code)))).toBe(TAKEN);
    expect(await must(second.get(SELF))).toMatchObject({ email: '' });
  });

  it('succeeds for one user when several send the same code at once', async () => {
    const email = freshEmail();
    const path = bindPath(email, await scene.codeFor(email));
    const members = await Promise.all(Array.from({ length: 4 }, () => scene.app.make.signedIn()));
    const answers = await Promise.all(members.map(member => member.get(path)));
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
    for (const { body } of answers.filter(answer => !answer.body.success)) {
      expect([CODE_WRONG, TAKEN]).toContain(body.message);
    }
  });
});

it('expired codes are removed, and only those', async () => {
  const [old, young] = [freshEmail(), freshEmail()];
  await scene.codeFor(old);
  await scene.age(10);
  await scene.codeFor(young);
  await scene.app.nest.get(VerificationCodes).removeExpired();
  const rows = await scene.app.nest.get(Database).read.query('SELECT code_key FROM verification_codes');
  expect(rows).toEqual([{ code_key: young }]);
});
