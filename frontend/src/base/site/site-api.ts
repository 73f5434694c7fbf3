import { type ContactInfo, type GroupLabels, type SiteStatus } from '@contracts';
import { baseApi } from '../../api/base-api';

const siteApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getStatus: build.query<SiteStatus, void>({
      query: () => 'status',
      providesTags: ['Status'],
      // The shell shows this error for as long as it lasts.
      extraOptions: { quiet: true },
    }),
    getNotice: build.query<string, void>({
      query: () => 'notice',
      // An administrator who changes an option sees its effect at once.
      providesTags: ['Option'],
      extraOptions: { quiet: true },
    }),
    getHomePageContent: build.query<string, void>({
      query: () => 'home_page_content',
      providesTags: ['Option'],
      // The page has its own welcome text as a fallback.
      extraOptions: { quiet: true },
    }),
    /** An address or HTML; the page itself shows when it cannot be loaded. */
    getAbout: build.query<string, void>({
      query: () => 'about',
      providesTags: ['Option'],
      extraOptions: { quiet: true },
    }),
    getContactInfo: build.query<ContactInfo, void>({
      query: () => 'contact-info',
      providesTags: ['Option'],
      extraOptions: { quiet: true },
    }),
    /** Maps group names to labels, for the groups that the caller may choose. */
    listGroupLabels: build.query<GroupLabels, void>({ query: () => 'groups/token', providesTags: ['Group'] }),
    /** The names of all groups, for the forms of administrators. */
    listGroups: build.query<readonly string[], void>({ query: () => 'group/', providesTags: ['Group'] }),
  }),
});

/** Asks for what every page shows, before there is a page. */
export function askForSite() {
  return [siteApi.util.prefetch('getStatus', undefined, {}), siteApi.util.prefetch('getNotice', undefined, {})];
}

/** Asks for what the start page shows. */
export function askForHome() {
  return [siteApi.util.prefetch('getHomePageContent', undefined, {})];
}

/** The status that the store has, if any. */
export const readStatus = siteApi.endpoints.getStatus.select();

/** Matches a fetched status, for the listener that keeps it between visits. */
export const statusArrived = siteApi.endpoints.getStatus.matchFulfilled;

export const {
  useGetStatusQuery,
  useLazyGetStatusQuery,
  useGetNoticeQuery,
  useGetHomePageContentQuery,
  useGetAboutQuery,
  useGetContactInfoQuery,
  useListGroupLabelsQuery,
  useListGroupsQuery,
} = siteApi;
