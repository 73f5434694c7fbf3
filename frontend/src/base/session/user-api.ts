import {
  type AdminUser,
  type LoginRequest,
  type OwnUser,
  type SelfEdit,
  type SessionUser,
  type TurnstileQuery,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { oneOf } from '../../api/tags';

const userApi = baseApi.injectEndpoints({
  endpoints: build => ({
    login: build.mutation<SessionUser, LoginRequest & TurnstileQuery>({
      query: ({ turnstile, ...body }) => ({
        url: 'user/login',
        method: 'POST',
        params: turnstile ? { turnstile } : undefined,
        body,
      }),
    }),
    logout: build.mutation<null, void>({ query: () => 'user/logout' }),
    getSelf: build.query<OwnUser, void>({ query: () => 'user/self', providesTags: ['Self'] }),
    /** A new password ends all other sessions. */
    editSelf: build.mutation<null, SelfEdit>({
      query: body => ({ url: 'user/self', method: 'PUT', body }),
      invalidatesTags: ['Self', 'Status', 'Session'],
    }),
    /** Creates a new system access token; the previous one stops working at once. */
    createAccessToken: build.mutation<string, void>({ query: () => 'user/token' }),
    getUser: build.query<AdminUser, number>({
      query: id => `user/${id}`,
      providesTags: (_user, _error, id) => [oneOf('User', id)],
    }),
    /** Names of the models that a group offers to the caller: all of them, or only those that have a price. */
    listModels: build.query<readonly string[], { readonly group: string; readonly priced?: true }>({
      query: params => ({ url: 'user/models', params }),
      providesTags: ['Model'],
    }),
  }),
});

/** Matches a fetched own account, for the listener that keeps the stored user up to date. */
export const selfArrived = userApi.endpoints.getSelf.matchFulfilled;

export const {
  useLoginMutation,
  useLogoutMutation,
  useGetSelfQuery,
  useEditSelfMutation,
  useCreateAccessTokenMutation,
  useGetUserQuery,
  useListModelsQuery,
} = userApi;
