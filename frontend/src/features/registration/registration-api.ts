import {
  type RegistrationCodeCreate,
  type RegistrationCodeState,
  type RegistrationCodeStatusValue,
  type RegistrationCodeUse,
  type RegistrationCodeView,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { pageFields, type PageQuery } from '../../api/page-query';
import { listOf, oneOf, wholeList } from '../../api/tags';

export interface RegistrationListQuery extends PageQuery {
  readonly keyword: string;
  /** Empty for all. */
  readonly state: RegistrationCodeState | '';
}

/** The most people of one code that are shown; further ones are found in the list of users. */
const USES_SHOWN = 100;

const registrationApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listRegistrationCodes: build.query<ListAnswer<RegistrationCodeView>, RegistrationListQuery>({
      query: ({ keyword, state, ...page }) => ({
        url: 'registration_code/',
        params: { ...(keyword && { keyword }), ...(state && { state }), ...pageFields(page) },
      }),
      transformResponse: toListAnswer<RegistrationCodeView>,
      providesTags: listOf('RegistrationCode'),
    }),
    listRegistrationUses: build.query<ListAnswer<RegistrationCodeUse>, number>({
      query: id => ({ url: `registration_code/${id}/uses`, params: { p: 0, page_size: USES_SHOWN } }),
      transformResponse: toListAnswer<RegistrationCodeUse>,
      providesTags: (_uses, _error, id) => [oneOf('RegistrationCode', id)],
    }),
    createRegistrationCodes: build.mutation<readonly RegistrationCodeView[], RegistrationCodeCreate>({
      query: body => ({ url: 'registration_code/', method: 'POST', body }),
      invalidatesTags: [wholeList('RegistrationCode')],
    }),
    setRegistrationCodeStatus: build.mutation<
      RegistrationCodeView,
      { readonly id: number; readonly status: RegistrationCodeStatusValue }
    >({
      query: ({ id, status }) => ({ url: `registration_code/${id}`, method: 'PUT', body: { status } }),
      invalidatesTags: (_code, _error, { id }) => [oneOf('RegistrationCode', id)],
    }),
    deleteRegistrationCode: build.mutation<null, number>({
      query: id => ({ url: `registration_code/${id}`, method: 'DELETE' }),
      invalidatesTags: [wholeList('RegistrationCode')],
    }),
  }),
});

export const {
  useListRegistrationCodesQuery,
  useListRegistrationUsesQuery,
  useCreateRegistrationCodesMutation,
  useSetRegistrationCodeStatusMutation,
  useDeleteRegistrationCodeMutation,
} = registrationApi;
