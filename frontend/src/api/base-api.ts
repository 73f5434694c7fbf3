import { createApi } from '@reduxjs/toolkit/query/react';
import { envelopeBaseQuery } from './envelope-base-query';
import { tagTypes } from './tags';

/** The one API slice; each feature injects its endpoints and exports hooks only. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: envelopeBaseQuery,
  tagTypes,
  endpoints: () => ({}),
});
