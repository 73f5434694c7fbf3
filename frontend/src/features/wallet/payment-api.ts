import {
  type AmountRequest,
  type OrderDecision,
  type OrderRefund,
  type OrderView,
  type PaymentQuote,
  type PaymentStarted,
  type PaymentStartRequest,
  type PaymentTerms,
} from '@contracts';
import { baseApi } from '../../api/base-api';

/** Ways to pay, and what people decide about orders. */
const paymentApi = baseApi.injectEndpoints({
  endpoints: build => ({
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
  }),
});

export const {
  useGetTermsQuery,
  useGetQuoteQuery,
  useStartCheckoutMutation,
  useClaimOrderMutation,
  useCancelOrderMutation,
  useConfirmOrderMutation,
  useRefuseOrderMutation,
  useRefundOrderMutation,
} = paymentApi;
