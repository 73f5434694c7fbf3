import { type LogEntry, type LogPageView } from '@contracts';
import { baseApi } from '../../api/base-api';

const playgroundApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** The row of an own call in the log; null until it is there. */
    getOwnCall: build.query<LogEntry | null, string>({
      query: requestId => ({ url: 'log/self/', params: { request_id: requestId, p: 1, page_size: 1 } }),
      transformResponse: ({ items }: LogPageView) => items[0] ?? null,
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useGetOwnCallQuery } = playgroundApi;
