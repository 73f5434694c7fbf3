import { type TokenCreate, type TokenEdit, type TokenSearch, type TokenStatusEdit, type TokenView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { patchRow } from '../../api/patch-rows';
import { listOf, oneOf, wholeList } from '../../api/tags';

/** Endpoints whose answers hold rows of the table. */
const rowLists = ['listTokens', 'searchTokens'] as const;

const tokenApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Not paged: all matches come at once. */
    searchTokens: build.query<ListAnswer<TokenView>, TokenSearch>({
      query: params => ({ url: 'token/search', params }),
      transformResponse: toListAnswer<TokenView>,
      providesTags: listOf('Token'),
    }),
    /**
     * One call per token, one after the other, so that a refusal stops the rest; one refresh of the list at the end.
     * Answers how many were made.
     */
    createTokens: build.mutation<number, readonly TokenCreate[]>({
      queryFn: async (requests, _api, _options, send) => {
        for (const body of requests) {
          const { error } = await send({ url: 'token/', method: 'POST', body });
          if (error) return { error };
        }
        return { data: requests.length };
      },
      // A stopped series has made some tokens too, and tags are refreshed after a refusal as well.
      invalidatesTags: [wholeList('Token')],
    }),
    editToken: build.mutation<TokenView, TokenEdit>({
      query: body => ({ url: 'token/', method: 'PUT', body }),
      invalidatesTags: (_token, _error, { id }) => [oneOf('Token', id)],
    }),
    /** The row switches at once; after a refusal it switches back. */
    setTokenStatus: build.mutation<TokenView, TokenStatusEdit>({
      query: body => ({ url: 'token/', method: 'PUT', params: { status_only: true }, body }),
      extraOptions: { isShownAhead: true },
      onQueryStarted: async ({ id, status }, { dispatch, queryFulfilled }) => {
        const undos = rowLists.map(endpoint =>
          dispatch(patchRow<TokenView>({ endpoint, tag: 'Token', id }, { status })),
        );
        await queryFulfilled.catch(() => undos.forEach(undo => undo())); // the listener says why
      },
      invalidatesTags: (_token, _error, { id }) => [oneOf('Token', id)],
    }),
    deleteToken: build.mutation<null, number>({
      query: id => ({ url: `token/${id}/`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Token')],
    }),
    /** HTML of the operator above the list. */
    getTokenDescription: build.query<string, void>({
      query: () => 'token-channel-description',
      extraOptions: { quiet: true },
    }),
    /** An address or HTML. */
    getDebugDocument: build.query<string, void>({ query: () => 'debug-document' }),
  }),
});

export const {
  useSearchTokensQuery,
  useCreateTokensMutation,
  useEditTokenMutation,
  useSetTokenStatusMutation,
  useDeleteTokenMutation,
  useGetTokenDescriptionQuery,
  useGetDebugDocumentQuery,
} = tokenApi;
