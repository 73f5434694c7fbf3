import { type SignInDates, type SignInDatesQuery, type SignInResult } from '@contracts';
import { baseApi } from '../../api/base-api';

const checkInApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getSignInDates: build.query<SignInDates, SignInDatesQuery>({
      query: params => ({ url: 'user/sign-in-dates', params }),
      providesTags: ['CheckIn'],
      extraOptions: { quiet: true },
    }),
    signIn: build.mutation<SignInResult, void>({
      query: () => ({ url: 'user/sign-in', method: 'POST' }),
      // This applies after a refusal too: another tab or a new day may be the reason.
      invalidatesTags: ['CheckIn', 'Self', 'Log'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useGetSignInDatesQuery, useSignInMutation } = checkInApi;
