import { HotkeysProvider } from '@blueprintjs/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTranslations } from '../../i18n';
import { PagedTable, type PagedTableProps } from './PagedTable';
import { type ShownRows } from './shown-rows';

interface Fruit {
  readonly id: number;
  readonly name: string;
}

const twoFruits: ShownRows<Fruit> = {
  rows: [
    { id: 1, name: 'apple' },
    { id: 2, name: 'pear' },
  ],
  total: 12,
  isFetching: false,
  hasFailed: false,
};

function show({
  list,
  ...changes
}: Partial<Omit<PagedTableProps<Fruit>, 'list'>> & { list?: Partial<ShownRows<Fruit>> }) {
  const seen: string[] = [];
  render(
    <HotkeysProvider>
      <PagedTable
        label="Fruit"
        columns={[{ id: 'name', header: 'Name', render: ({ name }) => name }]}
        keyOf={({ id }) => id}
        emptyText="No fruit"
        list={{ ...twoFruits, refresh: () => seen.push('refresh'), ...list }}
        pages={{
          page: 1,
          size: 10,
          setPage: page => seen.push(`page ${page}`),
          setSize: size => seen.push(`size ${size}`),
        }}
        add={{ text: 'Add fruit', onAdd: () => seen.push('add') }}
        {...changes}
      />
    </HotkeysProvider>,
  );
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  return { seen, press };
}

beforeAll(() => startTranslations('en'));

describe('a list that is read page by page', () => {
  it('shows its rows, and turns its pages', async () => {
    const { seen, press } = show({});
    expect(screen.getByRole('cell', { name: 'pear' })).toBeTruthy();
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    await press('Next page');
    await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '50');
    expect(seen).toEqual(['page 2', 'size 50']);
  });

  it('shows that it is loading, without pages', () => {
    show({ list: { rows: undefined, total: undefined, isFetching: true } });
    expect(screen.getByLabelText('Loading')).toBeTruthy();
    expect(screen.queryByText(/^Page/)).toBeNull();
  });

  it('reads its rows again after a failure', async () => {
    const { seen, press } = show({ list: { rows: undefined, hasFailed: true } });
    await press('Try again');
    expect(seen).toEqual(['refresh']);
  });

  it('says that it is empty, and offers a new row', async () => {
    const { seen, press } = show({ list: { rows: [], total: 0 } });
    expect(screen.getByText('No fruit')).toBeTruthy();
    await press('Add fruit');
    expect(seen).toEqual(['add']);
  });

  it('offers no new row when it takes none', () => {
    show({ list: { rows: [], total: 0 }, add: undefined });
    expect(screen.getByText('No fruit')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
