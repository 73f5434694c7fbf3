import { type Middleware } from '@reduxjs/toolkit';
import { type SelfEdit } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routes } from '../../app/routes';
import { ok, refused, startFakeServer, type SeenCall } from '../../test-support/fake-server';
import { makeAdminUser } from '../../test-support/make-admin-user';
import { visitPersonal } from '../../test-support/personal-scene';
import { makeUser, renderRoutes } from '../../test-support/render-page';

const PUT = 'PUT /api/user/self';

async function openProfile(answers = {}) {
  const scene = await visitPersonal({ self: { username: 'ann', display_name: 'Ann' }, answers });
  await screen.findByText('Ann');
  await scene.press('Edit profile');
  const retype = async (label: RegExp, text: string) => {
    await userEvent.clear(await screen.findByLabelText(label));
    if (text !== '') await scene.fill(label, text);
  };
  return { ...scene, retype, sent: () => scene.server.callsTo('PUT', '/api/user/self').map(({ body }) => body) };
}

describe('the own profile', () => {
  it('sends only the changed fields', async () => {
    const { retype, press, sent } = await openProfile({ [PUT]: ok() });
    await retype(/^Display name/, ' Anna B. ');
    await press('Save');
    expect(await screen.findByText('Profile saved')).toBeTruthy();
    expect(sent()).toEqual([{ display_name: 'Anna B.' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('sends an emptied display name, which stands for the username', async () => {
    const { retype, press, sent } = await openProfile({ [PUT]: ok() });
    await retype(/^Display name/, '');
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([{ display_name: '' }]));
  });

  it.each([
    ['', 'The username must be 1 to 20 characters long'],
    ['ann a', 'The username must not contain blanks, control characters, invisible characters or @'],
    ['ann@a', 'The username must not contain blanks, control characters, invisible characters or @'],
  ])('sends nothing to the server for the username %j', async (name, sentence) => {
    const { retype, press, sent } = await openProfile({ [PUT]: ok() });
    await retype(/^Username/, name);
    await press('Save');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('accepts a username of the maximum length', async () => {
    const { retype, press, sent } = await openProfile({ [PUT]: ok() });
    await retype(/^Username/, 'a'.repeat(20));
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([{ username: 'a'.repeat(20) }]));
  });

  it('keeps the typed text when the name is taken', async () => {
    const { retype, press, sent } = await openProfile({ [PUT]: refused('taken') });
    await retype(/^Username/, 'bob');
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(screen.getByLabelText<HTMLInputElement>(/^Username/).value).toBe('bob');
  });

  it('says that nothing was changed', async () => {
    const { press, sent } = await openProfile({ [PUT]: ok() });
    await press('Save');
    expect(await screen.findByText('You seem not to have modified anything')).toBeTruthy();
    expect(sent()).toEqual([]);
  });
});

const passOn: Middleware = () => next => action => next(action);

it('a new name is shown in the top bar at once, and kept for the next visit', async () => {
  const user = makeUser();
  let self = makeAdminUser(7, { username: 'ann', display_name: 'Ann' });
  startFakeServer({
    'GET /api/status': ok({ system_name: 'Gate' }),
    'GET /api/user/self': () => ok(self),
    [PUT]: ({ body }: SeenCall) => {
      self = { ...self, ...(body as SelfEdit) };
      return ok();
    },
  });
  const { store } = await renderRoutes(routes, { user, at: '/setting', errorListener: passOn });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit profile' }));
  await userEvent.clear(await screen.findByLabelText(/^Display name/));
  await userEvent.type(screen.getByLabelText(/^Display name/), 'Zoe');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Menu of Zoe' })).toBeTruthy();
  expect(store.getState().session.user?.display_name).toBe('Zoe');
  expect(localStorage.getItem('user')).toContain('Zoe');
});
