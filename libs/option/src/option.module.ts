import { Global, Module } from '@nestjs/common';
import {
  ChangeNotices,
  CONFIG,
  EventBus,
  Logger,
  Mailer,
  ManagementLog,
  SecretBox,
  UnitOfWork,
  type Config,
} from '@platform';
import { SmtpMailer } from './mail/smtp-mailer';
import { OptionController } from './option.controller';
import { OptionEntity } from './option.entity';
import { OptionStore } from './option.store';
import { Options } from './options';
import { RichContent } from './rich-content';
import { loadShippedDefaults } from './shipped-defaults';
import { SiteFacts } from './site-facts';
import { SiteController, SiteDocumentController } from './site.controller';
import { SiteService } from './site.service';

export const optionEntities = [OptionEntity];

/**
 * The options, and the facts that the site shows about itself. The module is global, because nearly every module reads
 * options.
 */
@Global()
@Module({
  controllers: [OptionController, SiteController, SiteDocumentController],
  providers: [
    OptionStore,
    SiteFacts,
    RichContent,
    SiteService,
    { provide: Mailer, useClass: SmtpMailer },
    {
      provide: Options,
      inject: [OptionStore, UnitOfWork, ManagementLog, EventBus, ChangeNotices, SecretBox, Logger, CONFIG],
      useFactory: (
        store: OptionStore,
        unitOfWork: UnitOfWork,
        managementLog: ManagementLog,
        events: EventBus,
        notices: ChangeNotices,
        box: SecretBox,
        logger: Logger,
        config: Config,
      ) => {
        const shipped = loadShippedDefaults(config.configDir);
        return Options.load({ store, unitOfWork, managementLog, events, notices, box, logger, shipped, config });
      },
    },
  ],
  exports: [Options, SiteFacts, Mailer],
})
export class OptionModule {}
