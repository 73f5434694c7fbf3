import { Global, Module } from '@nestjs/common';
import { ChangeNotices, Database, Logger, SecretBox } from '@platform';
import { AbilityEntity } from './store/ability.entity';
import { ChannelAnnouncer } from './health/channel-announcer';
import { ChannelBulkService } from './console/channel-bulk.service';
import { ChannelCatalog } from './catalog/channel-catalog';
import { ChannelFigures } from './figures/channel-figures';
import { ChannelHealth } from './health/channel-health';
import { ChannelHealthController } from './console/channel-health.controller';
import { ChannelHealthService } from './console/channel-health.service';
import { ChannelKeyController } from './console/channel-key.controller';
import { ChannelKeyService } from './console/channel-key.service';
import { ChannelKeys } from './keys/channel-keys';
import { ChannelListReadModel } from './console/channel-list.read-model';
import { ChannelController, ModelListController } from './console/channel.controller';
import { ChannelEntity } from './store/channel.entity';
import { ChannelService } from './console/channel.service';
import { ChannelStatusReadModel } from './console/channel-status.read-model';
import { ChannelStore } from './store/channel.store';
import { FiguresReadModel } from './figures/figures.read-model';
import { KeyFaultEntity } from './store/key-fault.entity';
import { KeyFaultStore } from './health/key-fault.store';
import { ResponseChannelEntity } from './store/response-channel.entity';
import { ResponseChannels } from './responses/response-channels';
import { UpstreamBalances } from './store/upstream-balances';

export const channelEntities = [ChannelEntity, AbilityEntity, KeyFaultEntity, ResponseChannelEntity];

/** Channels. Global, because pricing, tokens, the relay and the task services all use the catalogue. */
@Global()
@Module({
  controllers: [ChannelHealthController, ChannelController, ChannelKeyController, ModelListController],
  providers: [
    ChannelStore,
    ChannelListReadModel,
    ChannelService,
    ChannelBulkService,
    ChannelFigures,
    ChannelHealth,
    ChannelHealthService,
    FiguresReadModel,
    ChannelAnnouncer,
    ChannelKeyService,
    ChannelKeys,
    ChannelStatusReadModel,
    KeyFaultStore,
    ResponseChannels,
    UpstreamBalances,
    {
      provide: ChannelCatalog,
      inject: [Database, SecretBox, ChangeNotices, Logger],
      useFactory: (database: Database, box: SecretBox, notices: ChangeNotices, logger: Logger) =>
        ChannelCatalog.load({ database, box, notices, logger }),
    },
  ],
  exports: [
    ChannelCatalog,
    ChannelFigures,
    ChannelHealth,
    ChannelHealthService,
    ChannelKeys,
    FiguresReadModel,
    ChannelStatusReadModel,
    ResponseChannels,
    UpstreamBalances,
  ],
})
export class ChannelModule {}
