import { createApi } from '@reduxjs/toolkit/query/react';
import { envelopeBaseQuery } from './envelope-base-query';
import { tagTypes } from './tags';

/** The single RTK Query API slice. Each feature injects its own endpoints and exports only their hooks. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: envelopeBaseQuery,
  tagTypes,
  endpoints: () => ({}),
});
