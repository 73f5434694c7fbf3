import { Button, InputGroup, Menu } from '@blueprintjs/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startTranslations } from '../../i18n';
import { notices } from '../dialog/notices';
import { forgetMenus, loadMenus } from './late-menus';
import { MenuItem } from './MenuItem';
import { FieldList, Popover } from './Popover';
import { Tooltip } from './Tooltip';

function Field() {
  const [text, setText] = useState('');
  return (
    <FieldList content={<p>suggestions for {text}</p>} isOpen={text !== ''}>
      <InputGroup aria-label="model" value={text} onValueChange={setText} />
    </FieldList>
  );
}

function Page() {
  const items = (
    <Menu>
      <MenuItem text="inside" />
    </Menu>
  );
  return (
    <>
      <Field />
      <Popover content={items} placement="bottom">
        <Button text="more" />
      </Popover>
      <Tooltip content="why">
        <span tabIndex={0}>state</span>
      </Tooltip>
    </>
  );
}

function field() {
  return screen.getByRole('textbox', { name: 'model' });
}

function button() {
  return screen.getByRole('button', { name: 'more' });
}

describe('what opens beside a target, before its script is here', () => {
  afterEach(async () => {
    forgetMenus();
    await loadMenus(); // as other tests expect it
  });

  it('opens once the server is there again, and no target loses its text or the focus', async () => {
    await startTranslations('en');
    let isAway = true;
    forgetMenus(() => (isAway ? Promise.reject(new Error('the server is away')) : import('./menu-parts')));
    const told = jest.spyOn(notices, 'error').mockImplementation(() => undefined);
    render(<Page />);
    const early = { field: field(), button: button() };
    expect(early.button.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(early.button);
    await waitFor(() => expect(told).toHaveBeenCalledWith('This could not be loaded'));
    await userEvent.type(early.field, 'gp');
    expect([early.field.isConnected, early.button.isConnected]).toEqual([true, true]);

    isAway = false;
    await userEvent.keyboard('{Backspace}{Backspace}g');
    expect(await screen.findByText('suggestions for g')).toBeTruthy();
    expect(early.field.isConnected).toBe(false);
    expect(document.activeElement).toBe(field());
    await userEvent.keyboard('pt');
    expect(await screen.findByText('suggestions for gpt')).toBeTruthy();

    await userEvent.click(early.button);
    expect(await screen.findByText('inside')).toBeTruthy();
    expect(early.button.isConnected).toBe(false);
    expect(button().getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button().getAttribute('aria-expanded')).toBe('false'));

    const state = screen.getByText('state');
    await userEvent.hover(state);
    await waitFor(() => expect(state.isConnected).toBe(false));
    await userEvent.hover(screen.getByText('state')); // as a browser does for what is under a resting pointer
    expect(await screen.findByText('why')).toBeTruthy();
    told.mockRestore();
  });
});
