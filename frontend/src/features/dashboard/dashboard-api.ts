import { type HourlyUsage, type HourlyUsageQuery } from '@contracts';
import { baseApi } from '../../api/base-api';

/** Whose usage is read: that of all users for administrators, the caller's own otherwise. */
export interface UsageScope {
  readonly isAdmin: boolean;
}

const dashboardApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Usage per model and hour of a span, in no particular order. */
    listUsage: build.query<readonly HourlyUsage[], HourlyUsageQuery & UsageScope>({
      query: ({ isAdmin, ...params }) => ({ url: isAdmin ? 'data/' : 'data/self', params }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useListUsageQuery } = dashboardApi;
