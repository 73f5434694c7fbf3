import { type ContactInfo, type GroupLabels, type SiteStatus } from '@contracts';
import { baseApi } from '../../api/base-api';

const siteApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getStatus: build.query<SiteStatus, void>({
      query: () => 'status',
      providesTags: ['Status'],
      // The shell says it for as long as it lasts.
      extraOptions: { quiet: true },
    }),
    getNotice: build.query<string, void>({
      query: () => 'notice',
      // Whoever changes an option sees its effect at once.
      providesTags: ['Option'],
      extraOptions: { quiet: true },
    }),
    getHomePageContent: build.query<string, void>({
      query: () => 'home_page_content',
      providesTags: ['Option'],
      // The page has its own welcome to fall back to.
      extraOptions: { quiet: true },
    }),
    /** An address or HTML; the page itself says when it cannot be had. */
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
    /** Group name to label, for the groups the caller may choose. */
    listGroupLabels: build.query<GroupLabels, void>({ query: () => 'groups/token', providesTags: ['Group'] }),
    /** All group names, for administrators' forms. */
    listGroups: build.query<readonly string[], void>({ query: () => 'group/', providesTags: ['Group'] }),
  }),
});

/** For the listener that remembers the status between visits. */
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
