import { Role } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer } from '../../test-support/fake-server';
import { makeUser, renderPage } from '../../test-support/render-page';
import { rowsOfList, rowsOfMap, toNameList, toRatioMap, toTextMap } from './operation/group-rows';
import { isOptionText, toOptionText } from './option-card';
import { findPasswordFault } from './personal/password-rules';
import { tabsFor } from './setting-tabs';
import { SettingPage } from './SettingPage';

const options = [
  { key: 'RetryTimes', value: '0' },
  { key: 'QuotaPerUnit', value: '500000' },
  { key: 'ServerAddress', value: '' },
  { key: 'ModelRatio', value: '{"gpt-4o":1.25}' },
  { key: 'GroupRatio', value: '{"default":1}' },
];

const start = async (save = ok()) => {
  const server = startFakeServer({
    'GET /api/option/': ok(options),
    'PUT /api/option/': save,
    'GET /api/status': ok({}),
  });
  const user = makeUser({ role: Role.Admin });
  await renderPage(<SettingPage />, { user, at: '/setting?tab=operation' });
  const heading = await screen.findByText('General settings');
  const card = within(heading.closest('form') ?? document.body);
  return { server, card };
};

describe('the settings page', () => {
  it('shows administrators the tabs that users do not see', () => {
    expect(tabsFor(Role.User).map(({ id }) => id)).toEqual(['personal']);
    expect(tabsFor(Role.Admin).map(({ id }) => id)).toContain('operation');
  });

  it('sends one call for each changed option and none for the others', async () => {
    const { server, card } = await start();
    await userEvent.clear(card.getByLabelText('Retries after a failure'));
    await userEvent.type(card.getByLabelText('Retries after a failure'), '3');
    await userEvent.type(card.getByLabelText('Server address'), 'https://api.example.com/');
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/option/')).toHaveLength(2));
    expect(server.callsTo('PUT', '/api/option/').map(({ body }) => body)).toEqual([
      { key: 'ServerAddress', value: 'https://api.example.com' },
      { key: 'RetryTimes', value: '3' },
    ]);
    expect(await screen.findByText('Saved')).toBeTruthy();
  });

  it('sends nothing when nothing was changed, and says so', async () => {
    const { server, card } = await start();
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('You seem not to have modified anything')).toBeTruthy();
    expect(server.callsTo('PUT', '/api/option/')).toEqual([]);
  });

  it('sends nothing while a value is out of range', async () => {
    const { server, card } = await start();
    await userEvent.clear(card.getByLabelText('Retries after a failure'));
    await userEvent.type(card.getByLabelText('Retries after a failure'), '11');
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please check input')).toBeTruthy();
    expect(server.callsTo('PUT', '/api/option/')).toEqual([]);
  });

  it('tells when a save was refused', async () => {
    const { card } = await start(refused('invalid value for RetryTimes'));
    await userEvent.type(card.getByLabelText('Retries after a failure'), '1');
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Save failed, please retry')).toBeTruthy();
  });
});

describe('option texts', () => {
  it.each([
    ['RetryTimes', '0', true],
    ['RetryTimes', '10', true],
    ['RetryTimes', '11', false],
    ['RetryTimes', '-1', false],
    ['RetryTimes', '1.5', false],
    ['RetryTimes', '', false],
    ['DataExportInterval', '0', false],
    ['QuotaPerUnit', '0', false],
    ['QuotaPerUnit', '0.5', true],
    ['ModelRatio', '{', false],
    ['ServerAddress', 'nowhere', false],
    ['ServerAddress', '', true],
  ] as const)('%s may be "%s": %s', (key, text, isFine) => {
    expect(isOptionText(key, text)).toBe(isFine);
  });

  it('are sent without trailing slashes and blanks', () => {
    expect(toOptionText('ServerAddress', 'https://a.example.com// ')).toBe('https://a.example.com');
    expect(toOptionText('RetryTimes', ' 3 ')).toBe('3');
    expect(toOptionText('Footer', ' <b> ')).toBe(' <b> ');
  });
});

describe('rows of groups', () => {
  it('come from objects and lists, and from damaged options as none', () => {
    expect(rowsOfMap('{"vip":0.8}')).toEqual([{ name: 'vip', value: '0.8' }]);
    expect(rowsOfList('["vip"]')).toEqual([{ name: 'vip', value: '' }]);
    expect(rowsOfMap('oops')).toEqual([]);
    expect(rowsOfList('{}')).toEqual([]);
  });

  it('lose those that are empty on one side', () => {
    const rows = [
      { name: ' vip ', value: ' VIP ' },
      { name: '', value: 'x' },
      { name: 'y', value: ' ' },
    ];
    expect(toTextMap(rows)).toBe('{"vip":"VIP"}');
  });

  it('read ratios as numbers and refuse what is none', () => {
    expect(toRatioMap([{ name: 'vip', value: '0.80' }])).toBe('{"vip":0.8}');
    expect(toRatioMap([{ name: 'vip', value: 'free' }])).toBeNull();
    expect(toRatioMap([{ name: 'vip', value: '-1' }])).toBeNull();
  });

  it('name hidden groups once each', () => {
    expect(
      toNameList([
        { name: 'a', value: '' },
        { name: ' a', value: '' },
        { name: '', value: '' },
      ]),
    ).toBe('["a"]');
  });
});

describe('a new password', () => {
  it.each([
    ['1234567', '1234567', 'length'],
    ['12345678', '12345678', null],
    ['x'.repeat(20), 'x'.repeat(20), null],
    ['x'.repeat(21), 'x'.repeat(21), 'length'],
    ['12345678', '12345679', 'mismatch'],
  ])('"%s" with repetition "%s" has the fault %s', (password, repeated, fault) => {
    expect(findPasswordFault(password, repeated)).toBe(fault);
  });
});
