import { optionKeys, optionRow, SECRETS_SET_KEY, type LogEntry, type OptionEntry, type Page } from '@contracts';
import { Options } from '@option';
import { Database } from '@platform';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function save(key: string, value: unknown, who = app.root) {
  return who.put('/api/option/', { key, value });
}

async function listed(key: string): Promise<string | undefined> {
  const entries = await must(app.root.get<OptionEntry[]>('/api/option/'));
  return entries.find(entry => entry.key === key)?.value;
}

async function stored(key: string): Promise<string | undefined> {
  const rows: { option_value: string }[] = await app.nest
    .get(Database)
    .read.query(`SELECT option_value FROM options WHERE option_key = '${key}'`);
  return rows[0]?.option_value;
}

describe('the routes of the options', () => {
  it.each(['/api/option/', '/api/option'])('GET %s is open to administrators only', async path => {
    expect((await app.guest.get(path)).status).toBe(401);
    expect((await app.user.get(path)).body).toMatchObject({ success: false });
    expect((await app.admin.get(path)).body.success).toBe(true);
  });

  it('refuse guests and users who save', async () => {
    expect((await save('Notice', 'x', app.guest)).status).toBe(401);
    expect((await save('Notice', 'x', app.user)).body.message).toBe('not permitted: insufficient permission');
    expect(await stored('Notice')).toBeUndefined();
  });

  it('let administrators save all but the top-up link', async () => {
    expect((await save('Notice', 'hello', app.admin)).body).toEqual({ success: true, message: '' });
    expect((await save('TopUpLink', 'https://shop.example', app.admin)).body).toEqual({
      success: false,
      message: 'not permitted: insufficient permission',
    });
    expect((await save('TopUpLink', 'https://shop.example')).body.success).toBe(true);
  });
});

describe('the list of options', () => {
  it('holds every option but the secrets as text, sorted, with defaults', async () => {
    const entries = await must(app.admin.get<OptionEntry[]>('/api/option/'));
    const keys = entries.map(entry => entry.key);
    const expected = [...optionKeys.filter(key => !optionRow(key).secret), SECRETS_SET_KEY].sort();
    expect(keys).toEqual(expected);
    expect(entries.every(entry => typeof entry.value === 'string')).toBe(true);
    expect(await listed('Price')).toBe('7.3');
    expect(JSON.parse((await listed('ModelRatio')) ?? '')).toMatchObject({ 'gpt-4o': 1.25 });
  });

  it('names the secrets that are set, and never contains one', async () => {
    expect((await save('EpayKey', 'canary-merchant-key')).body.success).toBe(true);
    const answer = await app.root.get('/api/option/');
    expect(answer.text).not.toContain('canary-merchant-key');
    expect(await listed(SECRETS_SET_KEY)).toBe('["EpayKey"]');
    expect(await stored('EpayKey')).toMatch(/^v1\./);
    expect(app.nest.get(Options).current.EpayKey).toBe('canary-merchant-key');
  });

  it('does not name a secret that was saved empty', async () => {
    await save('EpayKey', '');
    expect(await listed(SECRETS_SET_KEY)).toBe('[]');
    expect(app.nest.get(Options).current.EpayKey).toBe('');
  });
});

describe('saving an option', () => {
  it('accepts numbers and truth values as text', async () => {
    await must(save('RetryTimes', 3));
    await must(save('RegisterEnabled', false));
    expect([await listed('RetryTimes'), await listed('RegisterEnabled')]).toEqual(['3', 'false']);
    expect(app.nest.get(Options).current.RetryTimes).toBe(3);
  });

  it.each([
    ['NoSuchOption', '1', 'unknown option'],
    ['toString', '1', 'unknown option'],
    ['Price', '-1', 'invalid value for Price'],
    ['Price', null, 'invalid value for Price'],
    ['Price', { a: 1 }, 'invalid value for Price'],
    ['RegisterEnabled', 'maybe', 'invalid value for RegisterEnabled'],
    ['ModelRatio', '{"gpt-4o":', 'invalid value for ModelRatio'],
    ['ModelRatio', '{"gpt-4o":-1}', 'invalid value for ModelRatio'],
    ['TopupGroupRatio', 'no json', 'top-up group ratio is not a valid JSON string'],
    ['GroupRatio', '{"default":1,"vip":-2}', 'group ratio must not be negative: vip'],
    ['GitHubOAuthEnabled', 'true', 'cannot enable GitHub OAuth, fill in client id and secret first'],
    ['TelegramOAuthEnabled', 'true', 'cannot enable Telegram OAuth, fill in the bot token first'],
    ['TurnstileCheckEnabled', true, 'cannot enable Turnstile, fill in its settings first'],
  ])('refuses %s = %j and changes nothing', async (key, value, message) => {
    const before = app.nest.get(Options).current;
    const text = await stored(key);
    const answer = await save(key, value);
    expect([answer.status, answer.body]).toEqual([200, { success: false, message }]);
    expect(app.nest.get(Options).current).toBe(before);
    expect(await stored(key)).toBe(text);
  });

  it('refuses the domain restriction while the list of domains is empty', async () => {
    await must(save('EmailDomainWhitelist', ' , '));
    expect((await save('EmailDomainRestrictionEnabled', 'true')).body.message).toBe(
      'cannot enable the e-mail domain restriction, fill in the domains first',
    );
    await must(save('EmailDomainWhitelist', 'A.example'));
    expect((await save('EmailDomainRestrictionEnabled', 'true')).body.success).toBe(true);
  });

  it('allows a switch once its settings are there', async () => {
    await must(save('GitHubClientId', 'Iv1.abc'));
    expect((await save('GitHubOAuthEnabled', 'true')).body.success).toBe(false);
    await must(save('GitHubClientSecret', 'canary-github'));
    expect((await save('GitHubOAuthEnabled', 'true')).body.success).toBe(true);
    expect((await save('PasswordLoginEnabled', 'false')).body.success).toBe(true);
    await must(save('PasswordLoginEnabled', 'true'));
    await must(save('GitHubOAuthEnabled', 'false'));
    expect((await save('PasswordLoginEnabled', 'false')).body.success).toBe(false);
  });

  it('responds with 400 to an unreadable body', async () => {
    const answer = await app.root.send('PUT', '/api/option/', '{"key":', { 'content-type': 'application/json' });
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message: 'invalid parameter' }]);
  });

  it('takes a page of HTML of several megabytes as it is', async () => {
    const html = `<p>${'x'.repeat(3_000_000)}</p>`;
    await must(save('HomePageContent', html));
    expect((await app.guest.get('/api/home_page_content')).body.data).toBe(html);
    await must(save('HomePageContent', ''));
  });

  it('stores parallel saves of different keys correctly', async () => {
    const values = Array.from({ length: 10 }, (_, at) =>
      ['QQContact', 'WeChatContact', 'ChatLink'].map(key => [key, `${key} ${at}`]),
    );
    const answers = await Promise.all(values.flat().map(([key, value]) => save(String(key), value)));
    expect(answers.every(answer => answer.body.success)).toBe(true);
    const { QQContact, WeChatContact, ChatLink } = app.nest.get(Options).current;
    expect([await stored('QQContact'), await stored('WeChatContact'), await stored('ChatLink')]).toEqual([
      QQContact,
      WeChatContact,
      ChatLink,
    ]);
  });
});

describe('the log row of an option', () => {
  const newest = async (): Promise<LogEntry | undefined> =>
    (await must(app.root.get<Page<LogEntry>>('/api/log/?p=1&type=3'))).items[0];

  it('names the option, both values and the actor', async () => {
    await must(save('SystemName', 'First', app.admin));
    await must(save('SystemName', 'Second', app.admin));
    expect(await newest()).toMatchObject({
      type: 3,
      user_id: app.admin.user?.id,
      username: app.admin.user?.username,
      content: 'changed option SystemName from "First" to "Second"',
    });
  });

  it('never holds the value of a secret', async () => {
    await must(save('SMTPToken', 'canary-mail'));
    expect((await newest())?.content).toBe('changed option SMTPToken (set)');
    const log = await app.root.get('/api/log/?p=1&page_size=100');
    expect(log.text).not.toMatch(/canary-/);
  });
});

describe('resetting the ratios to the shipped ones', () => {
  it('is for administrators', async () => {
    expect((await app.guest.post('/api/option/rest_model_ratio')).status).toBe(401);
    expect((await app.user.post('/api/option/rest_model_ratio')).body.success).toBe(false);
  });

  it('restores the model ratios only', async () => {
    await must(save('ModelRatio', '{"mine":9}'));
    await must(save('CompletionRatio', '{"mine":2}'));
    await must(save('ModelPrice', '{"mine-too":1}'));
    const answer = await app.admin.post('/api/option/rest_model_ratio');
    expect(answer.body).toEqual({ success: true, message: 'model ratios have been reset' });
    const { ModelRatio, CompletionRatio, ModelPrice } = app.nest.get(Options).current;
    expect(ModelRatio['gpt-4o']).toBe(1.25);
    expect([ModelRatio.mine, CompletionRatio, ModelPrice]).toEqual([undefined, { mine: 2 }, { 'mine-too': 1 }]);
  });
});

describe('a change made by another node', () => {
  it('is read with the next reload of the table, and a broken text there does no harm', async () => {
    const options = app.nest.get(Options);
    await must(save('MinTopUp', '2'));
    const { writer } = app.nest.get(Database);
    await writer.query(`UPDATE options SET option_value = '5' WHERE option_key = 'MinTopUp'`);
    await writer.query(`UPDATE options SET option_value = '{broken' WHERE option_key = 'ModelPrice'`);
    await options.reload();
    expect(options.current.MinTopUp).toBe(5);
    expect(options.current.ModelPrice).toEqual({ 'mine-too': 1 });
  });
});

describe('with ROOT_ONLY_OPTIONS', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({ environment: { ROOT_ONLY_OPTIONS: 'true' } });
  });
  afterAll(() => strict.close());

  it.each(['GitHubClientSecret', 'SMTPServer', 'PayAddress', 'RegisterEnabled', 'QuotaPerUnit'])(
    'keeps %s from administrators',
    async key => {
      const value = { PayAddress: 'https://pay.example', RegisterEnabled: 'true', QuotaPerUnit: '500000' }[key] ?? 'x';
      expect((await save(key, value, strict.admin)).body.success).toBe(false);
      expect((await save(key, value, strict.root)).body.success).toBe(true);
    },
  );

  it('leaves the other options to administrators', async () => {
    expect((await save('Notice', 'x', strict.admin)).body.success).toBe(true);
  });
});
