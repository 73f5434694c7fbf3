import { type AdminUser, type ChannelView, type TokenView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { pageFields } from '../../api/page-query';

/** The few fields of a row by which users recognise it and the console opens it. */
export interface FoundRow {
  readonly id: number;
  readonly name: string;
  /** A text beside the name, such as the display name of a user. */
  readonly detail: string;
}

/** The most rows that one search shows; the pages show the others. */
const ROWS_MAX = 5;

// The palette reports a failed search itself and searches again for every text, so nothing is cached.
const shortLived = { keepUnusedDataFor: 0, extraOptions: { quiet: true } } as const;

const paletteApi = baseApi.injectEndpoints({
  endpoints: build => ({
    findTokens: build.query<readonly FoundRow[], string>({
      query: keyword => ({ url: 'token/search', params: { keyword, token: '' } }),
      transformResponse: (rows: readonly TokenView[] | null) =>
        (rows ?? []).slice(0, ROWS_MAX).map(({ id, name }) => ({ id, name, detail: '' })),
      ...shortLived,
    }),
    findChannels: build.query<readonly FoundRow[], string>({
      query: keyword => ({ url: 'channel/search', params: { keyword, group: '', model: '' } }),
      transformResponse: (rows: readonly ChannelView[] | null) =>
        (rows ?? []).slice(0, ROWS_MAX).map(({ id, name }) => ({ id, name, detail: `#${id}` })),
      ...shortLived,
    }),
    findUsers: build.query<readonly FoundRow[], string>({
      query: keyword => ({ url: 'user/search', params: { keyword, group: '', ...pageFields({ page: 1, size: 10 }) } }),
      transformResponse: (rows: readonly AdminUser[] | null) =>
        (rows ?? [])
          .filter(user => user.DeletedAt === null)
          .slice(0, ROWS_MAX)
          .map(({ id, username, display_name: name }) => ({
            id,
            name: username,
            detail: name === username ? '' : name,
          })),
      ...shortLived,
    }),
  }),
});

export const { useLazyFindTokensQuery, useLazyFindChannelsQuery, useLazyFindUsersQuery } = paletteApi;
