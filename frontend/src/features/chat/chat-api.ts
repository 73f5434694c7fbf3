import { TOKEN_NEVER_EXPIRES, TOKEN_QUOTA_DEFAULT, type TokenCreate, type TokenView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { wholeList } from '../../api/tags';

/** The most tokens that are offered; the page is for a quick start. */
const QUICK_TOKENS_MAX = 100;

const defaultToken: TokenCreate = {
  name: 'default',
  remain_quota: TOKEN_QUOTA_DEFAULT,
  unlimited_quota: false,
  expired_time: TOKEN_NEVER_EXPIRES,
  model_limits_enabled: false,
  model_limits: '',
  group: 'default',
};

const chatApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** The page itself shows what went wrong, in one sentence for both calls. */
    listQuickTokens: build.query<readonly TokenView[], void>({
      query: () => ({ url: 'token/', params: { size: QUICK_TOKENS_MAX } }),
      transformResponse: (tokens: readonly TokenView[] | null) => tokens ?? [],
      providesTags: [wholeList('Token')],
      extraOptions: { quiet: true },
    }),
    /** Creates a token for users who have none yet. */
    createDefaultToken: build.mutation<null, void>({
      query: () => ({ url: 'token/', method: 'POST', body: defaultToken }),
      transformResponse: () => null,
      invalidatesTags: (_answer, error) => (error ? [] : [wholeList('Token')]),
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useListQuickTokensQuery, useCreateDefaultTokenMutation } = chatApi;
