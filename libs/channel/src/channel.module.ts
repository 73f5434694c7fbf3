import { Global, Module } from '@nestjs/common';
import { ChangeNotices, Database, Logger, SecretBox } from '@platform';
import { AbilityEntity } from './ability.entity';
import { ChannelCatalog } from './channel-catalog';
import { ChannelHealth } from './channel-health';
import { ChannelListReadModel } from './channel-list.read-model';
import { ChannelController, ModelListController } from './channel.controller';
import { ChannelEntity } from './channel.entity';
import { ChannelService } from './channel.service';
import { ChannelStore } from './channel.store';

export const channelEntities = [ChannelEntity, AbilityEntity];

/** Upstream accounts. Global, because pricing, tokens, the relay and the task services all ask the catalogue. */
@Global()
@Module({
  controllers: [ChannelController, ModelListController],
  providers: [
    ChannelStore,
    ChannelListReadModel,
    ChannelService,
    ChannelHealth,
    {
      provide: ChannelCatalog,
      inject: [Database, SecretBox, ChangeNotices, Logger],
      useFactory: (database: Database, box: SecretBox, notices: ChangeNotices, logger: Logger) =>
        ChannelCatalog.load({ database, box, notices, logger }),
    },
  ],
  exports: [ChannelCatalog, ChannelHealth],
})
export class ChannelModule {}
