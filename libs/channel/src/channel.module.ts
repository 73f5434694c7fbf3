import { Global, Module } from '@nestjs/common';
import { ChangeNotices, Database, Logger, SecretBox } from '@platform';
import { AbilityEntity } from './ability.entity';
import { ChannelAnnouncer } from './channel-announcer';
import { ChannelBulkService } from './channel-bulk.service';
import { ChannelCatalog } from './channel-catalog';
import { ChannelHealth } from './channel-health';
import { ChannelKeyController } from './channel-key.controller';
import { ChannelKeyService } from './channel-key.service';
import { ChannelKeys } from './channel-keys';
import { ChannelListReadModel } from './channel-list.read-model';
import { ChannelController, ModelListController } from './channel.controller';
import { ChannelEntity } from './channel.entity';
import { ChannelService } from './channel.service';
import { ChannelStatusReadModel } from './channel-status.read-model';
import { ChannelStore } from './channel.store';
import { KeyFaultEntity } from './key-fault.entity';
import { KeyFaultStore } from './key-fault.store';
import { ResponseChannelEntity } from './response-channel.entity';
import { ResponseChannels } from './response-channels';

export const channelEntities = [ChannelEntity, AbilityEntity, KeyFaultEntity, ResponseChannelEntity];

/** Channels. Global, because pricing, tokens, the relay and the task services all use the catalogue. */
@Global()
@Module({
  controllers: [ChannelController, ChannelKeyController, ModelListController],
  providers: [
    ChannelStore,
    ChannelListReadModel,
    ChannelService,
    ChannelBulkService,
    ChannelHealth,
    ChannelAnnouncer,
    ChannelKeyService,
    ChannelKeys,
    ChannelStatusReadModel,
    KeyFaultStore,
    ResponseChannels,
    {
      provide: ChannelCatalog,
      inject: [Database, SecretBox, ChangeNotices, Logger],
      useFactory: (database: Database, box: SecretBox, notices: ChangeNotices, logger: Logger) =>
        ChannelCatalog.load({ database, box, notices, logger }),
    },
  ],
  exports: [ChannelCatalog, ChannelHealth, ChannelKeys, ChannelStatusReadModel, ResponseChannels],
})
export class ChannelModule {}
