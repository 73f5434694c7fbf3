import { type ReachQuery, type TokenReach } from '@contracts';
import { baseApi } from '../../api/base-api';

/** One question about a key. */
export interface ReachQuestion extends ReachQuery {
  readonly tokenId: number;
}

const reachApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getReach: build.query<TokenReach, ReachQuestion>({
      query: ({ tokenId, ...params }) => ({ url: `token/${tokenId}/reach`, params }),
      // Whatever decides where calls go makes an answer stale.
      providesTags: ['Token', 'Channel', 'Option', 'Model'],
    }),
  }),
});

export const { useGetReachQuery } = reachApi;
