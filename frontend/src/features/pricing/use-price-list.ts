import { splitList, type Manufacturer } from '@contracts';
import { useMemo } from 'react';
import { useAppSelector } from '../../base/store-hooks';
import { useTableState } from '../../shared/table/use-table-state';
import {
  filterRows,
  makerOrder,
  rowsOfMaker,
  tabsOf,
  tagsOf,
  toRows,
  type MakerTab,
  type PriceRow,
} from './price-list';
import { useGetModelInfoQuery, useGetPricingQuery, type Pricing } from './pricing-api';

/** These filters are kept in the address, so that a link shows the same list. */
const noFilters = { keyword: '', tag: '', group: '', maker: '', available: '' };
type PriceFilterTexts = typeof noFilters;

const noPricing: Pricing = { items: [], ratios: {}, labels: {} };
const noManufacturers: readonly Manufacturer[] = [];
const DEFAULT_GROUP = 'default';

export interface PriceList {
  readonly pricing: Pricing;
  /** Every model of the list. */
  readonly all: readonly PriceRow[];
  /** The rows of the filters and the chosen maker; undefined before the first response. */
  readonly shown: readonly PriceRow[] | undefined;
  readonly tabs: readonly MakerTab[];
  readonly tags: readonly string[];
  readonly filters: PriceFilterTexts;
  /** The group whose prices are shown. */
  readonly group: string;
  readonly setFilters: (changes: Partial<PriceFilterTexts>) => void;
  readonly isFetching: boolean;
  readonly hasFailed: boolean;
  readonly refresh: () => void;
}

/** The requested group if it exists, else the reader's own, else `default`, else any group. */
function useGroup(asked: string, ratios: Pricing['ratios']): string {
  const own = useAppSelector(state => state.session.user?.group ?? '');
  const wanted = [asked, splitList(own)[0] ?? '', DEFAULT_GROUP];
  return wanted.find(group => Object.hasOwn(ratios, group)) ?? Object.keys(ratios)[0] ?? DEFAULT_GROUP;
}

/** The price list, narrowed by the reader's filters. */
export function usePriceList(): PriceList {
  const { data, isFetching, isError, refetch } = useGetPricingQuery();
  const { data: manufacturers = noManufacturers, isLoading: isWithoutMakers } = useGetModelInfoQuery();
  const { filters, setFilters } = useTableState(noFilters);
  const pricing = data ?? noPricing;
  const group = useGroup(filters.group, pricing.ratios);
  const { keyword, tag, maker, available } = filters;

  const all = useMemo(() => toRows(pricing.items, manufacturers), [pricing.items, manufacturers]);
  const order = useMemo(() => makerOrder(manufacturers), [manufacturers]);
  const tags = useMemo(() => tagsOf(all), [all]);
  const visible = useMemo(
    () => filterRows(all, { keyword, tag, group, isAvailableOnly: available !== '' }),
    [all, keyword, tag, group, available],
  );
  const tabs = useMemo(() => tabsOf({ rows: all, visible, order, chosen: maker }), [all, visible, order, maker]);
  // A link may name a maker that no longer exists.
  const chosen = tabs.some(({ name }) => name === maker) ? maker : '';
  const shown = useMemo(() => rowsOfMaker(visible, chosen), [visible, chosen]);

  return {
    pricing,
    all,
    // Tags make rows taller: if the rows were shown before the makers, they would move while the reader looks at them.
    shown: data && !isWithoutMakers ? shown : undefined,
    tabs,
    tags,
    filters: { ...filters, maker: chosen },
    group,
    setFilters,
    isFetching,
    hasFailed: isError,
    refresh: () => void refetch(),
  };
}
