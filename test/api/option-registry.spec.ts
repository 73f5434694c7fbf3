import { optionKeys, optionRow, type OptionEntry } from '@contracts';
import { Options } from '@option';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function listed(client = app.admin): Promise<Readonly<Record<string, string>>> {
  const entries = await must(client.get<OptionEntry[]>('/api/option/'));
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}

function save(key: string, value: unknown) {
  return app.admin.put('/api/option/', { key, value });
}

/** The defaults that the console has always known, as texts; secrets are empty and not listed. */
const groups = '{"default":1,"vip":1,"svip":1}';
const defaults: Readonly<Record<string, readonly string[]>> = {
  true: [
    ...['PasswordLoginEnabled', 'PasswordRegisterEnabled', 'RegisterEnabled', 'DisplayInCurrencyEnabled'],
    ...['DisplayTokenStatEnabled', 'DrawingEnabled', 'MjForwardUrlEnabled', 'MjActionCheckSuccessEnabled'],
    ...['CheckSensitiveEnabled', 'CheckSensitiveOnPromptEnabled', 'CheckSensitiveOnCompletionEnabled'],
    ...['StopOnSensitiveEnabled', 'LogConsumeEnabled', 'DataExportEnabled', 'TaskEnabled', 'EpayEnabled'],
  ],
  false: [
    ...['EmailVerificationEnabled', 'EmailDomainRestrictionEnabled', 'EmailAliasRestrictionEnabled'],
    ...['GitHubOAuthEnabled', 'LinuxDoOAuthEnabled', 'WeChatAuthEnabled', 'TelegramOAuthEnabled'],
    ...['TurnstileCheckEnabled', 'SMTPSSLEnabled', 'DefaultCollapseSidebar', 'MonitorLinkEnabled', 'StatusPageEnabled'],
    ...['AutomaticDisableChannelEnabled', 'AutomaticEnableChannelEnabled', 'MjNotifyEnabled'],
    ...['MjAccountFilterEnabled', 'MjModeClearEnabled', 'StripeEnabled', 'ManualPaymentEnabled'],
    ...['RegisterCodeRequired', 'OidcClaimsTakeBack'],
  ],
  '': [
    ...['GitHubClientId', 'LinuxDoClientId', 'WeChatServerAddress', 'WeChatAccountQRCodeImageURL', 'TelegramBotName'],
    ...['TurnstileSiteKey', 'SMTPServer', 'SMTPAccount', 'SMTPFrom', 'ServerAddress', 'WorkerUrl', 'PayAddress'],
    ...['EpayId', 'CustomCallbackAddress', 'TopUpLink', 'Notice', 'About', 'HomePageContent', 'DebugDocument'],
    ...['TokenChannelDescription', 'TopupAffiliate', 'Footer', 'Logo', 'badgeContent', 'badgeColor', 'ChatLink'],
    ...['ChatLink2', 'QQContact', 'WeChatContact', 'MonitorLink', 'SensitiveWords', 'TopupPresets', 'PayTaxName'],
    'ManualPaymentInstructions',
    'EmailDomainBlocklist',
  ],
  '0': [
    'LinuxDoMinLevel',
    'ChannelTestFrequency',
    'ChannelUpdateFrequency',
    'QuotaForNewUser',
    'QuotaForInviter',
    'QuotaForInvitee',
    'StreamCacheQueueLength',
    'PayTaxPercent',
  ],
  '1': ['MinTopUp'],
  '2': ['RetryTimes'],
  '5': ['ChannelDisableThreshold', 'DataExportInterval', 'ChannelQueueSeconds'],
  '7.3': ['Price'],
  '100': ['BonusPerDay', 'ChannelQueueLength'],
  '7': ['TokenExpiryRemindDays'],
  '500': ['PreConsumedQuota'],
  '587': ['SMTPPort'],
  '1000': ['QuotaRemindThreshold'],
  '5000': ['MinQuota'],
  '100000': ['MaxQuota'],
  '500000': ['QuotaPerUnit'],
  hour: ['DataExportDefaultTime'],
  Sluice: ['SystemName'],
  '{}': [
    ...['GroupDisplayNames', 'GroupRateLimits', 'ModelRateLimits', 'GroupRoutingStrategies'],
    ...['ModelAliases', 'ModelChains', 'CreateCacheHourRatio', 'SearchPrice', 'TagCosts', 'TopupBonusSteps'],
    'PriceRules',
  ],
  never: ['ReportMailRhythm'],
  CNY: ['PayCurrency'],
  '[]': ['HiddenGroups', 'Manufacturers', 'SecretsSet', 'EmailDomainRules', 'OidcClaimRules'],
  'openid profile email': ['OidcScopes'],
  'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com': ['EmailDomainWhitelist'],
  [groups]: ['TopupGroupRatio'],
};
const secrets = [
  ...['EpayKey', 'GitHubClientSecret', 'LinuxDoClientSecret', 'SMTPToken', 'TelegramBotToken', 'TurnstileSecretKey'],
  ...['WeChatServerToken', 'WorkerValidKey', 'StripeSecretKey', 'StripeWebhookSecret'],
];

describe('the registry of options', () => {
  it.each(Object.entries(defaults))('has the default "%s" for its options', async (text, keys) => {
    const list = await listed();
    expect(keys.map(key => [key, list[key]])).toEqual(keys.map(key => [key, text]));
  });

  it('has the shipped tables as defaults of the ratios', async () => {
    const list = await listed();
    expect(JSON.parse(list.GroupRatio ?? '')).toEqual(JSON.parse(groups));
    for (const key of ['ModelRatio', 'CompletionRatio', 'ModelPrice']) {
      expect(Object.keys(JSON.parse(list[key] ?? '') as object).length).toBeGreaterThan(0);
    }
  });

  it('lists the same to an administrator and to root, and no secret', async () => {
    expect(await listed(app.admin)).toEqual(await listed(app.root));
    const list = await listed(app.root);
    expect(secrets.filter(key => key in list)).toEqual([]);
    expect(optionKeys.filter(key => optionRow(key).secret)).toEqual(expect.arrayContaining(secrets));
  });

  it('names the secrets that have a value, sorted, without one that was emptied', async () => {
    await must(save('WorkerValidKey', 'canary-worker'));
    await must(save('SMTPToken', 'canary-mail'));
    expect((await listed()).SecretsSet).toBe('["SMTPToken","WorkerValidKey"]');
    await must(save('SMTPToken', ''));
    expect((await listed()).SecretsSet).toBe('["WorkerValidKey"]');
  });

  it.each([
    ['LinuxDoMinLevel', [0, 4], [-1, 5, 1.5]],
    ['SMTPPort', [1, 65_535], [0, 65_536]],
    ['MinTopUp', [1], [0]],
    ['Price', [0, 0.01], [-0.01, 'much']],
    ['QuotaPerUnit', [0.5, 500_000], [0, -1]],
    ['RetryTimes', [0, 10], [-1, 11]],
    ['DataExportInterval', [1], [0]],
    ['ChannelDisableThreshold', [0, 2.5], [-1]],
    ['BonusPerDay', [0], [-1, 0.5]],
    ['SystemName', ['x', '好'.repeat(50)], ['', ' ', 'x'.repeat(51), 'two\nlines']],
    ['MonitorLink', ['', 'https://up.example/a'], ['javascript:alert(1)', 'up.example']],
    ['ServerAddress', ['', 'http://a.example'], ['a.example', 'ftp://a.example']],
    ['SMTPFrom', ['', 'a@b.example'], ['nobody']],
    ['SMTPServer', ['', 'smtp.example.com', '127.0.0.1', '[::1]'], ['https://smtp.example.com', 'two words']],
    ['TelegramBotToken', ['', `123456789:${'aB3_-'.repeat(7)}`], ['secret', '123456:', ':abcdefgh', '12 34:abcdefgh']],
    ['DataExportDefaultTime', ['hour', 'day', 'week'], ['', 'month']],
    ['GroupRatio', ['{"default":0}'], ['{"vip":1}', '{"default":1,"a,b":1}', '{"default":"1"}', '[]']],
    ['GroupDisplayNames', ['{"vip":"VIP"}'], ['{"vip":1}', '[]']],
    [
      'GroupRoutingStrategies',
      ['{"vip":"fastest","default":"weighted"}', '{"vip":"least_busy"}', '{"vip":"cheapest"}'],
      ['{"vip":"best"}', '[]'],
    ],
    ['TopupPresets', ['', '10', '5, 20,50'], ['0', '1.5', 'ten', '1,2,3,4,5,6,7,8,9']],
    ['TopupBonusSteps', ['{}', '{"10":2.5,"100":100}'], ['{"0":5}', '{"10":101}', '{"x":1}', '[]']],
    ['PayCurrency', ['USD', 'JPY'], ['', 'usd', 'XXX']],
    ['PayTaxPercent', [0, 8.25, 100], [-1, 101]],
    ['RetryStatusCodes', ['', '429, 500-599', '404'], ['abc', '99', '600', '500-400', '4xx']],
    ['ModelAliases', ['{}', '{"smart":"gpt-4o"}'], ['{"a":"b","b":"c"}', '{"a":"a"}', '{"a":""}', '{"a":1}', '[]']],
    [
      'ModelChains',
      ['{"*":{"a":["b","c"]}}', '{"vip":{"a":["b"]},"*":{}}'],
      [
        '{"a":["b"]}',
        '{"*":{"a":[]}}',
        '{"*":{"a":["a"]}}',
        '{"*":{"a":["b","b"]}}',
        '{"*":{"a":[1]}}',
        '{"*":{"a":"b"}}',
      ],
    ],
    [
      'PriceRules',
      ['{}', '{"m":{"tiers":[{"above":5,"prices":{"ModelRatio":1}}]}}'],
      ['{"m":{}}', '{"m":{"tiers":[{"above":5}]}}', '{"m":{"windows":[{"zone":"UTC","from":"1","to":"2"}]}}', '[]'],
    ],
    ['HiddenGroups', ['["vip"]'], ['{}', '[1]', 'vip']],
    ['GroupRateLimits', ['{"vip":{"rpm":5,"rpd":0}}'], ['[]', '{"vip":5}', '{"vip":{"rps":5}}', '{"vip":{"rpm":-1}}']],
    ['ModelRateLimits', ['{"m":{"tpm":5,"concurrency":2}}'], ['{"m":{"tpm":1.5}}', '{"m":{"tpm":1000000001}}']],
    ['RegisterEnabled', [true, 'false', 'true'], ['TRUE', '1', 1]],
  ] as const)('accepts for %s every allowed value and no other', async (key, allowed, refused) => {
    for (const value of allowed) expect([value, (await save(key, value)).body.success]).toEqual([value, true]);
    const before = app.nest.get(Options).current;
    for (const value of refused) expect([value, (await save(key, value)).body.success]).toEqual([value, false]);
    expect(app.nest.get(Options).current).toBe(before);
  });

  it.each([
    ['ServerAddress', ' https://a.example/x// ', 'https://a.example/x'],
    ['PayAddress', 'https://pay.example/', 'https://pay.example'],
    ['HiddenGroups', '["vip", "svip", "vip"]', '["vip","svip"]'],
    ['TelegramBotName', '@my_bot', 'my_bot'],
    ['EmailDomainWhitelist', ' A.example ,,b.example', 'a.example,b.example'],
    ['EmailDomainBlocklist', ' *.A.example ,,b.example', '*.a.example,b.example'],
    ['SensitiveWords', ' one \n\n two ', 'one\ntwo'],
  ])('keeps %s = %j as %j', async (key, typed, kept) => {
    await must(save(key, typed));
    expect((await listed())[key]).toBe(kept);
  });

  it('does not compare the limits of the check-in with each other, because they are saved one by one', async () => {
    await must(save('MinQuota', 9_000_000));
    await must(save('MaxQuota', 10));
    expect(app.nest.get(Options).current).toMatchObject({ MinQuota: 9_000_000, MaxQuota: 10 });
  });
});

describe('a body without a readable key', () => {
  it.each([[{}], [{ value: 'x' }], [{ key: 5, value: 'x' }], [{ key: null }], [[]]])('%j is refused', async body => {
    const answer = await app.root.put('/api/option/', body);
    expect([answer.status, answer.body]).toEqual([200, { success: false, message: 'invalid parameter' }]);
  });
});

describe('with ROOT_ONLY_OPTIONS=true', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({ environment: { ROOT_ONLY_OPTIONS: 'true' } });
  });
  afterAll(() => strict.close());

  const kept = [
    ...secrets,
    ...['PasswordLoginEnabled', 'PasswordRegisterEnabled', 'RegisterEnabled', 'EmailVerificationEnabled'],
    ...['GitHubOAuthEnabled', 'LinuxDoOAuthEnabled', 'WeChatAuthEnabled', 'TelegramOAuthEnabled'],
    ...['TurnstileCheckEnabled', 'GitHubClientId', 'LinuxDoClientId', 'LinuxDoMinLevel', 'WeChatServerAddress'],
    ...['TelegramBotName', 'TurnstileSiteKey', 'SMTPServer', 'SMTPPort', 'SMTPAccount', 'SMTPFrom', 'SMTPSSLEnabled'],
    ...['ServerAddress', 'WorkerUrl', 'PayAddress', 'EpayId', 'CustomCallbackAddress', 'Price', 'QuotaPerUnit'],
    ...['OidcIssuer', 'OidcClientId', 'OidcClientSecret', 'OidcEnabled', 'TopUpLink'],
    ...['RegisterCodeRequired', 'EmailDomainRules', 'OidcScopes', 'OidcClaimRules', 'OidcClaimsTakeBack'],
  ];

  it('keeps every option through which accounts or money could be reached from administrators', async () => {
    const refused = 'not permitted: insufficient permission';
    for (const key of kept) {
      const { body } = await strict.admin.put('/api/option/', { key, value: 'x' });
      expect([key, body.message]).toEqual([key, refused]);
    }
    expect(await listed(strict.admin)).toEqual(await listed(strict.root));
  });

  it('leaves the other options to administrators, and all to root', async () => {
    for (const key of ['Notice', 'SystemName', 'ChatLink']) {
      await must(strict.admin.put('/api/option/', { key, value: 'mine' }));
    }
    await must(strict.root.put('/api/option/', { key: 'EpayId', value: '1001' }));
    await must(strict.admin.post('/api/option/rest_model_ratio'));
  });
});
