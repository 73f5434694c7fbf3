import { type AdminUser, type ChannelView, type TokenView } from '@contracts';
import { baseApi } from '../../api/base-api';

/** The few things of a row by which it is recognised and gone to. */
export interface FoundRow {
  readonly id: number;
  readonly name: string;
  /** Beside the name, such as the display name of a user. */
  readonly detail: string;
}

/** Rows a search may bring; the pages show the others. */
const ROWS_MAX = 5;

// The palette says itself that a search failed, and asks again for every text: nothing is kept.
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
      query: keyword => ({ url: 'user/search', params: { keyword, group: '', p: 0, page_size: 10 } }),
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
