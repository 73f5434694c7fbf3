import {
  type ChannelBulkEdit,
  type ChannelBulkResult,
  type ChannelEdit,
  type ChannelKeyView,
  type ChannelModelFetch,
  type ChannelPreview,
  type ChannelPreviewRequest,
  type ChannelQuery,
  type ChannelSave,
  type ChannelSearch,
  type ChannelView,
  type ModelObject,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { pageFields, type PageQuery } from '../../api/page-query';
import { patchRow } from '../../api/patch-rows';
import { listOf, oneOf, wholeList } from '../../api/tags';
import { explained, toCopy, type ChannelCopy } from './channel-copy';

/** Reads a number that a test or a balance call puts beside the data. */
function extraNumber(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function idsOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter(id => typeof id === 'number') : [];
}

function namesOf(models: readonly ModelObject[] | null): readonly string[] {
  return (models ?? []).map(({ id }) => id);
}

/** Both endpoints return channels as rows. */
const rowLists = ['listChannels', 'searchChannels'] as const;

const channelListApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listChannels: build.query<ListAnswer<ChannelView>, PageQuery & Pick<ChannelQuery, 'id_sort'>>({
      query: ({ page, size, ...order }) => ({ url: 'channel/', params: { ...pageFields({ page, size }), ...order } }),
      transformResponse: toListAnswer<ChannelView>,
      providesTags: listOf('Channel'),
    }),
    /** Searches without pages: all matches come at once. */
    searchChannels: build.query<ListAnswer<ChannelView>, ChannelSearch>({
      query: params => ({ url: 'channel/search', params }),
      transformResponse: toListAnswer<ChannelView>,
      providesTags: listOf('Channel'),
    }),
    getChannel: build.query<ChannelView, number>({
      query: id => `channel/${id}`,
      providesTags: (_channel, _error, id) => [oneOf('Channel', id)],
    }),
    /** Reads the key; the server records who read it. */
    getChannelKey: build.query<string, number>({
      query: id => ({ url: `channel/${id}`, params: { include_key: true } }),
      transformResponse: (channel: ChannelView) => channel.key ?? '',
      keepUnusedDataFor: 0, // a secret must not stay in memory unused
    }),
  }),
});

const channelChangeApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Returns the ids of the new channels: one for each key line, unless one channel holds all keys. */
    createChannel: build.mutation<readonly number[], ChannelSave>({
      query: body => ({ url: 'channel/', method: 'POST', body }),
      transformResponse: (_data, meta) => idsOf(meta?.extra.ids),
      invalidatesTags: [wholeList('Channel'), 'Model'],
    }),
    /** Moves a switch at once, and moves it back after a refusal. */
    editChannel: build.mutation<ChannelView, ChannelEdit>({
      query: body => ({ url: 'channel/', method: 'PUT', body }),
      extraOptions: { isShownAhead: true },
      onQueryStarted: async ({ id, status }, { dispatch, queryFulfilled }) => {
        if (status === undefined) return;
        const undos = rowLists.map(endpoint =>
          dispatch(patchRow<ChannelView>({ endpoint, tag: 'Channel', id }, { status })),
        );
        await queryFulfilled.catch(() => undos.forEach(undo => undo())); // the listener shows the reason
      },
      invalidatesTags: (_channel, _error, { id }) => [oneOf('Channel', id), 'Model'],
    }),
    /** Reads the channel with its key and saves it as a new one. */
    copyChannel: build.mutation<null, ChannelCopy>({
      queryFn: async ({ id, suffix, missing, failed }, _api, _options, send) => {
        const found = await send({ url: `channel/${id}`, params: { include_key: true } });
        if (found.error) return { error: explained(found.error, missing) };
        const channel = found.data as ChannelView; // this call returns a channel view
        const made = await send({ url: 'channel/', method: 'POST', body: toCopy(channel, suffix) });
        if (made.error) return { error: explained(made.error, `${failed} ${made.error.message}`) };
        return { data: null };
      },
      invalidatesTags: [wholeList('Channel'), 'Model'],
    }),
    deleteChannel: build.mutation<null, number>({
      query: id => ({ url: `channel/${id}/`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Channel'), 'Model'],
    }),
    /** Returns the number of affected channels, as deleteChannels and repairChannels do. */
    deleteDisabledChannels: build.mutation<number, void>({
      query: () => ({ url: 'channel/disabled', method: 'DELETE' }),
      invalidatesTags: [wholeList('Channel')],
    }),
    deleteChannels: build.mutation<number, readonly number[]>({
      query: ids => ({ url: 'channel/batch', method: 'POST', body: { ids } }),
      invalidatesTags: [wholeList('Channel'), 'Model'],
    }),
    /** Changes all channels or none; the result holds what the undo needs. */
    bulkEditChannels: build.mutation<ChannelBulkResult, ChannelBulkEdit>({
      query: body => ({ url: 'channel/bulk', method: 'PUT', body }),
      invalidatesTags: [wholeList('Channel'), 'Model'],
    }),
    repairChannels: build.mutation<number, void>({
      query: () => ({ url: 'channel/fix', method: 'POST' }),
      invalidatesTags: [wholeList('Channel'), 'Model'],
    }),
  }),
});

/** Addresses one key of a channel. */
interface KeyPlace {
  readonly channelId: number;
  readonly keyId: string;
}

const channelKeyApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listChannelKeys: build.query<readonly ChannelKeyView[], number>({
      query: channelId => `channel/${channelId}/keys`,
      providesTags: (_keys, _error, channelId) => [oneOf('Channel', channelId)],
    }),
    addChannelKeys: build.mutation<readonly ChannelKeyView[], { readonly channelId: number; readonly key: string }>({
      query: ({ channelId, key }) => ({ url: `channel/${channelId}/keys`, method: 'POST', body: { key } }),
      invalidatesTags: (_keys, _error, { channelId }) => [oneOf('Channel', channelId)],
    }),
    enableChannelKey: build.mutation<readonly ChannelKeyView[], KeyPlace>({
      query: ({ channelId, keyId }) => ({ url: `channel/${channelId}/keys/${keyId}/enable`, method: 'POST' }),
      invalidatesTags: (_keys, _error, { channelId }) => [oneOf('Channel', channelId)],
    }),
    removeChannelKey: build.mutation<readonly ChannelKeyView[], KeyPlace>({
      query: ({ channelId, keyId }) => ({ url: `channel/${channelId}/keys/${keyId}`, method: 'DELETE' }),
      invalidatesTags: (_keys, _error, { channelId }) => [oneOf('Channel', channelId)],
    }),
  }),
});

export const {
  useListChannelKeysQuery,
  useAddChannelKeysMutation,
  useEnableChannelKeyMutation,
  useRemoveChannelKeyMutation,
} = channelKeyApi;

const channelUpstreamApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Returns the seconds that the upstream took. An empty model means the channel's own choice. */
    testChannel: build.mutation<number, { readonly id: number; readonly model: string }>({
      query: ({ id, model }) => ({ url: `channel/test/${id}`, params: { model } }),
      transformResponse: (_data, meta) => extraNumber(meta?.extra.time),
      invalidatesTags: (_seconds, _error, { id }) => [oneOf('Channel', id)],
    }),
    /** Starts the test of all channels, which continues in the background. */
    testChannels: build.mutation<null, void>({ query: () => 'channel/test' }),
    /** Returns the balance that is left at the provider. */
    updateBalance: build.mutation<number, number>({
      query: id => `channel/update_balance/${id}/`,
      transformResponse: (_data, meta) => extraNumber(meta?.extra.balance),
      invalidatesTags: (_balance, _error, id) => [oneOf('Channel', id)],
    }),
    updateBalances: build.mutation<null, void>({
      query: () => 'channel/update_balance',
      invalidatesTags: [wholeList('Channel')],
    }),
    /** Fetches the provider's own model list for a saved channel. */
    fetchSavedModels: build.mutation<readonly string[], number>({ query: id => `channel/fetch_models/${id}` }),
    /** Fetches the provider's own model list for an address and a key that are not saved yet. */
    fetchModels: build.mutation<readonly string[], ChannelModelFetch>({
      query: body => ({ url: 'channel/fetch_models', method: 'POST', body }),
    }),
    /** Builds the request that an unsaved channel would send. */
    previewChannel: build.mutation<ChannelPreview, ChannelPreviewRequest>({
      query: body => ({ url: 'channel/preview', method: 'POST', body }),
      extraOptions: { quiet: true },
    }),
    /** Lists every model name that the gateway knows. */
    listKnownModels: build.query<readonly string[], void>({
      query: () => 'channel/models',
      transformResponse: namesOf,
    }),
  }),
});

export const { useGetChannelQuery, useListChannelsQuery, useSearchChannelsQuery, useLazyGetChannelKeyQuery } =
  channelListApi;

export const {
  useCreateChannelMutation,
  useEditChannelMutation,
  useCopyChannelMutation,
  useDeleteChannelMutation,
  useDeleteDisabledChannelsMutation,
  useDeleteChannelsMutation,
  useBulkEditChannelsMutation,
  useRepairChannelsMutation,
} = channelChangeApi;

export const {
  useTestChannelMutation,
  useTestChannelsMutation,
  useUpdateBalanceMutation,
  useUpdateBalancesMutation,
  useFetchSavedModelsMutation,
  useFetchModelsMutation,
  usePreviewChannelMutation,
  useListKnownModelsQuery,
} = channelUpstreamApi;
