import {
  type EnvelopeExtras,
  type GroupLabels,
  type GroupRatios,
  type Manufacturer,
  type PricingItem,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { readManufacturers } from './manufacturers';

/** The price list that the reader may see. */
export interface Pricing {
  readonly items: readonly PricingItem[];
  readonly ratios: GroupRatios;
  readonly labels: GroupLabels;
}

const pricingApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getPricing: build.query<Pricing, void>({
      query: () => 'pricing',
      transformResponse: (items: readonly PricingItem[] | null, meta) => {
        // Names and types are those of the contract; servers of other makers send no labels.
        const { group_ratio, usable_group } = (meta?.extra ?? {}) as EnvelopeExtras;
        return { items: items ?? [], ratios: group_ratio ?? {}, labels: usable_group ?? {} };
      },
      providesTags: ['Model', 'Group', 'Option'],
    }),
    /** The administrators' descriptions of models and their makers. */
    getModelInfo: build.query<readonly Manufacturer[], void>({
      query: () => 'model-info',
      transformResponse: readManufacturers,
      providesTags: ['Model'],
      // The list can be shown without it.
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useGetPricingQuery, useGetModelInfoQuery } = pricingApi;
