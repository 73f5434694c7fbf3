import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { UserModule } from '@user';
import { GroupController, OwnGroupController } from './group.controller';
import { GroupWatch } from './group-watch';
import { ModelCatalogue } from './model-catalogue';
import { PricePreviewController } from './preview/price-preview.controller';
import { PricePreviewService } from './preview/price-preview.service';
import { PriceBook } from './price-book';
import { PricingController } from './pricing.controller';
import { RatioResetController } from './ratio-reset.controller';
import { loadShippedBook } from './shipped-book';
import { StatusPageController } from './status-page.controller';
import { StatusPage } from './status-page.service';
import { UsableGroups } from './usable-groups';

/** Prices and groups. Global, because tokens, wallet, relay and the task services all price. */
@Global()
@Module({
  imports: [UserModule],
  controllers: [
    PricingController,
    GroupController,
    OwnGroupController,
    PricePreviewController,
    RatioResetController,
    StatusPageController,
  ],
  providers: [
    UsableGroups,
    ModelCatalogue,
    GroupWatch,
    PricePreviewService,
    StatusPage,
    {
      provide: PriceBook,
      inject: [Options, CONFIG],
      useFactory: (options: Options, config: Config) =>
        new PriceBook(options, loadShippedBook(join(config.configDir, 'ratios'))),
    },
  ],
  exports: [PriceBook, UsableGroups, ModelCatalogue],
})
export class PricingModule {}
