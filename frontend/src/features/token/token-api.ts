import { type TokenCreate, type TokenEdit, type TokenSearch, type TokenStatusEdit, type TokenView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { patchRow } from '../../api/patch-rows';
import { listOf, oneOf, wholeList } from '../../api/tags';

/** Endpoints that return rows of the table. */
const rowLists = ['listTokens', 'searchTokens'] as const;

const tokenApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Searches without pages: all matches come at once. */
    searchTokens: build.query<ListAnswer<TokenView>, TokenSearch>({
      query: params => ({ url: 'token/search', params }),
      transformResponse: toListAnswer<TokenView>,
      providesTags: listOf('Token'),
    }),
    /**
     * Creates tokens with one call each, one after the other, so that a refusal stops the rest; the list is refreshed
     * once at the end. It returns the number of created tokens.
     */
    createTokens: build.mutation<number, readonly TokenCreate[]>({
      queryFn: async (requests, _api, _options, send) => {
        for (const body of requests) {
          const { error } = await send({ url: 'token/', method: 'POST', body });
          if (error) return { error };
        }
        return { data: requests.length };
      },
      // An interrupted series has created some tokens too, and tags are refreshed after a refusal as well.
      invalidatesTags: [wholeList('Token')],
    }),
    editToken: build.mutation<TokenView, TokenEdit>({
      query: body => ({ url: 'token/', method: 'PUT', body }),
      invalidatesTags: (_token, _error, { id }) => [oneOf('Token', id)],
    }),
    /** Moves the switch of a row at once, and moves it back after a refusal. */
    setTokenStatus: build.mutation<TokenView, TokenStatusEdit>({
      query: body => ({ url: 'token/', method: 'PUT', params: { status_only: true }, body }),
      extraOptions: { isShownAhead: true },
      onQueryStarted: async ({ id, status }, { dispatch, queryFulfilled }) => {
        const undos = rowLists.map(endpoint =>
          dispatch(patchRow<TokenView>({ endpoint, tag: 'Token', id }, { status })),
        );
        await queryFulfilled.catch(() => undos.forEach(undo => undo())); // the listener shows the reason
      },
      invalidatesTags: (_token, _error, { id }) => [oneOf('Token', id)],
    }),
    deleteToken: build.mutation<null, number>({
      query: id => ({ url: `token/${id}/`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Token')],
    }),
    /** The operator's HTML above the list. */
    getTokenDescription: build.query<string, void>({
      query: () => 'token-channel-description',
      extraOptions: { quiet: true },
    }),
    /** The operator's document: an address or HTML. */
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
