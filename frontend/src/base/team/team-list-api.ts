import { type TeamSummary } from '@contracts';
import { baseApi } from '../../api/base-api';
import { wholeList } from '../../api/tags';

const teamListApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** The teams that the reader is in. */
    listTeams: build.query<readonly TeamSummary[], void>({
      query: () => 'team/',
      providesTags: [wholeList('Team')],
    }),
  }),
});

export const { useListTeamsQuery } = teamListApi;
