import { type Overview, type OverviewQuery, type SiteOverview } from '@contracts';
import { baseApi } from '../../api/base-api';

const overviewApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getOwnOverview: build.query<Overview, OverviewQuery>({
      query: params => ({ url: 'overview/self', params }),
      providesTags: ['Log'],
      // The page says it itself, above the figures that it has.
      extraOptions: { quiet: true },
    }),
    getSiteOverview: build.query<SiteOverview, OverviewQuery>({
      query: params => ({ url: 'overview/', params }),
      // What the first steps ask for is made on other pages.
      providesTags: ['Log', 'Channel', 'Token', 'Option', 'Alert'],
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useGetOwnOverviewQuery, useGetSiteOverviewQuery } = overviewApi;
