import { type AccessReportQuery, type AccessReport } from '@contracts';
import { baseApi } from '../../api/base-api';

/** One question about a key. */
export interface AccessRequest extends AccessReportQuery {
  readonly tokenId: number;
}

const accessReportApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getAccessReport: build.query<AccessReport, AccessRequest>({
      query: ({ tokenId, ...params }) => ({ url: `token/${tokenId}/reach`, params }),
      // Whatever decides where calls go makes an answer stale.
      providesTags: ['Token', 'Channel', 'Option', 'Model'],
    }),
  }),
});

export const { useGetAccessReportQuery } = accessReportApi;
