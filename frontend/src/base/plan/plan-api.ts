import {
  type PlanChangePreview,
  type PlanEdit,
  type PlanGrant,
  type PlanOffer,
  type PlanPurchase,
  type PlanView,
  type SubscriptionQuery,
  type SubscriptionView,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { wirePage, type PageQuery } from '../../api/page-query';
import { listOf, wholeList } from '../../api/tags';

/** One of the reader's plans, and the one that it becomes. */
interface PlanStep {
  readonly id: number;
  readonly planId: number;
}

/** What changes with everything that a person does with plans. */
const money = [wholeList('Plan'), 'Self', 'Log'] as const;

const planApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listPlans: build.query<readonly PlanView[], void>({
      query: () => 'plan/',
      providesTags: [wholeList('Plan')],
    }),
    createPlan: build.mutation<PlanView, PlanEdit>({
      query: body => ({ url: 'plan/', method: 'POST', body }),
      invalidatesTags: [wholeList('Plan')],
    }),
    editPlan: build.mutation<PlanView, PlanEdit & { readonly id: number }>({
      query: ({ id, ...body }) => ({ url: `plan/${id}`, method: 'PUT', body }),
      invalidatesTags: [wholeList('Plan')],
    }),
    removePlan: build.mutation<null, number>({
      query: id => ({ url: `plan/${id}`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Plan')],
    }),
    listSubscriptions: build.query<ListAnswer<SubscriptionView>, PageQuery & Pick<SubscriptionQuery, 'username'>>({
      query: ({ page, size, username }) => ({
        url: 'plan/subscriptions',
        params: { p: wirePage(page), size, ...(username && { username }) },
      }),
      transformResponse: toListAnswer<SubscriptionView>,
      providesTags: listOf('Plan'),
    }),
    givePlan: build.mutation<null, PlanGrant>({
      query: body => ({ url: 'plan/subscriptions', method: 'POST', body }),
      invalidatesTags: [wholeList('Plan')],
    }),
    endSubscription: build.mutation<null, number>({
      query: id => ({ url: `plan/subscriptions/${id}`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Plan')],
    }),
  }),
});

const ownPlanApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** The reader's own plans, in their order of use. */
    listOwnPlans: build.query<readonly SubscriptionView[], void>({
      query: () => 'plan/own',
      providesTags: [wholeList('Plan')],
      extraOptions: { quiet: true }, // the list says itself that it could not be loaded
    }),
    listPlanOffers: build.query<readonly PlanOffer[], void>({
      query: () => 'plan/own/offers',
      providesTags: [wholeList('Plan')],
    }),
    buyPlan: build.mutation<SubscriptionView, PlanPurchase>({
      query: body => ({ url: 'plan/own', method: 'POST', body }),
      invalidatesTags: [...money],
    }),
    orderPlans: build.mutation<readonly SubscriptionView[], readonly number[]>({
      query: ids => ({ url: 'plan/own/order', method: 'PUT', body: { ids } }),
      invalidatesTags: [wholeList('Plan')],
    }),
    getPlanChange: build.query<PlanChangePreview, PlanStep>({
      query: ({ id, planId }) => ({ url: `plan/own/${id}/change`, params: { plan_id: planId } }),
    }),
    changePlan: build.mutation<SubscriptionView, PlanStep>({
      query: ({ id, planId }) => ({ url: `plan/own/${id}/change`, method: 'PUT', body: { plan_id: planId } }),
      invalidatesTags: [...money],
    }),
    cancelPlan: build.mutation<SubscriptionView, { readonly id: number; readonly isCancelled: boolean }>({
      query: ({ id, isCancelled }) => ({
        url: `plan/own/${id}/cancel`,
        method: 'PUT',
        body: { is_cancelled: isCancelled },
      }),
      invalidatesTags: [...money],
    }),
  }),
});

export const {
  useListPlansQuery,
  useCreatePlanMutation,
  useEditPlanMutation,
  useRemovePlanMutation,
  useListSubscriptionsQuery,
  useGivePlanMutation,
  useEndSubscriptionMutation,
} = planApi;

export const {
  useListOwnPlansQuery,
  useListPlanOffersQuery,
  useBuyPlanMutation,
  useOrderPlansMutation,
  useGetPlanChangeQuery,
  useChangePlanMutation,
  useCancelPlanMutation,
} = ownPlanApi;
