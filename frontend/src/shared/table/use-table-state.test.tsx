import { act, renderHook } from '@testing-library/react';
import { type ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useTableState } from './use-table-state';

const defaults = { keyword: '', type: '0' };

function start(at: string) {
  const Wrapper = ({ children }: { readonly children: ReactNode }) => (
    <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
  );
  const useTable = () => ({ table: useTableState(defaults), search: useLocation().search });
  return renderHook(useTable, { wrapper: Wrapper }).result;
}

beforeEach(() => localStorage.clear());

describe('the state of a table', () => {
  it('begins with the first page, ten rows and no filters', () => {
    const { page, size, filters } = start('/x').current.table;
    expect({ page, size, filters }).toEqual({ page: 1, size: 10, filters: defaults });
  });

  it('comes from the address', () => {
    const { page, size, filters } = start('/x?page=3&size=50&keyword=a&type=2').current.table;
    expect({ page, size, filters }).toEqual({ page: 3, size: 50, filters: { keyword: 'a', type: '2' } });
  });

  it.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'size=7', 'size=100000'])('ignores %s', query => {
    const { page, size } = start(`/x?${query}`).current.table;
    expect({ page, size }).toEqual({ page: 1, size: 10 });
  });

  it('returns to the first page when a filter changes, and keeps foreign parts of the address', () => {
    const result = start('/x?tab=list&page=3');
    act(() => result.current.table.setFilters({ keyword: 'b' }));
    expect(result.current.search).toBe('?tab=list&keyword=b');
  });

  it('keeps a change that is not rendered yet when the next one arrives', () => {
    const result = start('/x?keyword=a');
    act(() => {
      const { setFilters } = result.current.table;
      setFilters({ keyword: '' });
      setFilters({ type: '5' });
    });
    expect(result.current.search).toBe('?type=5');
  });

  it('leaves defaults out of the address', () => {
    const result = start('/x?page=2&type=5');
    act(() => result.current.table.setFilters({ type: '0' }));
    act(() => result.current.table.setPage(1));
    expect(result.current.search).toBe('');
  });

  it('remembers the size for the next visit', () => {
    const result = start('/x?page=4');
    act(() => result.current.table.setSize(20));
    expect(result.current.search).toBe('?size=20');
    expect(start('/y').current.table.size).toBe(20);
  });
});
