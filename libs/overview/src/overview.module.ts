import { AlertModule } from '@alert';
import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller';
import { OwnOverviewService } from './own-overview.service';
import { SiteOverviewService } from './site-overview.service';

/** What the first page of the console shows. */
@Module({
  imports: [AlertModule],
  controllers: [OverviewController],
  providers: [OwnOverviewService, SiteOverviewService],
})
export class OverviewModule {}
