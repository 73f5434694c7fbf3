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
import { OptionController } from './options/option.controller';
import { OptionEntity } from './options/option.entity';
import { OptionStore } from './options/option.store';
import { Options } from './options/options';
import { RichContent } from './site/rich-content';
import { loadShippedDefaults } from './options/shipped-defaults';
import { SiteFacts } from './site/site-facts';
import { SiteController, SiteDocumentController } from './site/site.controller';
import { SiteService } from './site/site.service';

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
