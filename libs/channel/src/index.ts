export type { CatalogChannel, CatalogTier } from './catalog-channel';
export { CatalogSnapshot } from './catalog-snapshot';
export { ChannelCatalog } from './channel-catalog';
export * from './ability.entity';
export * from './channel-health';
export * from './channel.entity';
export * from './channel.module';
export { rendezvous } from './rendezvous';
export { upstreamModelName } from './model-mapping';
