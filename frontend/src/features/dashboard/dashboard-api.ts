import { type HourlyUsage, type HourlyUsageQuery, type UsageRank, type UsageRankQuery } from '@contracts';
import { baseApi } from '../../api/base-api';
import { type OwnerQuery } from '../../api/page-query';

const dashboardApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Usage per model and hour of a span, in no particular order. */
    listUsage: build.query<readonly HourlyUsage[], HourlyUsageQuery & OwnerQuery>({
      query: ({ isAdmin, ...params }) => ({ url: isAdmin ? 'data/' : 'data/self', params }),
      providesTags: ['Log'],
    }),
    /** Who or what spent most in a span, the first one first. */
    listRanking: build.query<readonly UsageRank[], UsageRankQuery & OwnerQuery>({
      query: ({ isAdmin, ...params }) => ({ url: isAdmin ? 'data/ranking' : 'data/self/ranking', params }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useListUsageQuery, useListRankingQuery } = dashboardApi;
