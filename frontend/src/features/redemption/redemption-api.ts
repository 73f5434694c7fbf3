import { type RedemptionCreate, type RedemptionEdit, type RedemptionStatusEdit, type RedemptionView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { pageFields, type PageQuery } from '../../api/page-query';
import { patchRow } from '../../api/patch-rows';
import { listOf, oneOf, wholeList } from '../../api/tags';

/** The query for a page of the codes; an empty keyword matches every code. */
export interface RedemptionListQuery extends PageQuery {
  /** An id, the beginning of a name, or a whole code. */
  readonly keyword: string;
}

function rowOf(id: number) {
  return { endpoint: 'listRedemptions', tag: 'Redemption', id } as const;
}

const redemptionApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listRedemptions: build.query<ListAnswer<RedemptionView>, RedemptionListQuery>({
      query: ({ keyword, ...page }) =>
        keyword === ''
          ? { url: 'redemption/', params: pageFields(page) }
          : { url: 'redemption/search', params: { keyword, ...pageFields(page) } },
      transformResponse: toListAnswer<RedemptionView>,
      providesTags: listOf('Redemption'),
    }),
    /** Creates codes and returns them. */
    createRedemptions: build.mutation<readonly string[], RedemptionCreate>({
      query: body => ({ url: 'redemption/', method: 'POST', body }),
      invalidatesTags: [wholeList('Redemption')],
    }),
    editRedemption: build.mutation<RedemptionView, RedemptionEdit>({
      query: body => ({ url: 'redemption/', method: 'PUT', body }),
      // This applies after a refusal too: the code may have been used meanwhile.
      invalidatesTags: (_code, _error, { id }) => [oneOf('Redemption', id)],
    }),
    /**
     * Moves the switch of a row at once, then shows the values of the response; after a refusal the row is read again.
     */
    setRedemptionStatus: build.mutation<RedemptionView, RedemptionStatusEdit>({
      query: body => ({ url: 'redemption/', method: 'PUT', params: { status_only: true }, body }),
      extraOptions: { isShownAhead: true },
      onQueryStarted: async ({ id, status }, { dispatch, queryFulfilled }) => {
        const undo = dispatch(patchRow<RedemptionView>(rowOf(id), { status }));
        try {
          const { data } = await queryFulfilled;
          dispatch(patchRow<RedemptionView>(rowOf(id), data));
        } catch {
          undo(); // the listener shows the reason
        }
      },
      invalidatesTags: (_code, error, { id }) => (error ? [oneOf('Redemption', id)] : []),
    }),
    deleteRedemption: build.mutation<null, number>({
      query: id => ({ url: `redemption/${id}/`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Redemption')],
    }),
  }),
});

export const {
  useListRedemptionsQuery,
  useCreateRedemptionsMutation,
  useEditRedemptionMutation,
  useSetRedemptionStatusMutation,
  useDeleteRedemptionMutation,
} = redemptionApi;
