import { type OptionEntry, type OptionKey, type StripeTest, type TestMail } from '@contracts';
import { baseApi } from '../../api/base-api';

/** Every option that the caller may read, as text by key. Secrets are never included. */
export type OptionTexts = Readonly<Record<string, string>>;

/** The data that an option may change outside the settings page. */
const touched = ['Option', 'Status', 'Group', 'Model'] as const;

const settingApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listOptions: build.query<OptionTexts, void>({
      query: () => 'option/',
      transformResponse: (entries: readonly OptionEntry[]) =>
        Object.fromEntries(entries.map(({ key, value }) => [key, value])),
      providesTags: ['Option'],
    }),
    /** Saves one option. Several saves at once cause one refresh, since tags wait until all calls have ended. */
    saveOption: build.mutation<null, { readonly key: OptionKey; readonly value: string }>({
      query: body => ({ url: 'option/', method: 'PUT', body }),
      invalidatesTags: touched,
    }),
    /** Moves a switch at once, and moves it back when the server refuses. */
    switchOption: build.mutation<null, { readonly key: OptionKey; readonly isOn: boolean }>({
      query: ({ key, isOn }) => ({ url: 'option/', method: 'PUT', body: { key, value: String(isOn) } }),
      extraOptions: { isShownAhead: true },
      onQueryStarted: async ({ key, isOn }, { dispatch, queryFulfilled }): Promise<void> => {
        const patch = dispatch(
          settingApi.util.updateQueryData('listOptions', undefined, texts => ({ ...texts, [key]: String(isOn) })),
        );
        await queryFulfilled.catch(patch.undo); // the listener shows the reason
      },
      invalidatesTags: touched,
    }),
    /** Restores the shipped ratios and returns the server's message. */
    resetModelRatios: build.mutation<string, void>({
      query: () => ({ url: 'option/rest_model_ratio', method: 'POST' }),
      transformResponse: (_data, meta) => meta?.message ?? '',
      invalidatesTags: ['Option'],
    }),
    /** Sends a mail with the saved settings and returns the server's message. */
    sendTestMail: build.mutation<string, TestMail>({
      query: body => ({ url: 'option/test_mail', method: 'POST', body }),
      transformResponse: (_data, meta) => meta?.message ?? '',
    }),
    /** Asks Stripe whether it knows the saved key. */
    testStripe: build.mutation<StripeTest, void>({ query: () => ({ url: 'payment/stripe/test', method: 'POST' }) }),
    /** Deletes the log rows of all users from before a time in Unix seconds, and returns their number. */
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
  useSendTestMailMutation,
  useTestStripeMutation,
  useClearLogsMutation,
} = settingApi;
