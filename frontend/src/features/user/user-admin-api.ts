import {
  type AdminUser,
  type UserCreate,
  type UserEdit,
  type UserManage,
  type UserManaged,
  type UserQuery,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { patchRow } from '../../api/patch-rows';
import { listOf, oneOf, wholeList } from '../../api/tags';
import { changesAhead, changesFrom } from './user-changes';

/** A page of the user table; an empty keyword or group narrows nothing. */
export interface UserListQuery extends Required<UserQuery> {
  /** Part of a name or address, or an id. */
  readonly keyword: string;
  readonly group: string;
}

function rowOf(id: number) {
  return { endpoint: 'listUsers', tag: 'User', id } as const;
}

const userAdminApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listUsers: build.query<ListAnswer<AdminUser>, UserListQuery>({
      query: ({ keyword, group, ...page }) =>
        keyword === '' && group === ''
          ? { url: 'user/', params: page }
          : { url: 'user/search', params: { keyword, group, ...page } },
      transformResponse: toListAnswer<AdminUser>,
      providesTags: listOf('User'),
    }),
    /** One account as it stands now, for a form: never from memory, and never changed under the reader's hands. */
    getUserForEdit: build.query<AdminUser, number>({ query: id => `user/${id}`, keepUnusedDataFor: 0 }),
    createUser: build.mutation<null, UserCreate>({
      query: body => ({ url: 'user/', method: 'POST', body }),
      invalidatesTags: [wholeList('User')],
    }),
    editUser: build.mutation<null, UserEdit>({
      query: body => ({ url: 'user/', method: 'PUT', body }),
      // Root may edit the own account here too.
      invalidatesTags: (_answer, _error, { id }) => [oneOf('User', id), 'Self'],
    }),
    /** The row shows what was asked for at once, then what the server answered; after a refusal it is read again. */
    manageUser: build.mutation<UserManaged, UserManage>({
      query: body => ({ url: 'user/manage', method: 'POST', body }),
      extraOptions: { isShownAhead: true },
      onQueryStarted: async ({ id, action }, { dispatch, queryFulfilled }) => {
        const undo = dispatch(patchRow<AdminUser>(rowOf(id), changesAhead(action)));
        try {
          const { data } = await queryFulfilled;
          dispatch(patchRow<AdminUser>(rowOf(id), changesFrom(action, data, new Date())));
        } catch {
          undo(); // the listener says why
        }
      },
      invalidatesTags: (_answer, error, { id }) => (error ? [oneOf('User', id)] : []),
    }),
    /** Takes the authenticator app off somebody's account. */
    removeAuthenticator: build.mutation<null, number>({
      query: id => ({ url: `user/${id}/totp`, method: 'DELETE' }),
    }),
  }),
});

export const {
  useListUsersQuery,
  useGetUserForEditQuery,
  useCreateUserMutation,
  useEditUserMutation,
  useManageUserMutation,
  useRemoveAuthenticatorMutation,
} = userAdminApi;
