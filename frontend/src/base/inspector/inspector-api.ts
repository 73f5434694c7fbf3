import { type InspectedCall, type InspectKept, type InspectNotices, type InspectOwnCreate } from '@contracts';
import { baseApi } from '../../api/base-api';
import { readStored, readStoredUser } from '../../shared/browser/storage';

const inspectorApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Which of some calls are kept. A body carries the ids, because a page has more than an address may hold. */
    listKept: build.query<readonly InspectKept[], readonly string[]>({
      query: requestIds => ({ url: 'inspector/kept', method: 'POST', body: { request_ids: requestIds } }),
      providesTags: ['Inspected'],
      extraOptions: { quiet: true },
    }),
    /** The content of a call. Each reading may be noted in the owner's log, so it is read on demand, and not kept. */
    readCall: build.query<InspectedCall, string>({
      query: requestId => `inspector/call/${encodeURIComponent(requestId)}`,
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true },
    }),
    removeCall: build.mutation<null, string>({
      query: requestId => ({ url: `inspector/call/${encodeURIComponent(requestId)}`, method: 'DELETE' }),
      invalidatesTags: ['Inspected'],
    }),
    /** What tells the user that own calls are recorded. */
    getNotices: build.query<InspectNotices, void>({
      query: () => 'inspector/notices',
      providesTags: ['InspectRule'],
      extraOptions: { quiet: true },
    }),
    recordOwn: build.mutation<null, InspectOwnCreate>({
      query: body => ({ url: 'inspector/own', method: 'POST', body }),
      invalidatesTags: ['InspectRule'],
    }),
    endOwn: build.mutation<null, number>({
      query: tokenId => ({ url: `inspector/own/${tokenId}`, method: 'DELETE' }),
      invalidatesTags: ['InspectRule'],
    }),
  }),
});

/** Asks for the notices before there is a page that shows them: they would push down what is there already. */
export function askForNotices() {
  const areShown = readStoredUser() !== null && readStored('status')?.inspector === true;
  return areShown ? [inspectorApi.util.prefetch('getNotices', undefined, {})] : [];
}

export const {
  useListKeptQuery,
  useReadCallQuery,
  useRemoveCallMutation,
  useGetNoticesQuery,
  useRecordOwnMutation,
  useEndOwnMutation,
} = inspectorApi;
