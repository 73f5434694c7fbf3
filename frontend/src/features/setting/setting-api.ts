import {
  type OptionEntry,
  type OptionKey,
  type PricePreview,
  type PricePreviewRequest,
  type TestMail,
} from '@contracts';
import { baseApi } from '../../api/base-api';

/** Every option the caller may read, as text by key. Secrets are never among them. */
export type OptionTexts = Readonly<Record<string, string>>;

/** What an option changes beyond the settings page. */
const touched = ['Option', 'Status', 'Group', 'Model'] as const;

const settingApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listOptions: build.query<OptionTexts, void>({
      query: () => 'option/',
      transformResponse: (entries: readonly OptionEntry[]) =>
        Object.fromEntries(entries.map(({ key, value }) => [key, value])),
      providesTags: ['Option'],
    }),
    /** Several saves at once lead to one refresh, since tags wait until all calls are back. */
    saveOption: build.mutation<null, { readonly key: OptionKey; readonly value: string }>({
      query: body => ({ url: 'option/', method: 'PUT', body }),
      invalidatesTags: touched,
    }),
    /** A switch moves at once and back again when the server refuses. */
    switchOption: build.mutation<null, { readonly key: OptionKey; readonly isOn: boolean }>({
      query: ({ key, isOn }) => ({ url: 'option/', method: 'PUT', body: { key, value: String(isOn) } }),
      extraOptions: { isShownAhead: true },
      onQueryStarted: async ({ key, isOn }, { dispatch, queryFulfilled }): Promise<void> => {
        const patch = dispatch(
          settingApi.util.updateQueryData('listOptions', undefined, texts => ({ ...texts, [key]: String(isOn) })),
        );
        await queryFulfilled.catch(patch.undo); // why it was refused is shown by the listener
      },
      invalidatesTags: touched,
    }),
    /** Answers the server's sentence. */
    resetModelRatios: build.mutation<string, void>({
      query: () => ({ url: 'option/rest_model_ratio', method: 'POST' }),
      transformResponse: (_data, meta) => meta?.message ?? '',
      invalidatesTags: ['Option'],
    }),
    /** Saves nothing: what the calls of the last days would have cost. */
    previewPrices: build.mutation<PricePreview, PricePreviewRequest>({
      query: body => ({ url: 'option/price_preview', method: 'POST', body }),
    }),
    /** Sends a mail with the saved settings; answers the server's sentence. */
    sendTestMail: build.mutation<string, TestMail>({
      query: body => ({ url: 'option/test_mail', method: 'POST', body }),
      transformResponse: (_data, meta) => meta?.message ?? '',
    }),
    /** Deletes the log rows of everybody from before a time in Unix seconds; answers how many there were. */
    clearLogs: build.mutation<number, number>({
      query: seconds => ({ url: 'log/', method: 'DELETE', params: { target_timestamp: seconds } }),
      invalidatesTags: ['Log'],
    }),
  }),
});

export const {
  useListOptionsQuery,
  useSaveOptionMutation,
  useSwitchOptionMutation,
  useResetModelRatiosMutation,
  usePreviewPricesMutation,
  useSendTestMailMutation,
  useClearLogsMutation,
} = settingApi;
