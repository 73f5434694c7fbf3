import {
  type LogPageView,
  type TeamCreate,
  type TeamDetail,
  type TeamEdit,
  type TeamInvitationOffer,
  type TeamInvite,
  type TeamInvited,
  type TeamKey,
  type TeamMemberEdit,
  type TeamSummary,
  type TeamTransfer,
  type TeamUsageQuery,
  type TeamUsageRow,
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
    inviteToTeam: build.mutation<TeamInvited, TeamInvite & OfTeam>({
      query: ({ teamId, ...body }) => ({ url: `team/${teamId}/invitation`, method: 'POST', body }),
      invalidatesTags: teams,
    }),
    withdrawTeamInvitation: build.mutation<null, OfTeam & { readonly invitationId: number }>({
      query: ({ teamId, invitationId }) => ({ url: `team/${teamId}/invitation/${invitationId}`, method: 'DELETE' }),
      invalidatesTags: teams,
    }),
    /** A code that is good no more is told on the page itself. */
    getTeamOffer: build.query<TeamInvitationOffer, string>({
      query: code => `team/join/${encodeURIComponent(code)}`,
      extraOptions: { quiet: true },
    }),
    joinTeam: build.mutation<TeamDetail, string>({
      query: code => ({ url: 'team/join', method: 'POST', body: { code } }),
      invalidatesTags: teams,
    }),
    listTeamKeys: build.query<readonly TeamKey[], number>({
      query: id => `team/${id}/key`,
      providesTags: [...teams, wholeList('Token')],
    }),
    removeTeamKey: build.mutation<null, OfTeam & { readonly keyId: number }>({
      query: ({ teamId, keyId }) => ({ url: `team/${teamId}/key/${keyId}`, method: 'DELETE' }),
      invalidatesTags: [wholeList('Token')],
    }),
    listTeamUsage: build.query<readonly TeamUsageRow[], TeamUsageQuery & OfTeam>({
      query: ({ teamId, ...params }) => ({ url: `team/${teamId}/usage`, params }),
      providesTags: ['Log'],
    }),
    listTeamLog: build.query<LogPageView, PageQuery & OfTeam>({
      query: ({ teamId, page, size }) => ({ url: `team/${teamId}/log`, params: { p: page, page_size: size, type: 2 } }),
      providesTags: ['Log'],
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
  useInviteToTeamMutation,
  useWithdrawTeamInvitationMutation,
  useGetTeamOfferQuery,
  useJoinTeamMutation,
  useListTeamKeysQuery,
  useRemoveTeamKeyMutation,
  useListTeamUsageQuery,
  useListTeamLogQuery,
} = teamApi;
