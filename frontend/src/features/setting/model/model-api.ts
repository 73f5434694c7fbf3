import { type GroupLabels } from '@contracts';
import { baseApi } from '../../../api/base-api';

const modelSettingApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Every model name worth describing: those known by their providers, and those the caller's groups really offer. */
    collectModelNames: build.query<readonly string[], void>({
      queryFn: async (_argument, _api, _options, send) => {
        const known = await send('channel/models');
        if (known.error) return { error: known.error };
        const groups = await send('groups/token');
        if (groups.error) return { error: groups.error };
        // The two answers have the shapes of their calls; the base query cannot know them.
        const names = (known.data as readonly { readonly id: string }[]).map(({ id }) => id);
        for (const group of Object.keys(groups.data as GroupLabels)) {
          const offered = await send({ url: 'user/models', params: { group } });
          if (offered.error) return { error: offered.error };
          names.push(...(offered.data as readonly string[]));
        }
        return { data: [...new Set(names)] };
      },
    }),
  }),
});

export const { useLazyCollectModelNamesQuery } = modelSettingApi;
