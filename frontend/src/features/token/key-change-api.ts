import { type TokenLeak, type TokenLeakResult, type TokenRotation, type TokenView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { oneOf } from '../../api/tags';

const keyChangeApi = baseApi.injectEndpoints({
  endpoints: build => ({
    rotateKey: build.mutation<TokenView, TokenRotation & { readonly id: number }>({
      query: ({ id, ...body }) => ({ url: `token/${id}/rotate`, method: 'POST', body }),
      invalidatesTags: (_token, _error, { id }) => [oneOf('Token', id)],
    }),
    /** Ends a key that others have seen, and returns who called with it. */
    replaceLeakedKey: build.mutation<TokenLeakResult, TokenLeak & { readonly id: number }>({
      query: ({ id, ...body }) => ({ url: `token/${id}/leak`, method: 'POST', body }),
      invalidatesTags: (_result, _error, { id }) => [oneOf('Token', id)],
    }),
    /** Ends the key that the last rotation replaced before its time. */
    endPreviousKey: build.mutation<TokenView, number>({
      query: id => ({ url: `token/${id}/previous`, method: 'DELETE' }),
      invalidatesTags: (_token, _error, id) => [oneOf('Token', id)],
    }),
  }),
});

export const { useRotateKeyMutation, useReplaceLeakedKeyMutation, useEndPreviousKeyMutation } = keyChangeApi;
