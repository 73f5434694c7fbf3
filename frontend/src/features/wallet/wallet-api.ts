import {
  type AffiliateTransfer,
  type AmountRequest,
  type LogEntry,
  type OrderDecision,
  type OrderRefund,
  type OrderSearch,
  type OrderView,
  type Page,
  type PayForm,
  type PaymentQuote,
  type PaymentStarted,
  type PaymentStartRequest,
  type PaymentTerms,
  type PayRequest,
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
    /** Redeems a code and returns the gained units. */
    redeem: build.mutation<number, RedeemRequest>({
      query: body => ({ url: 'user/topup', method: 'POST', body }),
      invalidatesTags: ['Self', 'Log'],
    }),
    /** Reads the ways to pay, and what holds for all of them. */
    getTerms: build.query<PaymentTerms, void>({ query: () => 'payment/terms', extraOptions: { quiet: true } }),
    /** Reads what an amount costs and brings. It changes nothing, hence it is a query in spite of its method. */
    getQuote: build.query<PaymentQuote, AmountRequest>({
      query: body => ({ url: 'payment/quote', method: 'POST', body }),
    }),
    /** Starts a payment that the Epay gateway does not take. */
    startCheckout: build.mutation<PaymentStarted, PaymentStartRequest>({
      query: body => ({ url: 'payment/start', method: 'POST', body }),
      invalidatesTags: ['Order'],
    }),
    /** Says that the money of an own order is on its way. */
    claimOrder: build.mutation<OrderView, string>({
      query: trade_no => ({ url: 'payment/claim', method: 'POST', body: { trade_no } }),
      invalidatesTags: ['Order'],
    }),
    cancelOrder: build.mutation<OrderView, string>({
      query: trade_no => ({ url: 'payment/cancel', method: 'POST', body: { trade_no } }),
      invalidatesTags: ['Order'],
    }),
    confirmOrder: build.mutation<OrderView, OrderDecision>({
      query: body => ({ url: 'order/confirm', method: 'POST', body }),
      invalidatesTags: ['Order', 'Self', 'Log'],
    }),
    refuseOrder: build.mutation<OrderView, OrderDecision>({
      query: body => ({ url: 'order/refuse', method: 'POST', body }),
      invalidatesTags: ['Order', 'Log'],
    }),
    refundOrder: build.mutation<OrderView, OrderRefund>({
      query: body => ({ url: 'order/refund', method: 'POST', body }),
      invalidatesTags: ['Order', 'Self', 'Log'],
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
  useGetTermsQuery,
  useGetQuoteQuery,
  useStartCheckoutMutation,
  useClaimOrderMutation,
  useCancelOrderMutation,
  useConfirmOrderMutation,
  useRefuseOrderMutation,
  useRefundOrderMutation,
  useStartPaymentMutation,
  useListOwnOrdersQuery,
  useListOrdersQuery,
  useListTopUpRecordsQuery,
  useGetInviteCodeQuery,
  useTransferRewardsMutation,
  useGetPromoImageQuery,
} = walletApi;
