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
import { PriceListService } from './list/price-list.service';
import { PriceBook } from './price-book';
import { PricingController } from './pricing.controller';
import { RatioResetController } from './ratio-reset.controller';
import { loadShippedBook } from './shipped-book';
import { StatusPageController } from './status-page.controller';
import { StatusPage } from './status-page.service';
import { PriceTableController } from './table/price-table.controller';
import { PriceTableService } from './table/price-table.service';
import { PriceVersionEntity } from './table/price-version.entity';
import { PriceVersionStore } from './table/price-version.store';
import { PriceListClient } from './transport/price-list-client';
import { UsableGroups } from './usable-groups';

export const pricingEntities = [PriceVersionEntity];

/** Prices and groups. Global, because tokens, wallet, relay and the task services all price. */
@Global()
@Module({
  imports: [UserModule],
  controllers: [
    PricingController,
    GroupController,
    OwnGroupController,
    PricePreviewController,
    PriceTableController,
    RatioResetController,
    StatusPageController,
  ],
  providers: [
    UsableGroups,
    ModelCatalogue,
    GroupWatch,
    PricePreviewService,
    PriceVersionStore,
    PriceTableService,
    PriceListClient,
    PriceListService,
    StatusPage,
    {
      provide: PriceBook,
      inject: [Options, CONFIG],
      useFactory: (options: Options, config: Config) =>
        new PriceBook(options, loadShippedBook(join(config.configDir, 'ratios'))),
    },
  ],
  exports: [PriceBook, PriceListService, UsableGroups, ModelCatalogue],
})
export class PricingModule {}
