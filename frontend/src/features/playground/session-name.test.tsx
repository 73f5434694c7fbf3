import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { button, field, keepTestsApart, said, send, visitPlayground } from '../../test-support/playground-scene';
import { makeUser, renderPage } from '../../test-support/render-page';
import { SESSION_NAME_MAX } from './conversation';
import { PlaygroundPage } from './PlaygroundPage';
import { readPlayground } from './playground-storage';

keepTestsApart();

function choice() {
  return screen.getByRole<HTMLSelectElement>('combobox', { name: 'Session' });
}

function shown() {
  return choice().selectedOptions[0]?.text;
}

function nameField() {
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the session' });
}

/** Opens one session with a question in it and starts to rename it. */
async function startRenaming() {
  const page = await visitPlayground({ chat: () => said('Fine') });
  await send('First question');
  await screen.findByText('Fine');
  await userEvent.click(await button('Rename session'));
  return page;
}

describe('the name of a session', () => {
  it('is edited in its place, replaces the old text, and is kept on Enter', async () => {
    await startRenaming();
    expect(nameField().value).toBe('First question');
    await userEvent.keyboard('Trip to Lisbon{Enter}');
    expect(shown()).toBe('Trip to Lisbon');
    expect(document.activeElement).toBe(choice());
  });

  it('stays unchanged on Escape', async () => {
    await startRenaming();
    await userEvent.keyboard('Something else{Escape}');
    expect(shown()).toBe('First question');
    expect(document.activeElement).toBe(choice());
  });

  it('is kept when the reader moves to another element, which keeps the focus', async () => {
    await startRenaming();
    await userEvent.keyboard('Trip');
    await userEvent.click(field());
    expect(shown()).toBe('Trip');
    expect(document.activeElement).toBe(field());
  });

  it('cannot be empty', async () => {
    await startRenaming();
    await userEvent.clear(nameField());
    await userEvent.keyboard('  {Enter}');
    expect(await screen.findByText('A session cannot be without a name')).toBeTruthy();
    expect(nameField().getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(field());
    expect(shown()).toBe('First question');
  });

  it('has a maximum length', async () => {
    await startRenaming();
    await userEvent.keyboard(`${'n'.repeat(SESSION_NAME_MAX + 1)}{Enter}`);
    expect(shown()).toBe('n'.repeat(SESSION_NAME_MAX));
  });

  it('ignores the Enter that ends a word of an input method', async () => {
    await startRenaming();
    await userEvent.keyboard('li');
    fireEvent.keyDown(nameField(), { key: 'Enter', isComposing: true, keyCode: 229 });
    expect(nameField().value).toBe('li');
  });

  it('still follows the first question when the field was opened without a change', async () => {
    const { store } = await startRenaming();
    await userEvent.keyboard('{Enter}');
    expect(store.getState().playground.sessions[0]?.name).toBeUndefined();
  });

  it('is restored after a reload', async () => {
    await startRenaming();
    await userEvent.keyboard('Trip to Lisbon{Enter}');
    await waitFor(() => expect(readPlayground()?.sessions[0]?.name).toBe('Trip to Lisbon'));
    cleanup();
    await renderPage(<PlaygroundPage />, { user: makeUser() });
    expect(shown()).toBe('Trip to Lisbon');
  });

  it('cannot be set for a session without messages, which is not kept either', async () => {
    await startRenaming();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await button('New session'));
    expect((await button('Rename session')).hasAttribute('disabled')).toBe(true);
  });
});
