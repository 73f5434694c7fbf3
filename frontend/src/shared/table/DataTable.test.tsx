import { Colors } from '@blueprintjs/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { startTranslations } from '../../i18n';
import { type Column } from './column';
import { DataTable } from './DataTable';
import { type DataTableProps } from './table-props';

interface Fruit {
  readonly id: number;
  readonly name: string;
  readonly price: number;
}

const columns: readonly Column<Fruit>[] = [
  { id: 'name', header: 'Name', render: ({ name }) => name },
  { id: 'price', header: 'Price', isNumeric: true, render: ({ price }) => price },
];

const rows: readonly Fruit[] = [
  { id: 1, name: 'apple', price: 3 },
  { id: 2, name: 'pear', price: 4 },
];

const base: DataTableProps<Fruit> = {
  label: 'Fruit',
  columns,
  rows,
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
};

function Selectable() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([99]));
  return (
    <>
      <output>{[...chosen].join()}</output>
      <DataTable {...base} selection={{ chosen, onChange: setChosen }} />
    </>
  );
}

beforeAll(() => startTranslations('en'));

describe('the data table', () => {
  it('shows a head and one row per item, with the label of each value for the narrow layout', () => {
    render(<DataTable {...base} />);
    const table = screen.getByRole('table', { name: 'Fruit' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(head => head.textContent),
    ).toEqual(['Name', 'Price']);
    expect(within(table).getByRole('cell', { name: 'pear' }).getAttribute('data-label')).toBe('Name');
  });

  it('shows that it is loading while there are no rows yet', () => {
    render(<DataTable {...base} rows={undefined} />);
    expect(screen.getByLabelText('Loading')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says in words that there are no rows', () => {
    render(<DataTable {...base} rows={[]} emptyText="No fruit" />);
    expect(screen.getByText('No fruit')).toBeTruthy();
  });

  it('marks the edges behind which columns are hidden, and can then be reached by keyboard', () => {
    const { container } = render(<DataTable {...base} />);
    const frame = container.querySelector<HTMLElement>('.table-frame');
    if (!frame) throw new Error('the table has no frame');
    const marks = (scrollLeft: number, scrollWidth = 900) => {
      Object.defineProperties(frame, {
        scrollWidth: { value: scrollWidth, configurable: true },
        clientWidth: { value: 600, configurable: true },
      });
      frame.scrollLeft = scrollLeft;
      fireEvent.scroll(frame);
      return [frame.dataset.hidden, frame.tabIndex];
    };
    expect([marks(0), marks(100), marks(300), marks(0, 600)]).toEqual([
      ['end', 0],
      ['start end', 0],
      ['start', 0],
      [undefined, -1],
    ]);
  });

  it('offers to try again after a failure', async () => {
    let tries = 0;
    render(<DataTable {...base} rows={undefined} hasFailed onRetry={() => (tries += 1)} />);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
  });

  it('keeps the rows of the last answer when the server is away, and offers to try again', async () => {
    let tries = 0;
    render(<DataTable {...base} hasFailed onRetry={() => (tries += 1)} />);
    expect(screen.getByRole('cell', { name: 'apple' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('from the last answer');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tries).toBe(1);
  });

  it('keeps old rows while newer ones are fetched', () => {
    render(<DataTable {...base} isFetching />);
    expect(screen.getByRole('cell', { name: 'apple' })).toBeTruthy();
  });

  it('opens the detail of one row', async () => {
    render(<DataTable {...base} renderDetail={({ name, id }) => (id === 1 ? `all about ${name}` : null)} />);
    expect(screen.queryByText('all about apple')).toBeNull();
    const [only, ...others] = screen.getAllByRole('button', { name: 'Show details' });
    expect(others).toEqual([]);
    if (only) await userEvent.click(only);
    expect(screen.getByText('all about apple')).toBeTruthy();
  });
});

describe('the selection of rows', () => {
  const chosen = () => screen.getByRole('status').textContent;

  it('adds and removes single rows', async () => {
    render(<Selectable />);
    const apple = screen.getByRole('checkbox', { name: 'Select row apple' });
    await userEvent.click(apple);
    expect(chosen()).toBe('99,1');
    await userEvent.click(apple);
    expect(chosen()).toBe('99');
  });

  it('selects all rows of the page and deselects them, and leaves other pages unchanged', async () => {
    render(<Selectable />);
    const all = screen.getByRole('checkbox', { name: 'Select all rows of this page' });
    await userEvent.click(all);
    expect(chosen()).toBe('99,1,2');
    await userEvent.click(all);
    expect(chosen()).toBe('99');
  });
});

describe('a change in one row', () => {
  it('renders no other row again', async () => {
    const drawn: string[] = [];
    const watched: readonly Column<Fruit>[] = [
      { id: 'name', header: 'Name', render: ({ name }) => (drawn.push(name), name) },
    ];
    function Table() {
      const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
      return (
        <DataTable
          {...base}
          columns={watched}
          isMuted={({ id }) => id === 2}
          selection={{ chosen, onChange: setChosen }}
        />
      );
    }
    render(<Table />);
    drawn.length = 0;
    const pear = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select row pear' });
    await userEvent.click(pear);
    expect(pear.checked).toBe(true);
    expect(drawn).toEqual(['pear']);
  });
});

describe('muted rows', () => {
  /** Relative luminance and contrast as WCAG 2 defines them. */
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map(at => parseInt(colour.slice(at, at + 2), 16) / 255)
      .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (...colours: readonly [string, string]) => {
    const [low = 0, high = 0] = colours.map(luminance).toSorted((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const rules = readFileSync(join(__dirname, '../../styles/table.css'), 'utf8').split('}');
  const mutedRules = rules.filter(rule => rule.includes('.row-muted'));

  it('have the contrast that small text needs, in both themes', () => {
    const tokens = readFileSync(join(__dirname, '../../styles/tokens.css'), 'utf8');
    const named = [...tokens.matchAll(/--text-muted: var\(--bp-palette-(gray-\d)\)/g)].map(([, name]) => name);
    expect(mutedRules.join('')).toContain('color: var(--text-muted)');
    expect(named).toEqual(['gray-1', 'gray-4']);
    expect(contrast(Colors.GRAY1, Colors.LIGHT_GRAY5)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(Colors.GRAY4, Colors.DARK_GRAY1)).toBeGreaterThanOrEqual(4.5);
  });

  it('do not fade their contents', () => {
    expect(mutedRules.join('')).not.toContain('opacity');
  });
});

describe('a long table without pages', () => {
  const many = (count: number): readonly Fruit[] =>
    Array.from({ length: count }, (_, index) => ({ id: index, name: `fruit ${index}`, price: index }));
  const cell = (index: number) => screen.queryByRole('cell', { name: `fruit ${index}` });
  const ROW_HEIGHT = 50;

  // The simulated browser has no heights and does not scroll.
  beforeEach(() => {
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_HEIGHT);
    jest.spyOn(window, 'scrollTo').mockReturnValue();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    window.scrollY = 0;
  });

  it('renders every row up to the limit', () => {
    render(<DataTable {...base} rows={many(100)} drawnAtOnce={100} />);
    expect(screen.getAllByRole('row')).toHaveLength(101);
  });

  it('renders only the visible rows above the limit, and gives the number of all rows', async () => {
    render(<DataTable {...base} rows={many(1000)} drawnAtOnce={100} />);
    await waitFor(() => expect(cell(99)).toBeNull());
    expect(cell(0)).toBeTruthy();
    expect(cell(900)).toBeNull();
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
  });

  it('renders rows that scroll into view', async () => {
    render(<DataTable {...base} rows={many(1000)} drawnAtOnce={100} />);
    await waitFor(() => expect(cell(99)).toBeNull());
    window.scrollY = 500 * ROW_HEIGHT;
    fireEvent.scroll(window);
    expect(cell(0)).toBeNull();
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(screen.getAllByRole('row').at(-1)?.getAttribute('aria-rowindex')).toMatch(/^[45]\d\d$/);
  });
});
