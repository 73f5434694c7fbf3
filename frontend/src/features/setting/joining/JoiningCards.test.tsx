import { Role, type RoleValue } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SettingScreen } from '../../../app/SettingScreen';
import { ok, startFakeServer } from '../../../test-support/fake-server';
import { makeUser, renderPage } from '../../../test-support/render-page';

async function start(texts: Readonly<Record<string, string>> = {}, role: RoleValue = Role.Root) {
  const server = startFakeServer({
    'GET /api/option/': ok(Object.entries(texts).map(([key, value]) => ({ key, value }))),
    'PUT /api/option/': ok(),
    'GET /api/status': ok({}),
    'GET /api/group/': ok(['default', 'vip']),
  });
  await renderPage(<SettingScreen />, { user: makeUser({ role }), at: '/setting?tab=system' });
  await screen.findByRole('button', { name: 'Refresh' });
  return server;
}

function cardOf(title: string) {
  const heading = screen.getByRole('heading', { name: title });
  return within(heading.closest<HTMLElement>('.draft-card') ?? document.body);
}

const CLAIMS = 'Rules for what the provider says';
const DOMAINS = 'Rules for domains';
const groupRule = '[{"claim":"groups","value":"staff","gives":"group","group":"vip"}]';

it('shows rules as rows, and saves a further one behind them', async () => {
  const server = await start({ OidcClaimRules: groupRule });
  const card = cardOf(CLAIMS);
  const first = within(card.getByRole('group', { name: 'Rule 1' }));
  expect(first.getByLabelText<HTMLInputElement>('Claim').value).toBe('groups');
  await waitFor(() => expect(first.getByLabelText<HTMLSelectElement>('Group').value).toBe('vip'));
  await userEvent.click(card.getByRole('button', { name: 'Add a rule' }));
  const second = within(card.getByRole('group', { name: 'Rule 2' }));
  await userEvent.type(second.getByLabelText('Claim'), 'realm_access.roles');
  await userEvent.type(second.getByLabelText('Text'), 'admin-*');
  await userEvent.selectOptions(second.getByLabelText('Gives'), 'role');
  await userEvent.selectOptions(second.getByLabelText('Role on this site'), '10');
  await userEvent.click(card.getByRole('button', { name: 'Save rules' }));
  await waitFor(() => expect(server.callsTo('PUT', '/api/option/')).toHaveLength(1));
  const { key, value } = server.callsTo('PUT', '/api/option/')[0]?.body as { key: string; value: string };
  expect([key, JSON.parse(value)]).toEqual([
    'OidcClaimRules',
    [
      { claim: 'groups', value: 'staff', gives: 'group', group: 'vip' },
      { claim: 'realm_access.roles', value: 'admin-*', gives: 'role', role: 10 },
    ],
  ]);
});

it('offers no role above administrator', async () => {
  await start({ OidcClaimRules: '[{"claim":"a","value":"b","gives":"role","role":10}]' });
  const roles = within(cardOf(CLAIMS).getByLabelText('Role on this site'));
  expect(roles.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['User', 'Administrator']);
});

it('names what is wrong at its field, and sends nothing', async () => {
  const server = await start();
  const card = cardOf(CLAIMS);
  await userEvent.click(card.getByRole('button', { name: 'Add a rule' }));
  await userEvent.click(card.getByRole('button', { name: 'Save rules' }));
  expect(card.getByText('Enter the path to a claim, of at most 10 names')).toBeTruthy();
  await userEvent.type(card.getByLabelText('Claim'), 'groups');
  expect(card.getByText('Enter the text that the claim has')).toBeTruthy();
  await userEvent.type(card.getByLabelText('Text'), 'x');
  await userEvent.selectOptions(card.getByLabelText('Gives'), 'team');
  await userEvent.type(card.getByLabelText('Team number'), 'seven');
  expect(card.getByText('Enter the number of a team, as its address shows it')).toBeTruthy();
  expect(server.callsTo('PUT', '/api/option/')).toEqual([]);
});

it('saves rules for domains in lower case, and removes one', async () => {
  const server = await start({
    EmailDomainRules: '[{"domain":"a.example","group":"vip","team":0},{"domain":"b.example","group":"vip","team":4}]',
  });
  const card = cardOf(DOMAINS);
  await userEvent.click(card.getByRole('button', { name: 'Remove rule 1' }));
  await userEvent.clear(card.getByLabelText('Domain'));
  await userEvent.type(card.getByLabelText('Domain'), '*.B.example');
  await userEvent.click(card.getByRole('button', { name: 'Save rules' }));
  await waitFor(() => expect(server.callsTo('PUT', '/api/option/')).toHaveLength(1));
  expect(server.callsTo('PUT', '/api/option/')[0]?.body).toEqual({
    key: 'EmailDomainRules',
    value: '[{"domain":"*.b.example","group":"vip","team":4}]',
  });
});

it('leaves claims and the way of registering to the super administrator', async () => {
  await start({ OidcClaimRules: groupRule }, Role.Admin);
  const card = cardOf(CLAIMS);
  expect(card.getByLabelText<HTMLInputElement>('Claim').disabled).toBe(true);
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Save rules' }).disabled).toBe(true);
  expect(card.queryByLabelText('Take back what no rule gives any more')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Open accounts by invitation only').disabled).toBe(true);
  expect(cardOf(DOMAINS).getByRole<HTMLButtonElement>('button', { name: 'Save rules' }).disabled).toBe(false);
});
