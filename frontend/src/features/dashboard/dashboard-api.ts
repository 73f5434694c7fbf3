import { type HourlyUsage, type HourlyUsageQuery } from '@contracts';
import { baseApi } from '../../api/base-api';
import { type OwnerQuery } from '../../api/page-query';

const dashboardApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Usage per model and hour of a span, in no particular order. */
    listUsage: build.query<readonly HourlyUsage[], HourlyUsageQuery & OwnerQuery>({
      query: ({ isAdmin, ...params }) => ({ url: isAdmin ? 'data/' : 'data/self', params }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useListUsageQuery } = dashboardApi;
