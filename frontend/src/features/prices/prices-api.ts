import {
  type PriceListComparison,
  type PriceListRequest,
  type PriceSave,
  type PriceSaved,
  type PriceTable,
  type PriceVersion,
  type PriceVersionDetail,
} from '@contracts';
import { baseApi } from '../../api/base-api';

/** The data that prices change on other pages. */
const touched = ['Price', 'Option', 'Model'] as const;

const pricesApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getPriceTable: build.query<PriceTable, void>({
      query: () => 'option/prices',
      providesTags: ['Price', 'Option', 'Channel'],
    }),
    /** Saves all cells or none; the server refuses those that somebody else has changed. */
    savePrices: build.mutation<PriceSaved, PriceSave>({
      query: body => ({ url: 'option/prices', method: 'PUT', body }),
      // After a refusal the table is read again too, since it shows an old state.
      invalidatesTags: touched,
    }),
    listPriceVersions: build.query<readonly PriceVersion[], void>({
      query: () => 'option/prices/versions',
      providesTags: ['Price'],
    }),
    getPriceVersion: build.query<PriceVersionDetail, number>({
      query: id => `option/prices/versions/${id}`,
      providesTags: ['Price'],
    }),
    restorePrices: build.mutation<PriceSaved, number>({
      query: id => ({ url: `option/prices/versions/${id}/restore`, method: 'POST' }),
      invalidatesTags: touched,
    }),
    /** Compares the table with a public list and changes nothing. */
    comparePriceList: build.mutation<PriceListComparison, PriceListRequest>({
      query: body => ({ url: 'option/prices/compare', method: 'POST', body }),
    }),
  }),
});

export const {
  useGetPriceTableQuery,
  useSavePricesMutation,
  useListPriceVersionsQuery,
  useGetPriceVersionQuery,
  useRestorePricesMutation,
  useComparePriceListMutation,
} = pricesApi;
