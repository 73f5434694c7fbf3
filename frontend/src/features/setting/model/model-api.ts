import { type GroupLabels } from '@contracts';
import { baseApi } from '../../../api/base-api';

const modelSettingApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /**
     * Every model name that may need a description: those known from the providers, and those that the caller's groups
     * offer.
     */
    collectModelNames: build.query<readonly string[], void>({
      queryFn: async (_argument, _api, _options, send) => {
        const known = await send('channel/models');
        if (known.error) return { error: known.error };
        const groups = await send('groups/token');
        if (groups.error) return { error: groups.error };
        // Both responses have the types of their calls, which the base query cannot know.
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
