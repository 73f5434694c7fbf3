import type { Endpoint } from '@providers';

/** One path of the relay door that asks a model for something. */
export interface RelayRoute {
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** Path to endpoint; everything else about a route is the same. A trailing slash and doubled slashes are forgiven. */
export const relayRoutes: readonly RelayRoute[] = [
  { path: '/v1/chat/completions', endpoint: 'chat' },
  { path: '/v1/completions', endpoint: 'completions' },
  { path: '/v1/embeddings', endpoint: 'embeddings' },
  { path: '/v1/moderations', endpoint: 'moderations' },
];
