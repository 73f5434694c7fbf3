import { type ChannelHealthView, type HealthSpan } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { listOf } from '../../api/tags';

const channelHealthApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** How every channel did with the calls of a span. */
    listChannelHealth: build.query<ListAnswer<ChannelHealthView>, HealthSpan>({
      query: span => ({ url: 'channel/health', params: { span } }),
      transformResponse: toListAnswer<ChannelHealthView>,
      providesTags: listOf('Channel'),
    }),
  }),
});

export const { useListChannelHealthQuery } = channelHealthApi;
