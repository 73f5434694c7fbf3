import { type ChannelView } from '@contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { pageOf } from '../../shared/format/list';
import { useListChannelsQuery, useSearchChannelsQuery } from './channel-api';

export interface ChannelRowsQuery {
  /** The page number; the first page is 1. */
  readonly page: number;
  readonly size: number;
  readonly keyword: string;
  readonly model: string;
  readonly group: string;
  /** True sorts the newest first, false the highest priority first. */
  readonly isSortedById: boolean;
}

export interface ChannelRows {
  readonly rows: readonly ChannelView[] | undefined;
  readonly total: number | undefined;
  readonly isFetching: boolean;
  readonly hasFailed: boolean;
  readonly refresh: () => void;
}

/** The rows of the channel table: a page of the list, or a page cut from the results of a search. */
export function useChannelRows(query: ChannelRowsQuery): ChannelRows {
  const { page, size, keyword, model, group, isSortedById } = query;
  const isSearch = keyword !== '' || model !== '' || group !== '';
  const list = useListChannelsQuery(isSearch ? skipToken : { p: page - 1, page_size: size, id_sort: isSortedById });
  const search = useSearchChannelsQuery(isSearch ? { keyword, model, group, id_sort: isSortedById } : skipToken);
  const source = isSearch ? search : list;
  const found = isSearch && search.data ? pageOf(search.data.rows, { page, size }) : undefined;
  return {
    rows: found?.rows ?? list.data?.rows,
    total: found?.total ?? list.data?.total,
    isFetching: source.isFetching,
    hasFailed: source.isError,
    refresh: () => void source.refetch(),
  };
}
