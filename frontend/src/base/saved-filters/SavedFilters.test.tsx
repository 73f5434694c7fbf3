import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeUser, renderPage } from '../../test-support/render-page';
import { useTableState } from '../../shared/table/use-table-state';
import { FILTER_NAME_MAX, readSavedFilters, SAVED_FILTERS_MAX, writeSavedFilters } from './saved-filters';
import { SavedFilters } from './SavedFilters';

const noFilters = { keyword: '', group: '', type: '0' };
const place = { userId: 7, list: 'user' } as const;
let resets = 0;

function List({ isNarrowedBesides = false }: { readonly isNarrowedBesides?: boolean }) {
  const table = useTableState(noFilters);
  const besides = { isNarrowed: isNarrowedBesides, reset: () => (resets += 1) };
  return <SavedFilters list="user" table={table} besides={besides} />;
}

async function show(at = '/user', isNarrowedBesides = false) {
  resets = 0;
  const page = await renderPage(<List isNarrowedBesides={isNarrowedBesides} />, { user: makeUser(), at });
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Saved filters' }));
  const choose = async (name: string) => {
    await open();
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  const saveAs = async (name: string) => {
    await choose('Save these filters…');
    const field = await screen.findByLabelText(/^Name/);
    if (name !== '') await userEvent.type(field, name);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  return { ...page, open, choose, saveAs, search: () => page.history.location.search };
}

function kept() {
  return readSavedFilters(place);
}

beforeEach(() => localStorage.clear());

describe('saved filters', () => {
  it('hold what narrows the list, without its page, and can be applied again', async () => {
    const { saveAs, choose, history, search } = await show('/user?keyword=ann&group=vip&page=3');
    await saveAs(' VIP Ann ');
    expect(kept()).toEqual([{ name: 'VIP Ann', texts: { keyword: 'ann', group: 'vip' } }]);
    await waitFor(() => history.push('/user?type=2&keyword=bob&size=20&page=2'));
    await choose('VIP Ann');
    await waitFor(() => expect(search()).toBe('?keyword=ann&size=20&group=vip'));
  });

  it('show which one is applied', async () => {
    writeSavedFilters(place, [
      { name: 'One', texts: { keyword: 'a' } },
      { name: 'Two', texts: { keyword: 'a', group: 'b' } },
    ]);
    const { open } = await show('/user?keyword=a');
    await open();
    const current = async (name: string) =>
      (await screen.findByRole('menuitem', { name })).getAttribute('aria-current');
    expect(await current('One')).toBe('true');
    expect(await current('Two')).toBeNull();
  });

  it('cannot be saved while nothing narrows the list', async () => {
    const { open } = await show();
    await open();
    const item = await screen.findByRole('menuitem', { name: 'Save these filters…' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('None saved yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reset filters' })).toBeNull();
  });

  it('need a name', async () => {
    const { saveAs } = await show('/user?keyword=a');
    await saveAs('');
    expect(await screen.findByText('Please enter a name')).toBeTruthy();
    expect(kept()).toEqual([]);
  });

  it('replace those of the same name, and say so before', async () => {
    writeSavedFilters(place, [{ name: 'One', texts: { keyword: 'old' } }]);
    const { choose } = await show('/user?keyword=new');
    await choose('Save these filters…');
    await userEvent.type(await screen.findByLabelText(/^Name/), 'One');
    expect(screen.getByText('Replaces the filters saved under this name.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(kept()).toEqual([{ name: 'One', texts: { keyword: 'new' } }]);
  });

  it('are limited in number', async () => {
    const some = (count: number) => Array.from({ length: count }, (_none, at) => ({ name: `F${at}`, texts: {} }));
    writeSavedFilters(place, some(SAVED_FILTERS_MAX - 1));
    const { saveAs } = await show('/user?keyword=a');
    await saveAs('last');
    await waitFor(() => expect(kept()).toHaveLength(SAVED_FILTERS_MAX));
    await saveAs('one too many');
    expect(
      await screen.findByText(`At most ${SAVED_FILTERS_MAX} can be saved for one list; delete one first.`),
    ).toBeTruthy();
    expect(kept().map(({ name }) => name)).not.toContain('one too many');
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).maxLength).toBe(FILTER_NAME_MAX);
  });

  it('are renamed, but not to the name of another', async () => {
    writeSavedFilters(place, [
      { name: 'One', texts: { keyword: 'a' } },
      { name: 'Two', texts: { keyword: 'b' } },
    ]);
    const { choose } = await show();
    await choose('Rename or delete…');
    const field = await screen.findByLabelText('Name of “One”');
    await userEvent.clear(field);
    await userEvent.type(field, 'Two{Enter}');
    expect(await screen.findByText('There is another one with this name')).toBeTruthy();
    expect(kept().map(({ name }) => name)).toEqual(['One', 'Two']);
    await userEvent.clear(field);
    await userEvent.type(field, 'Three{Enter}');
    expect(kept()).toEqual([
      { name: 'Three', texts: { keyword: 'a' } },
      { name: 'Two', texts: { keyword: 'b' } },
    ]);
  });

  it('are deleted after a confirmation', async () => {
    writeSavedFilters(place, [{ name: 'One', texts: { keyword: 'a' } }]);
    const { choose } = await show();
    await choose('Rename or delete…');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete “One”' }));
    expect(kept()).toHaveLength(1);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(kept()).toEqual([]);
  });

  it('belong to one account and one list', () => {
    writeSavedFilters(place, [{ name: 'One', texts: { keyword: 'a' } }]);
    expect(readSavedFilters({ ...place, userId: 8 })).toEqual([]);
    expect(readSavedFilters({ ...place, list: 'log' })).toEqual([]);
  });

  it('survive foreign values in the storage', async () => {
    localStorage.setItem('saved-filters', JSON.stringify({ 7: { user: [{ name: 3 }, { name: 'Good', texts: {} }] } }));
    expect(kept()).toEqual([{ name: 'Good', texts: {} }]);
    localStorage.setItem('saved-filters', '{"7":"no"}');
    expect(kept()).toEqual([]);
  });
});

describe('the reset of a list', () => {
  it('removes all filters and the page from the address', async () => {
    const { search } = await show('/user?keyword=a&group=b&page=2&size=20');
    await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
    await waitFor(() => expect(search()).toBe('?size=20'));
    expect(screen.queryByRole('button', { name: 'Reset filters' })).toBeNull();
  });

  it('resets filters outside the address too', async () => {
    await show('/user', true);
    await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }));
    expect(resets).toBe(1);
  });
});
