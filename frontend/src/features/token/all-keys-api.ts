import { type AdminTokenChange, type AdminTokenView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { wirePage, type PageQuery } from '../../api/page-query';
import { listOf, wholeList } from '../../api/tags';

/** Which keys of everybody are listed, as the filters stand in the address; empty holds for all. */
export interface AllKeysFilter {
  readonly username: string;
  readonly keyword: string;
  readonly status: string;
  readonly group: string;
  /** Days without use. */
  readonly unused: string;
}

const allKeysApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listAllKeys: build.query<ListAnswer<AdminTokenView>, PageQuery & AllKeysFilter>({
      query: ({ page, size, unused, ...filter }) => ({
        url: 'keys/',
        params: {
          p: wirePage(page),
          size,
          ...Object.fromEntries(Object.entries({ ...filter, unused_days: unused }).filter(([, text]) => text !== '')),
        },
      }),
      transformResponse: toListAnswer<AdminTokenView>,
      providesTags: listOf('Token'),
    }),
    changeKey: build.mutation<AdminTokenView, AdminTokenChange & { readonly id: number }>({
      query: ({ id, ...body }) => ({ url: `keys/${id}`, method: 'PUT', body }),
      invalidatesTags: [wholeList('Token')],
    }),
    /** Ends a key for good. */
    revokeKey: build.mutation<null, number>({
      query: id => ({ url: `keys/${id}`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Token')],
    }),
  }),
});

export const { useListAllKeysQuery, useChangeKeyMutation, useRevokeKeyMutation } = allKeysApi;
