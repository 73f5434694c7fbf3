import { type PricePreview, type PricePreviewRequest } from '@contracts';
import { baseApi } from '../../api/base-api';

const priceEffectApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Computes what the calls of the last days would have cost, and saves nothing. */
    previewPrices: build.mutation<PricePreview, PricePreviewRequest>({
      query: body => ({ url: 'option/price_preview', method: 'POST', body }),
    }),
  }),
});

export const { usePreviewPricesMutation } = priceEffectApi;
