import { Role, type TokenTemplate } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test-support/fake-server';
import { dialogWith, visitPage } from '../../test-support/scene';
import { TokenPage } from './TokenPage';

const team: TokenTemplate = {
  id: 5,
  name: 'team',
  is_site: true,
  remain_quota: 900_000,
  unlimited_quota: false,
  expires_in_seconds: -1,
  model_limits_enabled: true,
  model_limits: 'gpt-4o',
  ip_limits: '',
  rate_limit_enabled: false,
  rate_limit_interval: 60,
  rate_limit_count: 10,
  rpm_limit: 5,
  tpm_limit: 0,
  max_concurrency: 0,
  rpd_limit: 0,
  default_model: 'gpt-4o',
  group: 'default',
};

async function openForm(role: typeof Role.User | typeof Role.Admin = Role.User) {
  const scene = await visitPage({
    page: <TokenPage />,
    at: '/token',
    role,
    answers: {
      'GET /api/token/': ok([], { total: 0 }),
      'POST /api/token/': ok(),
      'GET /api/token_template/': ok([team]),
      'POST /api/token_template/': ok(team),
      'DELETE /api/token_template/5/': ok(),
      'GET /api/groups/token': ok({ default: 'Default group' }),
      'GET /api/user/models': ok(['gpt-4o']),
      'GET /api/token-channel-description': ok(''),
      'GET /api/debug-document': ok(''),
    },
  });
  const [add] = await screen.findAllByRole('button', { name: 'Add token' });
  if (add) await userEvent.click(add);
  await userEvent.click(await screen.findByRole('button', { name: 'Templates' }));
  return scene;
}

describe('the templates of the token form', () => {
  it('fill the form, and the token is created with their values', async () => {
    const { server } = await openForm();
    await userEvent.click(await screen.findByRole('menuitem', { name: /^team/ }));
    await userEvent.type(screen.getByLabelText('Name'), 'laptop');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/token/')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/token/')[0]?.body).toMatchObject({
      name: 'laptop',
      group: 'default',
      remain_quota: 900_000,
      model_limits: 'gpt-4o',
      rpm_limit: 5,
      default_model: 'gpt-4o',
    });
  });

  it('are saved from the values of the form, by administrators also for everybody', async () => {
    const { server } = await openForm(Role.Admin);
    await userEvent.click(await screen.findByRole('menuitem', { name: /^team/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Templates' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save these values as a template…' }));
    const dialog = await dialogWith('Name of the template');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Please enter a name')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText(/^Name of the template/), 'team');
    await userEvent.click(dialog.getByLabelText('Offer it to everybody'));
    expect(dialog.getByText('It replaces the template of this name.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/token_template/')).toHaveLength(1));
    const { expires_in_seconds: _never, id: _id, ...expected } = team;
    expect(server.callsTo('POST', '/api/token_template/')[0]?.body).toMatchObject({
      ...expected,
      expires_in_seconds: -1,
    });
    expect(server.callsTo('POST', '/api/token/')).toEqual([]);
  });
});
