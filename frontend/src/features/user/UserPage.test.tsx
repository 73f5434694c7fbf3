import { Role } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, type FakeAnswer } from '../../test-support/fake-server';
import { dialogWith } from '../../test-support/scene';
import { rowOfUser, visitUsers } from '../../test-support/user-scene';

/** Opens the menu with the further actions for a user. */
async function openMenu(name: string) {
  await userEvent.click((await rowOfUser(name)).getByRole('button', { name: `More about ${name}` }));
  return (await screen.findAllByRole('menuitem')).map(item => item.textContent);
}

async function confirm(question: string, label: string) {
  const dialog = await dialogWith(question);
  await userEvent.click(dialog.getByRole('button', { name: label }));
}

describe('the table of users', () => {
  it("shows a user's name, balance and usage", async () => {
    await visitUsers();
    const row = await rowOfUser('ann');
    for (const text of ['Ann A.', 'ann@example.com', 'Normal user', 'Activated', '$2.00', '$0.50', 'Invited 3']) {
      expect(row.getByText(text)).toBeTruthy();
    }
    expect(row.getByRole('link', { name: 'By #7' }).getAttribute('href')).toBe('/user?keyword=7');
    expect(screen.getByText('25 in total')).toBeTruthy();
  });

  it('gives paid groups their colours, and every group a tag of its own', async () => {
    await visitUsers();
    const row = await rowOfUser('ann');
    const classOf = (name: string) => row.getByText(name).closest('.bp6-tag')?.className;
    expect(classOf('vip')).toContain('tone-yellow');
    expect(classOf('svip')).toContain('tone-red');
    expect(classOf('default')).toContain('tone-none');
  });

  it('names roles and states', async () => {
    await visitUsers();
    expect((await rowOfUser('cat')).getByText('Administrator')).toBeTruthy();
    expect((await rowOfUser('root')).getByText('Super administrator')).toBeTruthy();
    expect((await rowOfUser('bob')).getByText('Banned')).toBeTruthy();
    expect((await rowOfUser('dan')).getByText('Deactivated')).toBeTruthy();
  });

  it('leads to the complete log of a user', async () => {
    await visitUsers();
    const link = (await rowOfUser('ann')).getByRole('link', { name: '12 requests' });
    expect(link.getAttribute('href')).toBe('/log?username=ann&start=0&end=0');
  });

  it('requests pages from 0', async () => {
    const { server } = await visitUsers({ at: '/user?page=3&size=20' });
    await rowOfUser('ann');
    expect(server.callsTo('GET', '/api/user/?').map(({ url }) => url)).toEqual(['/api/user/?p=2&page_size=20']);
  });

  it('searches by keyword and group, also page by page', async () => {
    const { server, history } = await visitUsers({ at: '/user?page=2' });
    await userEvent.type(await screen.findByRole('searchbox'), 'an{Enter}');
    await waitFor(() => expect(history.location.search).toBe('?keyword=an'));
    await screen.findByRole('option', { name: 'vip' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Groups' }), 'vip');
    await waitFor(() => expect(server.callsTo('GET', '/api/user/search')).toHaveLength(2));
    expect(server.callsTo('GET', '/api/user/search').at(-1)?.url).toBe(
      '/api/user/search?keyword=an&group=vip&p=0&page_size=10',
    );
    await waitFor(() => expect(screen.queryByText('bob')).toBeNull());
  });

  it('says that no user matches, and that loading failed', async () => {
    const nothing = { 'GET /api/user/search': ok([], { total: 0 }), 'GET /api/user/': refused('no') };
    await visitUsers({ at: '/user?keyword=zzz', answers: nothing });
    expect(await screen.findByText('No user matches the search.')).toBeTruthy();
    await userEvent.clear(screen.getByRole('searchbox'));
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
  });
});

describe('the actions of a user row', () => {
  it('are none for a deactivated user', async () => {
    await visitUsers();
    expect((await rowOfUser('dan')).queryAllByRole('button')).toEqual([]);
  });

  it('are those of the highest rank for root', async () => {
    await visitUsers();
    expect(await openMenu('ann')).toEqual(['Budgets', 'Promote', 'Remove authenticator app', 'Deactivate']);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    expect(await openMenu('cat')).toEqual(['Budgets', 'Demote', 'Remove authenticator app', 'Deactivate']);
  });

  it('let an administrator neither promote users nor change accounts of an equal or higher role', async () => {
    await visitUsers({ role: Role.Admin });
    expect(await openMenu('ann')).toEqual(['Budgets', 'Remove authenticator app', 'Deactivate']);
    expect((await rowOfUser('cat')).queryAllByRole('button')).toEqual([]);
    expect((await rowOfUser('root')).queryAllByRole('button')).toEqual([]);
  });

  it('let root edit its own account, and do nothing worse to it', async () => {
    await visitUsers();
    const row = await rowOfUser('root');
    expect(row.getByRole('button', { name: 'Edit root' })).toBeTruthy();
    expect(row.getByRole<HTMLButtonElement>('button', { name: 'Disable' }).disabled).toBe(true);
    expect(await openMenu('root')).toEqual(['Budgets']);
  });
});

describe('the management of a user', () => {
  const manage = (answer: FakeAnswer) => ({ 'POST /api/user/manage': answer });

  it('needs a confirmation, and then shows the values of the response without reading the list again', async () => {
    const { server } = await visitUsers({ answers: manage(ok({ role: Role.Admin, status: 1 })) });
    await openMenu('ann');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Promote' }));
    expect(server.callsTo('POST', '/api/user/manage')).toEqual([]);
    await confirm('Make ann an administrator?', 'Promote');
    await waitFor(async () => expect((await rowOfUser('ann')).getByText('Administrator')).toBeTruthy());
    expect(server.callsTo('POST', '/api/user/manage')[0]?.body).toEqual({ id: 11, action: 'promote' });
    expect(server.callsTo('GET', '/api/user/?')).toHaveLength(1);
  });

  it('does nothing when the confirmation is cancelled', async () => {
    const { server } = await visitUsers();
    await userEvent.click((await rowOfUser('ann')).getByRole('button', { name: 'Disable' }));
    await confirm('Disable the account ann?', 'Cancel');
    await waitFor(() => expect(screen.queryByText('Disable the account ann?')).toBeNull());
    expect(server.callsTo('POST', '/api/user/manage')).toEqual([]);
  });

  it.each([
    ['ann', 'Disable', 'Disable the account ann?', 'Banned', { role: 1, status: 2 }, 'disable'],
    ['bob', 'Enable', 'Enable the account bob again?', 'Activated', { role: 1, status: 1 }, 'enable'],
  ])('switches %s by %s', async (name, label, question, state, answer, action) => {
    const { server } = await visitUsers({ answers: manage(ok(answer)) });
    await userEvent.click((await rowOfUser(name)).getByRole('button', { name: label }));
    await confirm(question, label);
    await waitFor(async () => expect((await rowOfUser(name)).getByText(state)).toBeTruthy());
    expect(server.callsTo('POST', '/api/user/manage')[0]?.body).toMatchObject({ action });
  });

  it('moves the switch before the server has responded', async () => {
    const seen: boolean[] = [];
    const slow = () => {
      seen.push(screen.queryAllByText('Banned').length === 2); // bob is banned already
      return ok({ role: 1, status: 2 });
    };
    await visitUsers({ answers: { 'POST /api/user/manage': slow } });
    await userEvent.click((await rowOfUser('ann')).getByRole('button', { name: 'Disable' }));
    await confirm('Disable the account ann?', 'Disable');
    await waitFor(() => expect(seen).toEqual([true]));
  });

  it('moves the switch back after a refusal, shows the reason, and reads the row again', async () => {
    const { server, errors } = await visitUsers({ answers: manage(refused('insufficient permission')) });
    await userEvent.click((await rowOfUser('ann')).getByRole('button', { name: 'Disable' }));
    await confirm('Disable the account ann?', 'Disable');
    await waitFor(() => expect(errors).toEqual(['insufficient permission']));
    await waitFor(() => expect(server.callsTo('GET', '/api/user/?')).toHaveLength(2));
    expect((await rowOfUser('ann')).getByText('Activated')).toBeTruthy();
  });

  it('marks a deactivated row itself and removes its actions', async () => {
    await visitUsers({ answers: manage(ok({ role: 1, status: 1 })) });
    await openMenu('ann');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Deactivate' }));
    expect(await screen.findByText('This cannot be undone. The name stays taken.')).toBeTruthy();
    await confirm('Deactivate the account ann?', 'Deactivate');
    await waitFor(async () => expect((await rowOfUser('ann')).getByText('Deactivated')).toBeTruthy());
    expect((await rowOfUser('ann')).queryAllByRole('button')).toEqual([]);
  });

  it('removes the authenticator app of an account', async () => {
    const { server } = await visitUsers();
    await openMenu('ann');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove authenticator app' }));
    await confirm('Remove the authenticator app of ann?', 'Remove authenticator app');
    await waitFor(() => expect(server.callsTo('DELETE', '/api/user/11/totp')).toHaveLength(1));
  });
});
