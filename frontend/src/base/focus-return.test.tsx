import { Dialog } from '@blueprintjs/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { renderPage } from '../test-support/render-page';
import { startFocusReturn } from './focus-return';

/** A dialog that is mounted each time it opens, as most dialogs of the console are. */
function Page({ closesTo }: { readonly closesTo: 'nothing' | 'the other' }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = ({ key }: KeyboardEvent) => key === 'n' && setOpen(true);
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  const close = () => {
    setOpen(false);
    if (closesTo === 'the other') document.getElementById('other')?.focus();
  };
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <button id="other">Other</button>
      {isOpen && (
        <Dialog isOpen title="Form" onClose={close} enforceFocus={false}>
          <button onClick={close}>Done</button>
        </Dialog>
      )}
    </>
  );
}

describe('the focus after a dialog', () => {
  let end: () => void;
  beforeEach(() => {
    end = startFocusReturn();
  });
  afterEach(() => end());

  const show = async (closesTo: 'nothing' | 'the other') => {
    await renderPage(<Page closesTo={closesTo} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  it('returns to where it was before', async () => {
    await show('nothing');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Open'));
  });

  it('does not press the focused element when the key that closed the dialog is released', async () => {
    await renderPage(<Page closesTo="nothing" />);
    const open = screen.getByRole('button', { name: 'Open' });
    await userEvent.click(open);
    (await screen.findByRole('button', { name: 'Done' })).focus();
    const keys = userEvent.setup();
    await keys.keyboard('{Enter>}'); // the key stays down
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(document.body);
    await keys.keyboard('{/Enter}');
    await waitFor(() => expect(document.activeElement).toBe(open));
  });

  it('is nowhere when it was nowhere before', async () => {
    await renderPage(<Page closesTo="nothing" />);
    const other = screen.getByRole('button', { name: 'Other' });
    other.focus();
    other.blur();
    await userEvent.keyboard('n');
    await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(document.activeElement).toBe(document.body);
  });

  it('stays where the user has moved it', async () => {
    await show('the other');
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(document.activeElement?.textContent).toBe('Other');
  });
});
