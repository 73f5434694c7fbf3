import { Role } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer, type FakeAnswer, type SeenCall } from '../../test-support/fake-server';
import { makeUser, renderPage } from '../../test-support/render-page';
import { rowsOfList, rowsOfMap, toNameList, toRatioMap, toTextMap } from './group/group-rows';
import { toOptionText } from './option-card';
import { findPasswordFault } from '../account/password-rules';
import { tabsFor } from './setting-tabs';
import { SettingScreen } from '../../app/SettingScreen';

const options = [
  { key: 'RetryTimes', value: '0' },
  { key: 'QuotaPerUnit', value: '500000' },
  { key: 'QuotaForNewUser', value: '0' },
  { key: 'QuotaForInviter', value: '0' },
  { key: 'ModelRatio', value: '{"gpt-4o":1.25}' },
  { key: 'GroupRatio', value: '{"default":1}' },
];

async function start(save: FakeAnswer | ((call: SeenCall) => FakeAnswer) = ok()) {
  const server = startFakeServer({
    'GET /api/option/': ok(options),
    'PUT /api/option/': save,
    'GET /api/status': ok({}),
  });
  const user = makeUser({ role: Role.Admin });
  await renderPage(<SettingScreen />, { user, at: '/setting?tab=operation' });
  const heading = await screen.findByText('Quota settings');
  const card = within(heading.closest('form') ?? document.body);
  return { server, card };
}

describe('the settings page', () => {
  it('shows administrators the tabs that are hidden from users', () => {
    expect(tabsFor(Role.User).map(({ id }) => id)).toEqual(['personal']);
    expect(tabsFor(Role.Admin).map(({ id }) => id)).toEqual([
      'personal',
      'operation',
      'system',
      'other',
      'group',
      'model',
      'maxapi',
    ]);
  });

  it('shows users their own account, whichever tab the address names', async () => {
    startFakeServer({ 'GET /api/status': ok({}) });
    await renderPage(<SettingScreen />, { user: makeUser(), at: '/setting?tab=system' });
    expect(await screen.findByRole('tab', { name: 'Personal settings', selected: true })).toBeTruthy();
    expect(screen.getAllByRole('tab')).toHaveLength(1);
  });

  it('keeps the typed text when another tab is opened', async () => {
    const { card } = await start();
    await userEvent.type(card.getByLabelText('Reward for the inviter'), '7');
    await userEvent.click(screen.getByRole('tab', { name: 'About' }));
    expect(await screen.findByText('Changelog')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Operation settings' }));
    expect(card.getByLabelText<HTMLInputElement>('Reward for the inviter').value).toBe('07');
  });

  it('sends one call for each changed option and none for the others', async () => {
    const { server, card } = await start();
    const first = card.getByLabelText('Initial quota of a new user');
    await userEvent.clear(first);
    await userEvent.type(first, '3');
    await userEvent.clear(card.getByLabelText('Reward for the inviter'));
    await userEvent.type(card.getByLabelText('Reward for the inviter'), '2000');
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/option/')).toHaveLength(2));
    expect(server.callsTo('PUT', '/api/option/').map(({ body }) => body)).toEqual([
      { key: 'QuotaForNewUser', value: '3' },
      { key: 'QuotaForInviter', value: '2000' },
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
    await userEvent.clear(card.getByLabelText('Reward for the inviter'));
    await userEvent.type(card.getByLabelText('Reward for the inviter'), '90071992547409930');
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please check input')).toBeTruthy();
    expect(screen.getByText('QuotaForInviter must be at most 1000000000000')).toBeTruthy();
    expect(server.callsTo('PUT', '/api/option/')).toEqual([]);
  });

  it('reports a refused save, also when only one of two was refused', async () => {
    const refusal = refused('invalid value for QuotaForInviter');
    const isRefused = ({ body }: SeenCall) => (body as { readonly key: string }).key === 'QuotaForInviter';
    const { card } = await start(call => (isRefused(call) ? refusal : ok()));
    await userEvent.type(card.getByLabelText('Reward for the inviter'), '1');
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Save failed, please retry')).toBeTruthy();
    await userEvent.type(card.getByLabelText('Initial quota of a new user'), '1');
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Partial save failed, please retry')).toBeTruthy();
  });
});

describe('option texts', () => {
  it('are sent without trailing slashes and blanks', () => {
    expect(toOptionText('ServerAddress', 'https://a.example.com// ')).toBe('https://a.example.com');
    expect(toOptionText('RetryTimes', ' 03 ')).toBe('3');
    expect(toOptionText('Footer', ' <b> ')).toBe(' <b> ');
    expect(toOptionText('SystemName', ' Weir ')).toBe('Weir');
  });

  it('are sent unchanged when they are JSON, or when the server will refuse them', () => {
    expect(toOptionText('TopupGroupRatio', ' {"vip": 1}\n')).toBe(' {"vip": 1}\n');
    expect(toOptionText('ServerAddress', 'nowhere/')).toBe('nowhere/');
  });

  it('are sent in the form in which the server keeps them', () => {
    expect(toOptionText('EmailDomainWhitelist', ' A.com, b.com,,a.com')).toBe('a.com,b.com');
    expect(toOptionText('TelegramBotName', ' @weir_bot')).toBe('weir_bot');
    expect(toOptionText('SensitiveWords', ' one \n\n two')).toBe('one\ntwo');
  });
});

describe('the rows of groups', () => {
  it('are read from objects and lists, and damaged options give none', () => {
    expect(rowsOfMap('{"vip":0.8}')).toEqual([{ name: 'vip', value: '0.8' }]);
    expect(rowsOfList('["vip"]')).toEqual([{ name: 'vip', value: '' }]);
    expect(rowsOfMap('oops')).toEqual([]);
    expect(rowsOfList('{}')).toEqual([]);
  });

  it('are dropped when one side is empty', () => {
    const rows = [
      { name: ' vip ', value: ' VIP ' },
      { name: '', value: 'x' },
      { name: 'y', value: ' ' },
    ];
    expect(toTextMap(rows)).toBe('{"vip":"VIP"}');
  });

  it('are read with ratios as numbers, and a ratio that is no number is refused', () => {
    expect(toRatioMap([{ name: 'vip', value: '0.80' }])).toBe('{"vip":0.8}');
    expect(toRatioMap([{ name: 'vip', value: 'free' }])).toBeNull();
    expect(toRatioMap([{ name: 'vip', value: '-1' }])).toBeNull();
  });

  it('name each hidden group once', () => {
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
