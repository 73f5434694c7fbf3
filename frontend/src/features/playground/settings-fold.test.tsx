import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, startFakeServer } from '../../test-support/fake-server';
import { keepTestsApart } from '../../test-support/playground-scene';
import { makeUser, renderPage } from '../../test-support/render-page';
import { PlaygroundPage } from './PlaygroundPage';

async function open({ isCollapsed }: { readonly isCollapsed: boolean }) {
  startFakeServer({
    'GET /api/status': ok({ default_collapse_sidebar: isCollapsed }),
    'GET /api/groups/token': ok({ default: 'Everybody' }),
    'GET /api/user/models': ok(['gpt-4o']),
  });
  const { store } = await renderPage(<PlaygroundPage />, { user: makeUser({ group: 'default' }) });
  await waitFor(() => expect(JSON.stringify(store.getState())).toContain('default_collapse_sidebar'));
}

function panel() {
  return screen.queryByRole('region', { name: 'Settings' });
}

describe('the settings beside the conversation', () => {
  keepTestsApart();

  it('are open when the operator has set nothing else', async () => {
    await open({ isCollapsed: false });
    expect(panel()).toBeTruthy();
  });

  it('are folded at first when the operator wants it, and can be unfolded', async () => {
    await open({ isCollapsed: true });
    await waitFor(() => expect(panel()).toBeNull());
    const button = screen.getByRole('button', { name: 'Show the settings' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(button);
    expect(panel()).toBeTruthy();
  });

  it('stay as the reader left them, whatever the operator has set', async () => {
    localStorage.setItem('playground-folded', 'false');
    await open({ isCollapsed: true });
    expect(panel()).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Hide the settings' }));
    expect(panel()).toBeNull();
    expect(localStorage.getItem('playground-folded')).toBe('true');
  });
});
