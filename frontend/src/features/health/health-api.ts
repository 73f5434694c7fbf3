import {
  type ChannelHealthDetail,
  type ChannelStatusValue,
  type ChannelView,
  type HealthSpan,
  type PublicHealth,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { oneOf } from '../../api/tags';

const healthApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getChannelHealth: build.query<ChannelHealthDetail, { readonly id: number; readonly span: HealthSpan }>({
      query: ({ id, span }) => ({ url: `channel/health/${id}`, params: { span } }),
      providesTags: (_detail, _error, { id }) => [oneOf('Channel', id)],
    }),
    /** Forgets the failures of a channel, so that it is asked again at once. */
    wakeChannel: build.mutation<null, number>({
      query: id => ({ url: `channel/health/${id}/wake`, method: 'POST' }),
      invalidatesTags: (_data, _error, id) => [oneOf('Channel', id)],
    }),
    switchChannel: build.mutation<ChannelView, { readonly id: number; readonly status: ChannelStatusValue }>({
      query: body => ({ url: 'channel/', method: 'PUT', body }),
      invalidatesTags: (_channel, _error, { id }) => [oneOf('Channel', id), 'Model'],
    }),
    /** Returns the seconds that the provider took to answer a test call. */
    tryChannel: build.mutation<number, number>({
      query: id => ({ url: `channel/test/${id}`, params: { model: '' } }),
      transformResponse: (_data, meta) => (typeof meta?.extra.time === 'number' ? meta.extra.time : 0),
      invalidatesTags: (_seconds, _error, id) => [oneOf('Channel', id)],
    }),
    getPublicHealth: build.query<PublicHealth, void>({ query: () => 'status/health', extraOptions: { quiet: true } }),
  }),
});

export const {
  useGetChannelHealthQuery,
  useWakeChannelMutation,
  useSwitchChannelMutation,
  useTryChannelMutation,
  useGetPublicHealthQuery,
} = healthApi;
