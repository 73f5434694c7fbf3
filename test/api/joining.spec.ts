import { type RegistrationCodeView, type SessionUser } from '@contracts';
import { Database, UnitOfWork } from '@platform';
import { type ClientAnswer } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { OidcProvider } from '../support/fakes/oidc-provider';
import { startGithub, startWechat, type GithubFake, type WechatFake } from '../support/fakes/oauth-fakes';
import { freshEmail, startMailScene, type MailScene } from '../support/scenes/mail-scene';
import { startOAuthScene, type OAuthScene } from '../support/scenes/oauth-scene';

const CODES = '/api/registration_code/';
const CONSOLE = 'https://console.example';
const PASSWORD = 'password-1';
const REQUIRED =
  'this site opens accounts by invitation only; register with your registration code, or ask an administrator for one';
const WRONG = 'this registration code does not exist; check it for typing errors, or ask whoever gave it to you';
const USED = 'this registration code has been used up; ask for a new one';

let scene: MailScene;
let github: GithubFake;
let wechat: WechatFake;
let provider: OidcProvider;
let browsers: OAuthScene;
beforeAll(async () => {
  [github, wechat, provider] = await Promise.all([
    startGithub(),
    startWechat(),
    OidcProvider.start(`${CONSOLE}/oauth/oidc`),
  ]);
  scene = await startMailScene(github.environment);
  browsers = await startOAuthScene(scene.app, '/api/oauth/github', github);
  for (const [key, value] of Object.entries({
    ...wechat.options,
    ServerAddress: CONSOLE,
    OidcClientId: 'sluice',
    OidcClientSecret: 'secret of sluice',
    OidcIssuer: provider.issuer,
    OidcEnabled: true,
  })) {
    await scene.app.make.option(key, value);
  }
});
afterAll(async () => {
  const { differences } = await scene.app.verifyLedger();
  await scene.close();
  await Promise.all([github.close(), wechat.close(), provider.stop()]);
  expect(differences).toEqual([]);
});

let people = 0;

function freshName(): string {
  return `joiner${++people}`;
}

async function make(fields: Record<string, unknown> = {}): Promise<RegistrationCodeView> {
  const [code] = await must(scene.app.admin.post<RegistrationCodeView[]>(CODES, { count: 1, uses_max: 1, ...fields }));
  if (!code) throw new Error('no code was made');
  return code;
}

function register(code: string | undefined, fields: Record<string, unknown> = {}): Promise<ClientAnswer> {
  const body = { username: freshName(), password: PASSWORD, registration_code: code, ...fields };
  return scene.visitor().post('/api/user/register', body);
}

async function selfOf(username: string): Promise<Record<string, unknown>> {
  const client = await scene.visitor().signIn(username, PASSWORD);
  return must(client.get<Record<string, unknown>>('/api/user/self'));
}

async function codeOf(id: number): Promise<RegistrationCodeView | undefined> {
  return (await must(scene.app.admin.get<RegistrationCodeView[]>(`${CODES}?page_size=100`))).find(row => row.id === id);
}

describe('an open site', () => {
  it('takes people without a code, and tells that it asks for none', async () => {
    expect((await register(undefined)).body).toEqual({ success: true, message: '' });
    const status = await must(scene.app.guest.get('/api/status'));
    expect(status).toMatchObject({ register_enabled: true, register_code_required: false });
  });

  it('gives what a code gives all the same, and refuses a wrong one', async () => {
    const { code } = await make({ quota: 700 });
    const username = freshName();
    expect((await register('abcd-efgh-jkmn-pqrs')).body.message).toBe(WRONG);
    await must(register(code, { username }));
    expect(await selfOf(username)).toMatchObject({ quota: 700, group: 'default' });
  });
});

describe('a site by invitation only', () => {
  beforeAll(() => scene.app.make.option('RegisterCodeRequired', true));
  afterAll(() => scene.app.make.option('RegisterCodeRequired', false));

  it('says so in its status, and refuses people without a code with what to do', async () => {
    const status = await must(scene.app.guest.get('/api/status'));
    expect(status).toMatchObject({ register_enabled: true, register_code_required: true });
    expect((await register(undefined)).body).toEqual({ success: false, message: REQUIRED });
    expect((await register('  ')).body.message).toBe(REQUIRED);
  });

  it('gives the group and the quota of the code, and writes down who used it', async () => {
    const made = await make({ group: 'vip', quota: 1_234, note: 'for friends', uses_max: 2 });
    const username = freshName();
    const typed = ` ${made.code.replaceAll('-', '').toUpperCase()} `;
    await must(register(typed, { username }));
    const self = await selfOf(username);
    expect(self).toMatchObject({ group: 'vip', quota: 1_234, role: 1 });
    expect(await codeOf(made.id)).toMatchObject({ uses: 1, uses_max: 2, status: 1, note: 'for friends' });
    const uses = await must(scene.app.admin.get(`${CODES}${made.id}/uses`));
    expect(uses).toEqual([{ user_id: self.id, username, used_time: expect.any(Number) }]);
    const client = await scene.visitor().signIn(username, PASSWORD);
    const { items } = await must(client.get<{ items: { content: string }[] }>('/api/log/self?p=0&page_size=20&type=4'));
    expect(items.map(({ content }) => content)).toEqual([
      expect.stringContaining(`gift of the registration code ${made.id}`),
      `opened the account with the registration code ${made.id}`,
    ]);
  });

  it('lets nobody in by a code that is used up, disabled, expired, deleted or unknown', async () => {
    const [spent, disabled, expired, deleted] = [await make(), await make(), await make(), await make()];
    await must(register(spent.code));
    await must(scene.app.admin.put(`${CODES}${disabled.id}`, { status: 2 }));
    await scene.app.nest
      .get(UnitOfWork)
      .run(manager => manager.query(`UPDATE registration_codes SET expires_at_ms = 1 WHERE id = ${expired.id}`));
    await must(scene.app.admin.delete(`${CODES}${deleted.id}`));
    const messages = [];
    for (const code of [spent.code, disabled.code, expired.code, deleted.code, 'no-code', 'x'.repeat(70)]) {
      messages.push((await register(code)).body.message);
    }
    expect(messages).toEqual([
      USED,
      'this registration code has been disabled; ask for a new one',
      'this registration code has expired; ask for a new one',
      WRONG,
      WRONG,
      WRONG,
    ]);
    await must(scene.app.admin.put(`${CODES}${disabled.id}`, { status: 1 }));
    expect((await register(disabled.code)).body.success).toBe(true);
  });

  it('keeps the use when the account could not be made', async () => {
    const { code, id } = await make();
    const taken = await scene.app.make.user();
    expect((await register(code, { username: taken.username })).body.success).toBe(false);
    expect(await codeOf(id)).toMatchObject({ uses: 0 });
    expect((await register(code)).body.success).toBe(true);
  });

  it('takes the code of an inviter for what it is: no way in', async () => {
    const aff = await must(scene.app.user.get<string>('/api/user/aff'));
    expect((await register(undefined, { aff_code: aff })).body.message).toBe(REQUIRED);
    expect((await register(aff)).body.message).toBe(WRONG);
    const { code } = await make();
    const username = freshName();
    await must(register(code, { username, aff_code: aff }));
    expect(await selfOf(username)).toMatchObject({ inviter_id: scene.app.user.user?.id });
  });

  it('lets people in by an invitation to a team, once, and makes them members', async () => {
    const owner = await scene.app.make.signedIn();
    const team = await must(owner.post<{ id: number }>('/api/team/', { name: 'The invited' }));
    const { code } = await must(owner.post<{ code: string }>(`/api/team/${team.id}/invitation`, { role: 2 }));
    const username = freshName();
    await must(register(code, { username }));
    const client = await scene.visitor().signIn(username, PASSWORD);
    expect(await must(client.get('/api/team/'))).toEqual([expect.objectContaining({ id: team.id, role: 2 })]);
    expect((await register(code)).body.message).toBe('this invitation does not exist, has been used, or has expired');
  });

  it('is closed to everybody while registration is closed', async () => {
    const { code } = await make();
    await scene.app.make.option('RegisterEnabled', false);
    const answer = await register(code);
    await scene.app.make.option('RegisterEnabled', true);
    expect(answer.body.message).toBe('the administrator has closed registration of new users');
  });
});

describe('the other ways to register, by invitation only', () => {
  beforeAll(() => scene.app.make.option('RegisterCodeRequired', true));
  afterAll(() => scene.app.make.option('RegisterCodeRequired', false));

  const github1 = async (code: string): Promise<ClientAnswer<SessionUser>> => {
    const browser = browsers.stranger();
    const state = await must(browser.get<string>(`/api/oauth/state?registration_code=${code}`));
    return browsers.arrive(browser, { code: github.newCode(), state });
  };
  const oidc = async (login: string, code: string): Promise<ClientAnswer<SessionUser>> => {
    const browser = browsers.stranger();
    const path = `/api/oauth/oidc/authorize?registration_code=${code}`;
    const { url } = await must(browser.get<{ url: string }>(path));
    return browser.get(`/api/oauth/oidc?${(await provider.walk(url, login)).toString()}`);
  };
  const wechat1 = (code: string): Promise<ClientAnswer<SessionUser>> =>
    browsers
      .stranger()
      .get(`/api/oauth/wechat?code=${wechat.codeFor(`person-${++people}`)}&registration_code=${code}`, {
        'new-api-user': '-1',
      });

  it('need a code at GitHub, which a known person does not', async () => {
    github.person = { id: 71, login: 'seventy-one' };
    expect((await github1('')).body.message).toBe(REQUIRED);
    const { code, id } = await make({ group: 'vip' });
    const first = await github1(code);
    expect(first.body.data).toMatchObject({ group: 'vip' });
    expect(await codeOf(id)).toMatchObject({ uses: 1 });
    expect((await github1('')).body.data?.id).toBe(first.body.data?.id);
  });

  it('tell a wrong code before the browser leaves for the provider', async () => {
    const { body } = await browsers.stranger().get('/api/oauth/state?registration_code=nothing');
    expect(body).toEqual({ success: false, message: WRONG });
    const begun = await browsers.stranger().get('/api/oauth/oidc/authorize?registration_code=nothing');
    expect(begun.body.message).toBe(WRONG);
  });

  it('need a code at an OpenID Connect provider', async () => {
    expect((await oidc('jo', '')).body.message).toBe(REQUIRED);
    const { code } = await make({ quota: 50 });
    const { body } = await oidc('jo', code);
    expect(body.success).toBe(true);
    expect((await oidc('jim', '')).body.message).toBe(REQUIRED);
  });

  it('need a code at WeChat', async () => {
    expect((await wechat1('')).body.message).toBe(REQUIRED);
    const { code } = await make();
    expect((await wechat1(code)).body.success).toBe(true);
  });
});

describe('the codes of administrators', () => {
  it('are made many at once, alike but for their text, and narrowed by state and note', async () => {
    const made = await must(
      scene.app.admin.post<RegistrationCodeView[]>(CODES, { count: 5, uses_max: 3, note: 'Batch Nine' }),
    );
    expect(new Set(made.map(({ code }) => code)).size).toBe(5);
    for (const { code } of made) expect(code).toMatch(/^([2-9a-hj-km-np-z]{4}-){3}[2-9a-hj-km-np-z]{4}$/);
    const [first, second] = made.map(({ id }) => id);
    await must(scene.app.admin.put(`${CODES}${first}`, { status: 2 }));
    const list = (query: string) =>
      must(scene.app.admin.get<RegistrationCodeView[]>(`${CODES}?page_size=100&${query}`));
    expect((await list('keyword=batch&state=disabled')).map(({ id }) => id)).toEqual([first]);
    expect(await list('keyword=batch%20nine&state=usable')).toHaveLength(4);
    expect((await list(`keyword=${made[1]?.code}`)).map(({ id }) => id)).toEqual([second]);
    expect(await list('keyword=batch&state=used')).toEqual([]);
  });

  it('are stored neither as texts nor in the logs', async () => {
    const { code } = await make();
    const database = scene.app.nest.get(Database).read;
    const rows = [
      ...(await database.query('SELECT * FROM registration_codes')),
      ...(await database.query('SELECT content, other FROM logs')),
    ];
    const text = JSON.stringify(rows);
    for (const shown of [code, code.replaceAll('-', '')]) expect(text).not.toContain(shown);
  });

  it.each([
    ['no codes', { count: 0, uses_max: 1 }],
    ['too many codes', { count: 101, uses_max: 1 }],
    ['no uses', { count: 1, uses_max: 0 }],
    ['negative quota', { count: 1, uses_max: 1, quota: -1 }],
    ['an unknown group', { count: 1, uses_max: 1, group: 'nobody knows it' }],
    ['an expiry in the past', { count: 1, uses_max: 1, expires_time: 1_000_000 }],
    ['a note with a control character', { count: 1, uses_max: 1, note: 'a\u0007b' }],
  ])('are refused with %s', async (_what, body) => {
    expect((await scene.app.admin.post(CODES, body)).body.success).toBe(false);
  });

  it('are asked for by administrators only, and the rule is root’s to set', async () => {
    expect((await scene.app.user.get(CODES)).body.success).toBe(false);
    const saved = await scene.app.admin.put('/api/option/', { key: 'RegisterCodeRequired', value: 'true' });
    expect(saved.body.message).toBe('not permitted: insufficient permission');
  });
});

describe('domains of mail addresses', () => {
  beforeAll(async () => {
    await scene.app.make.option('EmailVerificationEnabled', true);
  });
  afterEach(async () => {
    await scene.app.make.option('EmailDomainRestrictionEnabled', false);
    await scene.app.make.option('EmailDomainBlocklist', '');
    await scene.app.make.option('EmailDomainRules', '[]');
  });

  const ask = (email: string) => scene.visitor().get(`/api/verification?email=${encodeURIComponent(email)}`);
  const withMail = async (email: string, username = freshName()): Promise<string> => {
    const code = await scene.codeFor(email);
    await must(register(undefined, { username, email, verification_code: code }));
    return username;
  };

  it('are allowed and blocked by patterns', async () => {
    await scene.app.make.option('EmailDomainWhitelist', 'example.org, *.Campus.example');
    await scene.app.make.option('EmailDomainRestrictionEnabled', true);
    await scene.app.make.option('EmailDomainBlocklist', 'students.*');
    const messages = [];
    for (const domain of ['physics.campus.example', 'campus.example', 'students.campus.example', 'example.org']) {
      messages.push((await ask(`someone${++people}@${domain}`)).body.message);
    }
    expect(messages).toEqual([
      '',
      'the administrator has enabled an e-mail domain whitelist; your address is not allowed',
      'addresses of this domain are not accepted here; use another e-mail address',
      '',
    ]);
  });

  it('keep people out whose provider vouches for a blocked one', async () => {
    await scene.app.make.option('EmailDomainBlocklist', 'blocked.example');
    github.person = {
      id: 81,
      login: 'eighty-one',
      emails: [{ email: 'me@blocked.example', primary: true, verified: true }],
    };
    const answer = await browsers.comeBack(browsers.stranger());
    expect(answer.body.message).toBe('addresses of this domain are not accepted here; use another e-mail address');
  });

  it('give a group and a team at registration', async () => {
    const owner = await scene.app.make.signedIn();
    const team = await must(owner.post<{ id: number }>('/api/team/', { name: 'Campus' }));
    const rules = [
      { domain: 'other.example', group: 'svip', team: 0 },
      { domain: '*.campus.example', group: 'vip', team: team.id },
      { domain: '*', group: 'svip', team: 0 },
    ];
    await scene.app.make.option('EmailDomainRules', JSON.stringify(rules));
    const username = await withMail(`student${++people}@math.campus.example`);
    expect(await selfOf(username)).toMatchObject({ group: 'vip' });
    const client = await scene.visitor().signIn(username, PASSWORD);
    expect(await must(client.get('/api/team/'))).toEqual([expect.objectContaining({ id: team.id, role: 1 })]);
  });

  it('give a group with an address that is proved later, but not in the place of another group', async () => {
    await scene.app.make.option(
      'EmailDomainRules',
      JSON.stringify([{ domain: 'example.org', group: 'vip', team: 999_999 }]),
    );
    const plain = await scene.memberWithEmail(freshEmail());
    expect((await must(scene.app.admin.get<{ group: string }>(`/api/user/${plain.id}`))).group).toBe('vip');
    const { code } = await make({ group: 'svip' });
    const username = freshName();
    const email = freshEmail();
    await must(register(code, { username, email, verification_code: await scene.codeFor(email) }));
    expect(await selfOf(username)).toMatchObject({ group: 'svip' });
  });

  it.each([
    ['no list', '{}'],
    ['a domain with a blank', '[{"domain":"a b","group":"vip","team":0}]'],
    ['a rule that gives nothing', '[{"domain":"a.example","group":"","team":0}]'],
    ['two groups', '[{"domain":"a.example","group":"vip,svip","team":0}]'],
  ])('are refused as rules with %s', async (_what, value) => {
    const { body } = await scene.app.root.put('/api/option/', { key: 'EmailDomainRules', value });
    expect(body).toMatchObject({ success: false, message: 'invalid value for EmailDomainRules' });
  });
});
