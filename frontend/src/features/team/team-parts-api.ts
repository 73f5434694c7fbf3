import {
  type LogPageView,
  type TeamDetail,
  type TeamInvitationOffer,
  type TeamInvite,
  type TeamInvited,
  type TeamKey,
  type TeamUsageQuery,
  type TeamUsageRow,
} from '@contracts';
import { baseApi } from '../../api/base-api';
import { type PageQuery } from '../../api/page-query';
import { wholeList } from '../../api/tags';

interface OfTeam {
  readonly teamId: number;
}

const teams = [wholeList('Team')];

/** Invitations, keys, use and log of a team. */
const teamPartsApi = baseApi.injectEndpoints({
  endpoints: build => ({
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
  useInviteToTeamMutation,
  useWithdrawTeamInvitationMutation,
  useGetTeamOfferQuery,
  useJoinTeamMutation,
  useListTeamKeysQuery,
  useRemoveTeamKeyMutation,
  useListTeamUsageQuery,
  useListTeamLogQuery,
} = teamPartsApi;
