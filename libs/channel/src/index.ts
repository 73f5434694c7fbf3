export type { CatalogChannel, CatalogTier } from './catalog/catalog-channel';
export { CatalogSnapshot, hasExpired, type CandidateObstacle } from './catalog/catalog-snapshot';
export type { CatalogLimits, CatalogShape } from './catalog/channel-settings';
export type { CatalogKey } from './catalog/catalog-key';
export { ChannelCatalog } from './catalog/channel-catalog';
export { deleteAbilities, insertAbilities } from './store/abilities';
export * from './store/ability.entity';
export { ChannelFigures, WHOLE_CALLS } from './figures/channel-figures';
export { figuresOf, KIND_NAMES } from './figures/figure-columns';
export { FiguresReadModel } from './figures/figures.read-model';
export { ChannelHealthService } from './console/channel-health.service';
export * from './health/channel-health';
export { ChannelKeys, type ChosenKey, type KeyCounts } from './keys/channel-keys';
export { ChannelStatusReadModel, type StatusReason } from './console/channel-status.read-model';
export * from './store/channel.entity';
export * from './channel.module';
export * from './store/key-fault.entity';
export type { KeyFailure, KeyOutcome } from './keys/key-rest';
export { ResponseChannels } from './responses/response-channels';
export { UpstreamBalances } from './store/upstream-balances';
export { rendezvous } from './keys/rendezvous';
export { upstreamModelName } from './catalog/model-mapping';
export { asJsonText, ChannelSaveDto } from './console/channel.dto';
export { ChannelService } from './console/channel.service';
export {
  channelConfigurationFields,
  fromChannelConfiguration,
  toChannelConfiguration,
} from './console/channel-configuration';
export { draftChannel } from './console/channel-draft';
