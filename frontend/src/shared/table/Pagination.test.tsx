import { HotkeysProvider } from '@blueprintjs/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTranslations } from '../../i18n';
import { Pagination, type PaginationProps } from './Pagination';

function show(changes: Partial<PaginationProps>) {
  const pages: number[] = [];
  const sizes: number[] = [];
  render(
    <HotkeysProvider>
      <Pagination
        page={1}
        size={10}
        rowCount={10}
        onPage={page => pages.push(page)}
        onSize={size => sizes.push(size)}
        {...changes}
      />
    </HotkeysProvider>,
  );
  const isEnabled = (name: string) => !screen.getByRole('button', { name }).hasAttribute('disabled');
  return { pages, sizes, isEnabled };
}

beforeAll(() => startTranslations('en'));

describe('the pagination', () => {
  it('ends at the last page when the total is known', () => {
    const { isEnabled } = show({ page: 2, total: 20 });
    expect(screen.getByText('Page 2 of 2')).toBeTruthy();
    expect(isEnabled('Next page')).toBe(false);
    expect(isEnabled('Previous page')).toBe(true);
  });

  it('continues after a full page when no total is known', async () => {
    const { pages } = show({ page: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(pages).toEqual([4]);
  });

  it('ends at a short page when no total is known', () => {
    expect(show({ rowCount: 9 }).isEnabled('Next page')).toBe(false);
  });

  it('is hidden on an empty first page, but leads back from an empty later one', () => {
    show({ rowCount: 0 });
    expect(screen.queryByRole('button')).toBeNull();
    expect(show({ rowCount: 0, page: 2 }).isEnabled('Previous page')).toBe(true);
  });

  it('offers 10, 20, 50 and 100 rows', async () => {
    const { sizes } = show({});
    expect(screen.getAllByRole('option').map(option => option.textContent)).toEqual(['10', '20', '50', '100']);
    await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '50');
    expect(sizes).toEqual([50]);
  });

  it('offers no page sizes when the server alone decides the size', () => {
    show({ onSize: undefined });
    expect(screen.queryByLabelText('Rows per page')).toBeNull();
    expect(screen.getByRole('button', { name: 'Next page' })).toBeTruthy();
  });
});
