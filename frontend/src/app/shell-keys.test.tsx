import { Role } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, startFakeServer } from '../test-support/fake-server';
import { makeUser, renderRoutes } from '../test-support/render-page';
import { navigationRows } from './navigation';
import { routes } from './routes';

async function visit(user: ReturnType<typeof makeUser> | null) {
  localStorage.clear();
  startFakeServer({
    'GET /api/status': ok({ system_name: 'Gate' }),
    'GET /api/user/self': ok({ ...user, quota: 1 }),
    'GET /api/home_page_content': ok('Welcome'),
    'GET /api/token/': ok([]),
  });
  const page = await renderRoutes(routes, { user, at: '/' });
  await screen.findByRole('link', { name: 'Gate, home page' });
  return { keys: userEvent.setup(), ...page };
}

describe('the keys of the shell', () => {
  it('open a page with Shift', async () => {
    const { keys, history } = await visit(makeUser());
    await keys.keyboard('{Shift>}t{/Shift}');
    await waitFor(() => expect(history.location.pathname).toBe('/token'));
  });

  it('open no page that the reader may not see', async () => {
    const { keys, history } = await visit(makeUser());
    await keys.keyboard('{Shift>}c{/Shift}');
    expect(history.location.pathname).toBe('/');
  });

  it('are listed by a question mark, in groups, together with those of the page', async () => {
    const { keys } = await visit(makeUser({ role: Role.Admin }));
    await keys.keyboard('{Shift>}?{/Shift}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const headings = dialog.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(headings).toEqual(expect.arrayContaining(['Keyboard shortcuts', 'Everywhere', 'Go to a page']));
    expect(dialog.getByText('Channels')).toBeTruthy();
    expect(dialog.getByText('Search and commands')).toBeTruthy();
  });

  it('close what they opened before the focus has moved into it', async () => {
    const frames = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0); // no frame is drawn any more
    try {
      const { keys } = await visit(makeUser());
      await keys.keyboard('{Shift>}?{/Shift}');
      await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
      expect(document.activeElement).toBe(document.body);
      await keys.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    } finally {
      frames.mockRestore();
    }
  });

  it('give each page a letter of its own', () => {
    const letters = new Map(navigationRows.flatMap(({ path, hotkey }) => (hotkey ? [[path, hotkey] as const] : [])));
    expect(new Set(letters.values()).size).toBe(letters.size);
  });
});
