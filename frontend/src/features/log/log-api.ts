import type { LogEntry, LogQuery, LogStat, Page } from '@contracts';
import { baseApi } from '../../api/base-api';

/** Whose rows: everybody's for administrators, the caller's own otherwise. */
export interface LogScope {
  readonly isAdmin: boolean;
}

export type LogFilters = Omit<LogQuery, 'p' | 'page_size'>;

const pathOf = ({ isAdmin }: LogScope, tail: '' | 'stat'): string => `log/${isAdmin ? '' : 'self/'}${tail}`;

const logApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** The first page is 1. */
    listLogs: build.query<Page<LogEntry>, LogQuery & LogScope>({
      query: ({ isAdmin, ...params }) => ({ url: pathOf({ isAdmin }, ''), params }),
      providesTags: ['Log'],
    }),
    getLogStat: build.query<LogStat, LogFilters & LogScope>({
      query: ({ isAdmin, ...params }) => ({ url: pathOf({ isAdmin }, 'stat'), params }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useListLogsQuery, useLazyListLogsQuery, useGetLogStatQuery } = logApi;
