import { Database } from '@platform';
import { EXISTS, INVALID, logsOf, messageOf, SELF, wholeOf } from '../support/clients/accounts';
import { must } from '../support/clients/factories';
import { freshEmail, startMailScene, type MailScene } from '../support/scenes/mail-scene';

const REGISTER = '/api/user/register';
const CODE_WRONG = 'verification code wrong or expired';
const EMAIL_REQUIRED = 'e-mail verification is required, please enter e-mail address and code';
const PASSWORD = 'password-1';
const NAME_LENGTH = 'invalid input: username must be 1 to 20 characters long';
const NAME_CHARACTERS =
  'invalid input: username must not contain blanks, control characters, invisible characters or @';
const PASSWORD_LENGTH = 'invalid input: password must be 8 to 20 characters long';

let scene: MailScene;
beforeAll(async () => {
  scene = await startMailScene();
});
afterAll(async () => {
  const { differences } = await scene.app.verifyLedger();
  await scene?.close();
  expect(differences).toEqual([]);
});

let people = 0;

function freshName(): string {
  return `newcomer${++people}`;
}

function register(body: unknown) {
  return scene.visitor().post(REGISTER, body);
}

async function registered(fields: Record<string, unknown> = {}): Promise<number> {
  const username = freshName();
  await must(register({ username, password: PASSWORD, ...fields }));
  return (await scene.visitor().signIn(username, PASSWORD)).user?.id ?? 0;
}

describe('registering', () => {
  it('creates an ordinary account without a session', async () => {
    const username = freshName();
    const answer = await register({ username: ` ${username} `, password: PASSWORD, password2: PASSWORD });
    expect(answer.body).toEqual({ success: true, message: '' });
    expect([answer.headers.getSetCookie(), answer.headers.get('cache-control')]).toEqual([[], 'no-store']);
    const newcomer = await scene.visitor().signIn(username, PASSWORD);
    expect(await must(newcomer.get(SELF))).toMatchObject({
      username,
      display_name: username,
      role: 1,
      status: 1,
      group: 'default',
      email: '',
      quota: 0,
      inviter_id: 0,
      aff_code: expect.stringMatching(/^[0-9A-Za-z]{4}$/),
    });
  });

  it('ignores role, quota, group and every other field that is not part of the form', async () => {
    const wants = { id: 1, role: 100, status: 2, quota: 5_000_000, group: 'vip', aff_quota: 7, aff_count: 9 };
    const more = {
      inviter_id: 1,
      inviterId: 1,
      display_name: 'Boss',
      github_id: 'x',
      access_token: 'y',
      email: 'a@b.co',
    };
    const id = await registered({ ...wants, ...more, message_penetration: 'z', DeletedAt: '2026-01-01T00:00:00Z' });
    const account = await wholeOf(scene.app, id);
    expect(account).toMatchObject({ role: 1, status: 1, quota: 0, group: 'default', aff_quota: 0, aff_count: 0 });
    expect(account).toMatchObject({
      inviter_id: 0,
      github_id: '',
      email: '',
      message_penetration: '',
      DeletedAt: null,
    });
    expect(account.display_name).toBe(account.username);
  });

  it.each([
    ['no name', { username: '', password: PASSWORD }, NAME_LENGTH],
    ['a blank name', { username: '   ', password: PASSWORD }, NAME_LENGTH],
    ['no fields', {}, NAME_LENGTH],
    ['a name of 21 characters', { username: 'x'.repeat(21), password: PASSWORD }, NAME_LENGTH],
    ['a name that looks like an address', { username: 'root@site.org', password: PASSWORD }, NAME_CHARACTERS],
    ['a name with a line break', { username: 'a\r\nb', password: PASSWORD }, NAME_CHARACTERS],
    ['a password of 7 characters', { username: 'somebody', password: 'x'.repeat(7) }, PASSWORD_LENGTH],
    ['a password of 21 characters', { username: 'somebody', password: 'x'.repeat(21) }, PASSWORD_LENGTH],
    ['a name that is a number', { username: 7, password: PASSWORD }, 'invalid input: username must be a string'],
    ['a NUL in the name', { username: 'a\0b', password: PASSWORD }, INVALID],
    [
      'two different passwords',
      { username: 'somebody', password: PASSWORD, password2: 'password-2' },
      'the two passwords entered do not match',
    ],
    [
      'an empty second password',
      { username: 'somebody', password: PASSWORD, password2: '' },
      'the two passwords entered do not match',
    ],
    ['a body that is no JSON', '{"username":', INVALID],
  ])('refuses %s', async (_what, body, message) => {
    const answer = await register(body);
    expect([answer.status, answer.body]).toEqual([200, { success: false, message }]);
  });

  it('takes the longest name and the shortest and longest passwords', async () => {
    const longest = `${'ä'.repeat(16)}${Date.now() % 10_000}`.padEnd(20, 'x');
    for (const [username, password] of [
      [longest, 'x'.repeat(8)],
      [freshName(), 'ß'.repeat(20)],
    ] as const) {
      await must(register({ username, password, password2: null, aff_code: null }));
      expect((await scene.visitor().signIn(username, password)).user?.username).toBe(username);
    }
  });

  it('refuses a name that a user has or had, in any spelling', async () => {
    const [taken, deleted] = [await scene.app.make.user(), await scene.app.make.user()];
    await must(scene.app.root.post('/api/user/manage', { id: deleted.id, action: 'delete' }));
    for (const username of [taken.username, taken.username.toUpperCase(), deleted.username]) {
      expect(await messageOf(register({ username, password: PASSWORD }))).toBe(EXISTS);
    }
  });

  it('gives a contested name to one of several', async () => {
    const username = freshName();
    const answers = await Promise.all(Array.from({ length: 6 }, () => register({ username, password: PASSWORD })));
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
    expect(answers.filter(answer => answer.body.message === EXISTS)).toHaveLength(5);
  });

  it('reports first that registration is closed, and whether only by password', async () => {
    await scene.app.make.option('PasswordRegisterEnabled', false);
    const byPassword = await messageOf(register({ username: '' }));
    await scene.app.make.option('RegisterEnabled', false);
    const forAll = await messageOf(register({ username: '' }));
    await scene.app.make.option('RegisterEnabled', true);
    await scene.app.make.option('PasswordRegisterEnabled', true);
    expect(byPassword).toBe(
      'the administrator has closed registration by password, please register through a third-party account',
    );
    expect(forAll).toBe('the administrator has closed registration of new users');
  });
});

describe('an invitation', () => {
  const GIFTS = { QuotaForNewUser: 1000, QuotaForInvitee: 200, QuotaForInviter: 50 };
  const setGifts = async (gifts: Record<string, number>): Promise<void> => {
    for (const [key, value] of Object.entries(gifts)) await scene.app.make.option(key, value);
  };
  afterEach(() => setGifts({ QuotaForNewUser: 0, QuotaForInvitee: 0, QuotaForInviter: 0 }));

  it('is rewarded on both sides, with three rows in the logs', async () => {
    await setGifts(GIFTS);
    const inviter = await registered();
    const aff_code = (await wholeOf(scene.app, inviter)).aff_code;
    const invited = await registered({ aff_code });
    expect(await wholeOf(scene.app, invited)).toMatchObject({ quota: 1200, inviter_id: inviter });
    const rewarded = { quota: 1000, aff_quota: 50, aff_history_quota: 50, aff_count: 1 };
    expect(await wholeOf(scene.app, inviter)).toMatchObject(rewarded);
    const rows = [...(await logsOf(scene.app, invited)), ...(await logsOf(scene.app, inviter)).slice(1)];
    expect(rows.map(row => [Number(row.type), row.content.replace(/ [^a-z]+.*$/, '')])).toEqual([
      [4, 'new user gift'],
      [4, 'gift for using an invite code'],
      [4, 'reward for inviting a user'],
    ]);
  });

  it('counts also where nothing is given', async () => {
    const inviter = await registered();
    await registered({ aff_code: (await wholeOf(scene.app, inviter)).aff_code });
    expect(await wholeOf(scene.app, inviter)).toMatchObject({ aff_count: 1, aff_quota: 0, quota: 0 });
  });

  it('by an unknown code is no invitation, and no error', async () => {
    await setGifts(GIFTS);
    for (const aff_code of ['', 'nobody', 'x'.repeat(5000)]) {
      expect(await wholeOf(scene.app, await registered({ aff_code }))).toMatchObject({ quota: 1000, inviter_id: 0 });
    }
  });
});

describe('while addresses are verified', () => {
  beforeAll(() => scene.app.make.option('EmailVerificationEnabled', true));
  afterAll(() => scene.app.make.option('EmailVerificationEnabled', false));

  const withCode = (email: string, verification_code: string, username = freshName()) =>
    register({ username, password: PASSWORD, email, verification_code });

  it('a code opens an account with its address, once', async () => {
    const email = freshEmail();
    const code = await scene.codeFor(email);
    const username = freshName();
    await must(withCode(` ${email.toUpperCase()} `, ` ${code.toUpperCase()} `, username));
    const newcomer = await scene.visitor().signIn(email, PASSWORD);
    expect(await must(newcomer.get(SELF))).toMatchObject({ username, email });
    expect(await messageOf(withCode(email, code))).toBe(CODE_WRONG);
  });

  it('address and code are both required', async () => {
    const email = freshEmail();
    for (const fields of [
      {},
      { email },
      { verification_code: 'abcdef' },
      { email: '  ', verification_code: 'abcdef' },
    ]) {
      expect(await messageOf(register({ username: freshName(), password: PASSWORD, ...fields }))).toBe(EMAIL_REQUIRED);
    }
  });

  it('field rules come before the code, and the code before the name', async () => {
    const { username } = await scene.app.make.user();
    expect(await messageOf(withCode(freshEmail(), '000000', 'x'.repeat(21)))).toBe(NAME_LENGTH);
    expect(await messageOf(withCode(freshEmail(), '000000', username))).toBe(CODE_WRONG);
  });

  it('a name that is taken costs no second mail', async () => {
    const email = freshEmail();
    const code = await scene.codeFor(email);
    const { username } = await scene.app.make.user();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await messageOf(withCode(email, code, username))).toBe(EXISTS);
    }
    expect((await withCode(email, code)).body.success).toBe(true);
  });

  it('a code is invalid for another address or another purpose', async () => {
    const [email, other] = [freshEmail(), freshEmail()];
    const code = await scene.codeFor(email);
    await scene.codeFor(other);
    expect(await messageOf(withCode(other, code))).toBe(CODE_WRONG);
    expect(await messageOf(scene.visitor().post('/api/user/reset', { email, token: code }))).toBe(
      'the reset link is invalid or has expired',
    );
    expect((await withCode(email, code)).body.success).toBe(true);
  });

  it.each([
    ['fits until ten minutes are over', 9.9, ''],
    ['does not fit any more after ten minutes', 10, CODE_WRONG],
  ])('a code %s', async (_what, minutes, message) => {
    const email = freshEmail();
    const code = await scene.codeFor(email);
    await scene.age(minutes);
    expect(await messageOf(withCode(email, code))).toBe(message);
  });

  it.each([
    [4, ''],
    [5, CODE_WRONG],
  ])('after %s wrong attempts the right code gets the response "%s"', async (tries, message) => {
    const email = freshEmail();
    const code = await scene.codeFor(email);
    for (let attempt = 0; attempt < tries; attempt += 1) {
      expect(await messageOf(withCode(email, `wrong${attempt}`))).toBe(CODE_WRONG);
    }
    expect(await messageOf(withCode(email, code))).toBe(message);
  });

  it('guessing in parallel gets no further attempt', async () => {
    const email = freshEmail();
    const code = await scene.codeFor(email);
    const guesses = Array.from({ length: 12 }, (_, attempt) => withCode(email, `wrong${attempt}`));
    expect(await Promise.all(guesses.map(messageOf))).toEqual(Array.from({ length: 12 }, () => CODE_WRONG));
    const sql = `SELECT attempts FROM verification_codes WHERE code_key = '${email}'`;
    expect(await scene.app.nest.get(Database).read.query(sql)).toEqual([{ attempts: 5 }]);
    expect(await messageOf(withCode(email, code))).toBe(CODE_WRONG);
  });

  it('two registrations with one code open one account', async () => {
    const email = freshEmail();
    const code = await scene.codeFor(email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => withCode(email, code)));
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
    for (const { body } of answers.filter(answer => !answer.body.success)) {
      expect([EXISTS, CODE_WRONG]).toContain(body.message);
    }
  });
});
