import { type LogPageView, type LogQuery, type LogStat, type UsageRank, type UsageRankQuery } from '@contracts';
import { baseApi } from '../../api/base-api';
import { type OwnerQuery, type PageQuery } from '../../api/page-query';
import { readFileAnswer, type FileAnswer } from '../../api/file-answer';
import { saveFile } from '../../shared/browser/save-file';

export type LogFilters = Omit<LogQuery, 'p' | 'page_size' | 'cursor'>;

/** A million rows take long over a slow line; the server ends an export whose reader has stopped. */
const EXPORT_TIMEOUT_MS = 30 * 60_000;

function pathOf({ isAdmin }: OwnerQuery, tail: '' | 'stat' | 'export'): string {
  return `log/${isAdmin ? '' : 'self/'}${tail}`;
}

const logApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /**
     * Lists the rows. The log counts its pages from 1, unlike the other lists of the server; with the cursor of a page
     * that was shown, the next one begins where that one ends, whatever has arrived since.
     */
    listLogs: build.query<LogPageView, LogFilters & OwnerQuery & PageQuery & { readonly cursor: string }>({
      query: ({ isAdmin, page, size, cursor, ...filters }) => ({
        url: pathOf({ isAdmin }, ''),
        params: { ...filters, p: page, page_size: size, cursor },
      }),
      providesTags: ['Log'],
    }),
    getLogStat: build.query<LogStat, LogFilters & OwnerQuery>({
      query: ({ isAdmin, ...params }) => ({ url: pathOf({ isAdmin }, 'stat'), params }),
      providesTags: ['Log'],
    }),
    /** Names by their use since a time, the most used first: what the filters suggest. */
    listUsageNames: build.query<readonly UsageRank[], UsageRankQuery & OwnerQuery>({
      query: ({ isAdmin, ...params }) => ({ url: `data/${isAdmin ? '' : 'self/'}ranking`, params }),
    }),
    /** Saves the rows as a file on the user's computer; a file is no data, so the store never holds it. */
    exportLogs: build.mutation<null, LogFilters & OwnerQuery>({
      queryFn: async ({ isAdmin, ...params }, _api, _options, send) => {
        const { data, error } = await send({
          url: pathOf({ isAdmin }, 'export'),
          params,
          responseHandler: readFileAnswer,
          timeout: EXPORT_TIMEOUT_MS,
        });
        if (error) return { error };
        saveFile('request-log.csv', (data as FileAnswer).file); // the response handler above returns a file
        return { data: null };
      },
    }),
  }),
});

export const { useListLogsQuery, useGetLogStatQuery, useExportLogsMutation, useListUsageNamesQuery } = logApi;
