import {
  type TeamCreate,
  type TeamDetail,
  type TeamEdit,
  type TeamMemberEdit,
  type TeamSummary,
  type TeamTransfer,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { wirePage, type PageQuery } from '../../api/page-query';
import { wholeList } from '../../api/tags';

/** A change of one team. */
interface OfTeam {
  readonly teamId: number;
}

const teams = [wholeList('Team')];

const teamApi = baseApi.injectEndpoints({
  endpoints: build => ({
    listAllTeams: build.query<ListAnswer<TeamSummary>, PageQuery>({
      query: ({ page, size }) => ({ url: 'team/all', params: { p: wirePage(page), page_size: size } }),
      transformResponse: toListAnswer<TeamSummary>,
      providesTags: teams,
    }),
    getTeam: build.query<TeamDetail, number>({ query: id => `team/${id}`, providesTags: teams }),
    createTeam: build.mutation<TeamDetail, TeamCreate>({
      query: body => ({ url: 'team/', method: 'POST', body }),
      invalidatesTags: teams,
    }),
    editTeam: build.mutation<TeamDetail, TeamEdit & OfTeam>({
      query: ({ teamId, ...body }) => ({ url: `team/${teamId}`, method: 'PUT', body }),
      invalidatesTags: teams,
    }),
    removeTeam: build.mutation<null, number>({
      query: id => ({ url: `team/${id}`, method: 'DELETE' }),
      invalidatesTags: [...teams, 'Self'],
    }),
    moveTeamMoney: build.mutation<TeamDetail, TeamTransfer & OfTeam>({
      query: ({ teamId, ...body }) => ({ url: `team/${teamId}/money`, method: 'POST', body }),
      invalidatesTags: [...teams, 'Self'],
    }),
    editTeamMember: build.mutation<TeamDetail, TeamMemberEdit & OfTeam & { readonly userId: number }>({
      query: ({ teamId, userId, ...body }) => ({ url: `team/${teamId}/member/${userId}`, method: 'PUT', body }),
      invalidatesTags: teams,
    }),
    removeTeamMember: build.mutation<null, OfTeam & { readonly userId: number }>({
      query: ({ teamId, userId }) => ({ url: `team/${teamId}/member/${userId}`, method: 'DELETE' }),
      invalidatesTags: teams,
    }),
  }),
});

export const {
  useListAllTeamsQuery,
  useGetTeamQuery,
  useCreateTeamMutation,
  useEditTeamMutation,
  useRemoveTeamMutation,
  useMoveTeamMoneyMutation,
  useEditTeamMemberMutation,
  useRemoveTeamMemberMutation,
} = teamApi;
