import { type CatalogChannel } from '../catalog/catalog-channel';
import { plainCatalogShape } from '../catalog/channel-settings';

/** A channel that serves model `m` to group `default` with one key, changed where a test needs it. */
export function makeCatalogChannel(changes: Partial<CatalogChannel> = {}): CatalogChannel {
  return {
    id: 1,
    type: 1,
    name: 'c',
    key: 'k',
    keyHash: 'h',
    keys: [{ position: 1, key: 'k', keyHash: 'h', mask: '…', fault: null }],
    hasSeveralKeys: false,
    baseUrl: '',
    other: '',
    organization: null,
    status: 1,
    priority: 0,
    weight: 0,
    models: ['m'],
    groups: ['default'],
    modelMapping: null,
    statusCodeMapping: null,
    maxInputTokens: 0,
    isAutoBan: true,
    testModel: null,
    tag: '',
    expiresAtMs: 0,
    ...plainCatalogShape,
    ...changes,
  };
}
