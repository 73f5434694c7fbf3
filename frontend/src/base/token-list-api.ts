import { type TokenView } from '@contracts';
import { baseApi } from '../api/base-api';
import { toListAnswer, type ListAnswer } from '../api/envelope-base-query';
import { wirePage, type PageQuery } from '../api/page-query';
import { listOf } from '../api/tags';

const tokenListApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** The own tokens, page by page. The token page shows them, and other pages need to know which tokens exist. */
    listTokens: build.query<ListAnswer<TokenView>, PageQuery>({
      query: ({ page, size }) => ({ url: 'token/', params: { p: wirePage(page), size } }),
      transformResponse: toListAnswer<TokenView>,
      providesTags: listOf('Token'),
    }),
  }),
});

export const { useListTokensQuery } = tokenListApi;
