import { PAGE_SIZE_DEFAULT, pageSizes } from '@contracts';
import { useCallback, useMemo } from 'react';
import { readStored, writeStored } from '../browser/storage';
import { useAddressParameters } from '../browser/use-address-parameters';

/** The filters that a table keeps in the address, by name, with the text that means "no filter". */
export type FilterTexts = Readonly<Record<string, string>>;

export interface TableState<Filters extends FilterTexts> {
  /** The page number; the first page is 1, whatever the call behind the table counts from. */
  readonly page: number;
  readonly size: number;
  readonly filters: Filters;
  readonly setPage: (page: number) => void;
  /** Stores the size for the next visit and returns to the first page. */
  readonly setSize: (size: number) => void;
  /** Changes some filters and returns to the first page. */
  readonly setFilters: (changes: Partial<Filters>) => void;
  /** The filters that differ from the defaults of the list. */
  readonly chosenFilters: FilterTexts;
  /** Sets these filters and resets all others; names that the table does not know are left out. */
  readonly replaceFilters: (texts: FilterTexts) => void;
  /** Resets all filters; null when none is chosen. */
  readonly showAll: (() => void) | null;
}

const PAGE = 'page';
const SIZE = 'size';

function isPageSize(size: number): boolean {
  return pageSizes.some(allowed => allowed === size);
}

function readSize(text: string | null): number {
  const asked = Number(text);
  if (isPageSize(asked)) return asked;
  const kept = readStored('page-size');
  return kept !== null && isPageSize(kept) ? kept : PAGE_SIZE_DEFAULT;
}

function readPage(text: string | null): number {
  const asked = Number(text);
  return Number.isSafeInteger(asked) && asked >= 1 ? asked : 1;
}

function withTexts(parameters: URLSearchParams, texts: FilterTexts, defaults: FilterTexts): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, text] of Object.entries(texts)) {
    if (text === (defaults[name] ?? '')) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

/**
 * Page, size and filters of a table. They are kept in the address, so that reload, back and a shared link show the same
 * rows.
 *
 * @param defaults every filter of the table and its text when nothing is chosen; must not change between renders
 */
export function useTableState<Filters extends FilterTexts>(defaults: Filters): TableState<Filters> {
  const [parameters, setParameters] = useAddressParameters();
  const update = useCallback(
    (texts: FilterTexts, known: FilterTexts) =>
      setParameters(current => withTexts(current, texts, known), { replace: true }),
    [setParameters],
  );
  const filters = useMemo(() => {
    const entries = Object.entries(defaults).map(([name, text]) => [name, parameters.get(name) ?? text]);
    return Object.fromEntries(entries) as Filters; // it has the same names as defaults, each with a text
  }, [defaults, parameters]);

  const chosenFilters = useMemo(
    () => Object.fromEntries(Object.entries(filters).filter(([name, text]) => text !== defaults[name])),
    [defaults, filters],
  );

  const replaceFilters = useCallback(
    (texts: FilterTexts) => {
      const known = Object.entries(defaults).map(([name, text]) => [name, texts[name] ?? text]);
      update({ ...Object.fromEntries(known), [PAGE]: '' }, defaults);
    },
    [update, defaults],
  );

  return {
    page: readPage(parameters.get(PAGE)),
    size: readSize(parameters.get(SIZE)),
    filters,
    chosenFilters,
    showAll: Object.keys(chosenFilters).length > 0 ? () => replaceFilters({}) : null,
    setPage: useCallback(page => update({ [PAGE]: String(page) }, { [PAGE]: '1' }), [update]),
    setSize: useCallback(
      size => {
        writeStored('page-size', size);
        update({ [SIZE]: String(size), [PAGE]: '' }, {});
      },
      [update],
    ),
    setFilters: useCallback(
      changes => {
        const texts = Object.entries(changes).map(([name, text]) => [name, text ?? '']);
        update({ ...Object.fromEntries(texts), [PAGE]: '' }, defaults);
      },
      [update, defaults],
    ),
    replaceFilters,
  };
}
