import {
  type BudgetChange,
  type BudgetCreate,
  type BudgetScope,
  type BudgetView,
  type OwnBudgetCreate,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { wirePage, type PageQuery } from '../../api/page-query';
import { listOf, wholeList } from '../../api/tags';

/** Whose budgets are listed; empty and 0 are any. */
interface BudgetFilter {
  readonly scope: BudgetScope | '';
  readonly ownerId?: number;
}

const budgetApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listBudgets: build.query<ListAnswer<BudgetView>, PageQuery & BudgetFilter>({
      query: ({ page, size, scope, ownerId }) => ({
        url: 'budget/',
        params: { p: wirePage(page), size, ...(scope !== '' && { scope }), ...(ownerId && { owner_id: ownerId }) },
      }),
      transformResponse: toListAnswer<BudgetView>,
      providesTags: listOf('Budget'),
    }),
    createBudget: build.mutation<BudgetView, BudgetCreate>({
      query: body => ({ url: 'budget/', method: 'POST', body }),
      invalidatesTags: [wholeList('Budget')],
    }),
    changeBudget: build.mutation<BudgetView, BudgetChange & { readonly id: number }>({
      query: ({ id, ...body }) => ({ url: `budget/${id}`, method: 'PUT', body }),
      invalidatesTags: [wholeList('Budget')],
    }),
    removeBudget: build.mutation<null, number>({
      query: id => ({ url: `budget/${id}`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Budget')],
    }),
    /** The budgets that apply to the reader, those of own keys and groups too. */
    listOwnBudgets: build.query<readonly BudgetView[], void>({
      query: () => 'budget/own',
      providesTags: [wholeList('Budget')],
    }),
    createOwnBudget: build.mutation<BudgetView, OwnBudgetCreate>({
      query: body => ({ url: 'budget/own', method: 'POST', body }),
      invalidatesTags: [wholeList('Budget')],
    }),
    changeOwnBudget: build.mutation<BudgetView, BudgetChange & { readonly id: number }>({
      query: ({ id, ...body }) => ({ url: `budget/own/${id}`, method: 'PUT', body }),
      invalidatesTags: [wholeList('Budget')],
    }),
    removeOwnBudget: build.mutation<null, number>({
      query: id => ({ url: `budget/own/${id}`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Budget')],
    }),
  }),
});

export const {
  useListBudgetsQuery,
  useCreateBudgetMutation,
  useChangeBudgetMutation,
  useRemoveBudgetMutation,
  useListOwnBudgetsQuery,
  useCreateOwnBudgetMutation,
  useChangeOwnBudgetMutation,
  useRemoveOwnBudgetMutation,
} = budgetApi;
