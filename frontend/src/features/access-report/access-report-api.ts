import { type AccessReportQuery, type AccessReport } from '@contracts';
import { baseApi } from '../../api/base-api';

/** The request for one access report of a key. */
export interface AccessRequest extends AccessReportQuery {
  readonly tokenId: number;
}

const accessReportApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getAccessReport: build.query<AccessReport, AccessRequest>({
      query: ({ tokenId, ...params }) => ({ url: `token/${tokenId}/reach`, params }),
      // Every change of what decides the routing makes a report stale.
      providesTags: ['Token', 'Channel', 'Option', 'Model'],
    }),
  }),
});

export const { useGetAccessReportQuery } = accessReportApi;
