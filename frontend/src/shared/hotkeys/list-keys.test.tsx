import { Dialog } from '@blueprintjs/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { renderPage } from '../../test-support/render-page';
import { AddButton } from '../table/AddButton';
import { Pagination } from '../table/Pagination';
import { RefreshButton } from '../table/RefreshButton';
import { SearchInput } from '../table/SearchInput';
import { newRowAddress, useNewRow } from '../table/use-new-row';
import { turnKeys } from './page-keys';
import { useListKeys } from './use-list-keys';

const calls: string[] = [];

function List({ isCovered }: { readonly isCovered: boolean }) {
  const { search } = useLocation();
  const [page, setPage] = useState(1);
  const add = () => calls.push('new');
  useListKeys({ onNew: add, onReload: () => calls.push('reload') });
  useNewRow(add);
  return (
    <>
      <SearchInput label="Name" value="" onCommit={() => undefined} />
      <select aria-label="Group">
        <option>n</option>
      </select>
      <AddButton text="New thing" onAdd={add} />
      <RefreshButton onRefresh={() => undefined} />
      <Pagination page={page} size={10} rowCount={10} total={20} onPage={setPage} />
      <output>{search}</output>
      <Dialog isOpen={isCovered} title="Form" />
    </>
  );
}

async function show({ isCovered = false, at = '/' } = {}) {
  calls.length = 0;
  await renderPage(<List isCovered={isCovered} />, { at });
  return userEvent.setup();
}

function isThere(text: string) {
  return screen.queryByText(text) !== null;
}

describe('the keys of a list', () => {
  beforeEach(() => localStorage.clear());

  it('open the form of a new row and reload the list', async () => {
    const user = await show();
    await user.keyboard('nr');
    expect(calls).toEqual(['new', 'reload']);
  });

  it('move to the search field without typing a slash into it', async () => {
    const user = await show();
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Name' }));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('are ordinary letters while the user types', async () => {
    const user = await show();
    await user.type(screen.getByRole('searchbox'), 'nr]');
    expect(calls).toEqual([]);
    expect(isThere('Page 1 of 2')).toBe(true);
  });

  it('do not act in a select field, which jumps to the entry with the letter', async () => {
    const user = await show();
    screen.getByRole('combobox', { name: 'Group' }).focus();
    await user.keyboard('n');
    expect(calls).toEqual([]);
  });

  it('do nothing while an overlay covers the page', async () => {
    const user = await show({ isCovered: true });
    await screen.findByRole('dialog');
    await user.keyboard('nr');
    expect(calls).toEqual([]);
  });

  it('do nothing together with Ctrl, which belongs to the browser', async () => {
    const user = await show();
    await user.keyboard('{Control>}r{/Control}');
    expect(calls).toEqual([]);
  });

  it('turn the pages, and stop at both ends', async () => {
    const user = await show();
    await user.keyboard(']]');
    expect(isThere('Page 2 of 2')).toBe(true);
    await user.keyboard('[[[[[['); // doubled brackets are literal brackets
    expect(isThere('Page 1 of 2')).toBe(true);
  });

  it('are shown in the tooltips', async () => {
    await show();
    expect(screen.getByRole('button', { name: 'Refresh' }).title).toBe('Refresh (R)');
    expect(screen.getByRole('button', { name: 'New thing' }).title).toBe('New thing (N)');
  });

  it('can be turned off, and are then no longer shown', async () => {
    turnKeys(true);
    const user = await show();
    await user.keyboard('nr]');
    expect(calls).toEqual([]);
    expect(isThere('Page 1 of 2')).toBe(true);
    expect(screen.getByRole('button', { name: 'Refresh' }).title).toBe('Refresh');
  });
});

describe('an address with a request for a new row', () => {
  it('opens the form once, and keeps its other parameters', async () => {
    await show({ at: `${newRowAddress('/')}&keyword=a` });
    expect(calls).toEqual(['new']);
    expect(isThere('?keyword=a')).toBe(true);
  });
});
