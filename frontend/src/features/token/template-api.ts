import { type TokenTemplate, type TokenTemplateSave } from '@contracts';
import { baseApi } from '../../api/base-api';
import { wholeList } from '../../api/tags';

const templateApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** The own templates and those of the site. */
    listTokenTemplates: build.query<readonly TokenTemplate[], void>({
      query: () => 'token_template/',
      providesTags: [wholeList('TokenTemplate')],
    }),
    saveTokenTemplate: build.mutation<TokenTemplate, TokenTemplateSave>({
      query: body => ({ url: 'token_template/', method: 'POST', body }),
      invalidatesTags: [wholeList('TokenTemplate')],
    }),
    deleteTokenTemplate: build.mutation<null, number>({
      query: id => ({ url: `token_template/${id}/`, method: 'DELETE' }),
      invalidatesTags: [wholeList('TokenTemplate')],
    }),
  }),
});

export const { useListTokenTemplatesQuery, useSaveTokenTemplateMutation, useDeleteTokenTemplateMutation } = templateApi;
