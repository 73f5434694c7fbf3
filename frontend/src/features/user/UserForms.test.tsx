import { type AdminUser } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, type FakeServer } from '../../test-support/fake-server';
import { type Visit } from '../../test-support/scene';
import { ann, rowOfUser, visitUsers } from '../../test-support/user-scene';

function submit() {
  return userEvent.click(screen.getByRole('button', { name: 'Submit' }));
}

describe('the form of a new user', () => {
  it('sends nothing without name and password', async () => {
    const { server } = await visitUsers({ at: '/user/edit' });
    await submit();
    expect(await screen.findByText('The username must be 1 to 20 characters long')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Username/), 'eve');
    await submit();
    expect(await screen.findByText('The password must be 8 to 20 characters long')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/')).toEqual([]);
  });

  it('opens at its own address, sends the user, and returns to the same page of the table', async () => {
    const { server, history } = await visitUsers({ at: '/user?page=2' });
    await userEvent.click(screen.getByRole('button', { name: 'Add user' }));
    expect(history.location.pathname).toBe('/user/edit');
    await userEvent.type(screen.getByLabelText(/^Username/), 'eve');
    await userEvent.type(screen.getByLabelText(/^Password/), 'long enough');
    await submit();
    await waitFor(() => expect(history.location.pathname + history.location.search).toBe('/user?page=2'));
    const [call] = server.callsTo('POST', '/api/user/');
    expect(call?.body).toEqual({ username: 'eve', display_name: '', password: 'long enough' });
    await waitFor(() => expect(server.callsTo('GET', '/api/user/?')).toHaveLength(2));
  });

  it('keeps the typed text when the server refuses', async () => {
    const taken = { 'POST /api/user/': refused('user name already exists or has been deactivated') };
    const { errors, history } = await visitUsers({ at: '/user/edit', answers: taken });
    await userEvent.type(screen.getByLabelText(/^Username/), 'ann');
    await userEvent.type(screen.getByLabelText(/^Password/), 'long enough');
    await submit();
    await waitFor(() => expect(errors).toHaveLength(1));
    expect(screen.getByLabelText<HTMLInputElement>(/^Username/).value).toBe('ann');
    expect(history.location.pathname).toBe('/user/edit');
  });
});

describe('what was typed into the form of a user', () => {
  it('is there again after Escape, and gone after Cancel', async () => {
    const { history } = await visitUsers({ at: '/user' });
    const open = () => userEvent.click(screen.getByRole('button', { name: 'Add user' }));
    const isClosed = () => waitFor(() => expect(history.location.pathname).toBe('/user'));
    await open();
    await userEvent.type(screen.getByLabelText(/^Username/), 'eve');
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await open();
    expect(screen.getByText('What you had typed before is back.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Username/).value).toBe('eve');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await open();
    expect(screen.queryByText('What you had typed before is back.')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>(/^Username/).value).toBe('');
  });
});

describe('the form of an existing user', () => {
  const open = async (changes: Partial<AdminUser> = {}, options: Visit = {}) => {
    const fresh = { ...ann, ...changes };
    const page = await visitUsers({ at: '/user/edit/11', ...options, answers: { 'GET /api/user/11': ok(fresh) } });
    await screen.findByText('Edit user ann');
    return page;
  };
  const sent = (server: FakeServer) => server.callsTo('PUT', '/api/user/')[0]?.body;

  it("opens at its own address with the server's current values", async () => {
    await open({ quota: 42 });
    expect(screen.getByLabelText<HTMLInputElement>('Balance in units').value).toBe('42');
    expect(screen.getByText('ann@example.com', { selector: 'dd' })).toBeTruthy();
  });

  it('sends nothing when nothing was changed', async () => {
    const { server } = await open();
    await submit();
    expect((await screen.findAllByText('You seem not to have modified anything')).length).toBeGreaterThan(0);
    expect(sent(server)).toBeUndefined();
  });

  it('leaves the balance out when it was not edited', async () => {
    const { server, history } = await open();
    await userEvent.type(screen.getByLabelText(/^Personal message/), 'hello');
    await submit();
    await waitFor(() => expect(sent(server)).toEqual({ id: 11, message_penetration: 'hello' }));
    await waitFor(() => expect(history.location.pathname).toBe('/user'));
    await waitFor(() => expect(server.callsTo('GET', '/api/user/?')).toHaveLength(2));
  });

  it('sends an edited balance with the balance it began with', async () => {
    const { server } = await open({ quota: 900_000 });
    await userEvent.clear(screen.getByLabelText('Balance in units'));
    await userEvent.type(screen.getByLabelText('Balance in units'), '100');
    await submit();
    await waitFor(() => expect(sent(server)).toEqual({ id: 11, quota: 100, quota_loaded: 900_000 }));
  });

  it('offers the groups of the site and sends them in order', async () => {
    const { server } = await open({ group: 'default' });
    await userEvent.click(screen.getByLabelText(/^Groups/, { selector: 'input' }));
    await userEvent.click(within(await screen.findByRole('listbox')).getByText('vip'));
    await submit();
    await waitFor(() => expect(sent(server)).toEqual({ id: 11, group: 'default,vip' }));
  });

  it('says when a user may not be edited, and offers to try again', async () => {
    const denied = { 'GET /api/user/11': refused('no permission to read') };
    const { errors } = await visitUsers({ at: '/user/edit/11', answers: denied });
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    expect(errors).toEqual(['no permission to read']);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the quota dialog', () => {
  const open = async (fresh: Partial<AdminUser> = {}) => {
    const page = await visitUsers({ answers: { 'GET /api/user/11': ok({ ...ann, ...fresh }) } });
    await userEvent.click((await rowOfUser('ann')).getByRole('button', { name: 'Add quota to ann' }));
    return page;
  };

  it('shows the resulting balance, based on the current one', async () => {
    await open({ quota: 1_500_000 });
    expect((await screen.findAllByText('$3.00')).length).toBeGreaterThan(0);
    await userEvent.type(screen.getByLabelText(/^Units to add/), '250000');
    expect(screen.getByText('$3.50')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText(/^Units to add/));
    await userEvent.type(screen.getByLabelText(/^Units to add/), '-500000');
    expect(screen.getByText('$2.00', { selector: 'strong' })).toBeTruthy();
  });

  it('sends a difference with its reason', async () => {
    const { server } = await open();
    await userEvent.type(screen.getByLabelText(/^Units to add/), '250000');
    await userEvent.type(screen.getByLabelText(/^Reason/), ' invoice 17 ');
    await submit();
    await waitFor(() => expect(server.callsTo('PUT', '/api/user/')).toHaveLength(1));
    expect(server.callsTo('PUT', '/api/user/')[0]?.body).toEqual({
      id: 11,
      quota_delta: 250_000,
      reason: 'invoice 17',
    });
    await waitFor(() => expect(screen.queryByLabelText(/^Units to add/)).toBeNull());
  });

  it('sends nothing for an invalid amount, or for more than the balance', async () => {
    const { server } = await open();
    await submit();
    expect(await screen.findByText('The amount must be a whole number other than 0')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Units to add/), '-1000001');
    await submit();
    expect(await screen.findByText('The balance is not enough')).toBeTruthy();
    expect(server.callsTo('PUT', '/api/user/')).toEqual([]);
  });
});
