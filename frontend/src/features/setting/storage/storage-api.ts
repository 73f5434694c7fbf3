import { type StorageView } from '@contracts';
import { baseApi } from '../../../api/base-api';

const storageApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getStorage: build.query<StorageView, void>({
      query: () => 'storage/',
      providesTags: ['Storage', 'Option'],
    }),
    /** Begins to remove what is too old, and does not wait for its end. */
    cleanUp: build.mutation<null, void>({
      query: () => ({ url: 'storage/clean', method: 'POST' }),
      invalidatesTags: ['Storage', 'Log'],
    }),
  }),
});

export const { useGetStorageQuery, useCleanUpMutation } = storageApi;
