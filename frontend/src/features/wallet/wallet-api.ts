import {
  type AffiliateTransfer,
  type LogEntry,
  type OrderSearch,
  type OrderView,
  type Page,
  type PayForm,
  type PayRequest,
  type RedeemedPlan,
  type RedeemRequest,
  LogType,
  TOP_UP_RECORDS_SHOWN,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { pageFields, type PageQuery } from '../../api/page-query';
import { listOf } from '../../api/tags';

/**
 * A payment that the server has recorded: the form that pays it, and the address to which the browser posts the form.
 */
export interface PaymentStart {
  readonly form: PayForm;
  readonly url: string;
}

const walletApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Redeems a code and returns the gained units, or the plan that it gives. */
    redeem: build.mutation<number | RedeemedPlan, RedeemRequest>({
      query: body => ({ url: 'user/topup', method: 'POST', body }),
      invalidatesTags: ['Self', 'Log', 'Plan'],
    }),
    startPayment: build.mutation<PaymentStart, PayRequest>({
      query: body => ({ url: 'user/pay', method: 'POST', body }),
      transformResponse: (form: PayForm, meta) => ({ form, url: String(meta?.extra.url ?? '') }),
      extraOptions: { refusalInData: true },
      invalidatesTags: ['Order'],
    }),
    listOwnOrders: build.query<ListAnswer<OrderView>, PageQuery>({
      query: page => ({ url: 'user/orders', params: pageFields(page) }),
      transformResponse: toListAnswer<OrderView>,
      providesTags: listOf('Order'),
    }),
    /** Lists the orders of all users, for administrators. */
    listOrders: build.query<ListAnswer<OrderView>, PageQuery & Pick<OrderSearch, 'keyword' | 'status' | 'method'>>({
      query: ({ page, size, ...filters }) => ({ url: 'order/', params: { ...pageFields({ page, size }), ...filters } }),
      transformResponse: toListAnswer<OrderView>,
      providesTags: listOf('Order'),
    }),
    /** Lists the latest top-ups: those of all users for administrators, the own ones otherwise. */
    listTopUpRecords: build.query<readonly LogEntry[], { readonly isAdmin: boolean }>({
      query: ({ isAdmin }) => ({
        url: isAdmin ? 'log/' : 'log/self/',
        params: { p: 0, page_size: TOP_UP_RECORDS_SHOWN, type: LogType.TopUp },
      }),
      transformResponse: (page: Page<LogEntry>) => page.items,
      providesTags: ['Log'],
      extraOptions: { quiet: true },
    }),
    /** Returns the caller's invite code, which is created by the first request for it. */
    getInviteCode: build.query<string, void>({ query: () => 'user/aff', extraOptions: { quiet: true } }),
    transferRewards: build.mutation<null, AffiliateTransfer>({
      query: body => ({ url: 'user/aff_transfer', method: 'POST', body }),
      invalidatesTags: ['Self', 'Log'],
    }),
    /** Returns the address of the image beside the invitation; empty when there is none. */
    getPromoImage: build.query<string, void>({ query: () => 'topup-affiliate/img', extraOptions: { quiet: true } }),
  }),
});

export const {
  useRedeemMutation,
  useStartPaymentMutation,
  useListOwnOrdersQuery,
  useListOrdersQuery,
  useListTopUpRecordsQuery,
  useGetInviteCodeQuery,
  useTransferRewardsMutation,
  useGetPromoImageQuery,
} = walletApi;
