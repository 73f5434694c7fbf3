import { type AdminUser, type UserCreate, type UserEdit, type UserManage, type UserManaged } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { pageFields, type PageQuery } from '../../api/page-query';
import { patchRow } from '../../api/patch-rows';
import { listOf, oneOf, wholeList } from '../../api/tags';
import { changesAhead, changesFrom } from './user-changes';

/** The query for a page of the user table; an empty keyword or group matches every user. */
export interface UserListQuery extends PageQuery {
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
          ? { url: 'user/', params: pageFields(page) }
          : { url: 'user/search', params: { keyword, group, ...pageFields(page) } },
      transformResponse: toListAnswer<AdminUser>,
      providesTags: listOf('User'),
    }),
    /**
     * Reads the current values of one account for a form: they never come from the cache, and never change while the
     * form is open.
     */
    getUserForEdit: build.query<AdminUser, number>({ query: id => `user/${id}`, keepUnusedDataFor: 0 }),
    createUser: build.mutation<null, UserCreate>({
      query: body => ({ url: 'user/', method: 'POST', body }),
      invalidatesTags: [wholeList('User')],
    }),
    editUser: build.mutation<null, UserEdit>({
      query: body => ({ url: 'user/', method: 'PUT', body }),
      // Root may edit the own account with this call too.
      invalidatesTags: (_answer, _error, { id }) => [oneOf('User', id), 'Self'],
    }),
    /** Changes the row at once, then shows the values of the response; after a refusal the row is read again. */
    manageUser: build.mutation<UserManaged, UserManage>({
      query: body => ({ url: 'user/manage', method: 'POST', body }),
      extraOptions: { isShownAhead: true },
      onQueryStarted: async ({ id, action }, { dispatch, queryFulfilled }) => {
        const undo = dispatch(patchRow<AdminUser>(rowOf(id), changesAhead(action)));
        try {
          const { data } = await queryFulfilled;
          dispatch(patchRow<AdminUser>(rowOf(id), changesFrom(action, data, new Date())));
        } catch {
          undo(); // the listener shows the reason
        }
      },
      invalidatesTags: (_answer, error, { id }) => (error ? [oneOf('User', id)] : []),
    }),
    /** Removes the authenticator app of a user's account. */
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
