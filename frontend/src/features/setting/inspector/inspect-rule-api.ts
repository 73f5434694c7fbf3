import { type InspectRuleCreate, type InspectRuleView, type InspectStore } from '@contracts';
import { baseApi } from '../../../api/base-api';

const inspectRuleApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listInspectRules: build.query<readonly InspectRuleView[], void>({
      query: () => 'inspector/rule',
      providesTags: ['InspectRule'],
      extraOptions: { quiet: true },
    }),
    createInspectRule: build.mutation<null, InspectRuleCreate>({
      query: body => ({ url: 'inspector/rule', method: 'POST', body }),
      invalidatesTags: ['InspectRule'],
    }),
    endInspectRule: build.mutation<null, number>({
      query: id => ({ url: `inspector/rule/${id}`, method: 'DELETE' }),
      invalidatesTags: ['InspectRule'],
    }),
    getInspectStore: build.query<InspectStore, void>({
      query: () => 'inspector/store',
      providesTags: ['Inspected'],
      extraOptions: { quiet: true },
    }),
    emptyInspectStore: build.mutation<number, void>({
      query: () => ({ url: 'inspector/store', method: 'DELETE' }),
      invalidatesTags: ['Inspected'],
    }),
  }),
});

export const {
  useListInspectRulesQuery,
  useCreateInspectRuleMutation,
  useEndInspectRuleMutation,
  useGetInspectStoreQuery,
  useEmptyInspectStoreMutation,
} = inspectRuleApi;
