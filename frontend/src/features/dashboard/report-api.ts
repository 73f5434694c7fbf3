import {
  type BillComparison,
  type BillView,
  type CostSums,
  type OwnReport,
  type OwnReportRow,
  type ReportQuery,
  type ReportSums,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { readFileAnswer, type FileAnswer } from '../../api/file-answer';
import { type OwnerQuery } from '../../api/page-query';
import { saveFile } from '../../shared/browser/save-file';

/** Sums of a report; costs are there for administrators. */
export type ShownSums = ReportSums & Partial<CostSums>;
export type ShownRow = OwnReportRow & Partial<CostSums>;

/** A report of all users for administrators, of the own use for all others. */
export interface ShownReport extends Omit<OwnReport, 'rows' | 'total'> {
  readonly rows: readonly ShownRow[];
  readonly total: ShownSums;
}

/** The rows of a large site take some seconds. */
const EXPORT_TIMEOUT_MS = 120_000;

const reportApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getReport: build.query<ShownReport, ReportQuery & OwnerQuery>({
      query: ({ isAdmin, ...params }) => ({ url: isAdmin ? 'report/' : 'report/self', params }),
      providesTags: ['Log'],
    }),
    /** Saves the rows as a file on the user's computer; a file is no data, so the store never holds it. */
    exportReport: build.mutation<null, ReportQuery & OwnerQuery>({
      queryFn: async ({ isAdmin, ...params }, _api, _options, send) => {
        const { data, error } = await send({
          url: isAdmin ? 'report/export' : 'report/self/export',
          params,
          responseHandler: readFileAnswer,
          timeout: EXPORT_TIMEOUT_MS,
        });
        if (error) return { error };
        saveFile(`report-by-${params.by}.csv`, (data as FileAnswer).file); // the response handler above returns a file
        return { data: null };
      },
    }),
    compareBill: build.mutation<BillView, BillComparison>({
      query: body => ({ url: 'bill/compare', method: 'POST', body }),
    }),
  }),
});

export const { useGetReportQuery, useExportReportMutation, useCompareBillMutation } = reportApi;
