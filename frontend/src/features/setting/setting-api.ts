import type { OptionEntry, OptionKey } from '@contracts';
import { baseApi } from '../../api/base-api';

/** Every option the caller may read, as text by key. Secrets are never among them. */
export type OptionTexts = Readonly<Record<string, string>>;

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
      invalidatesTags: ['Option', 'Status', 'Group', 'Model'],
    }),
    /** Answers the server's sentence. */
    resetModelRatios: build.mutation<string, void>({
      query: () => ({ url: 'option/rest_model_ratio', method: 'POST' }),
      transformResponse: (_data, meta) => meta?.message ?? '',
      invalidatesTags: ['Option'],
    }),
  }),
});

export const { useListOptionsQuery, useSaveOptionMutation, useResetModelRatiosMutation } = settingApi;
