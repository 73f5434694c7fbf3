import { Module } from '@nestjs/common';
import { RelayModule } from '@relay';
import { TaskEngineModule } from '@task';
import { MidjourneyController } from './console/midjourney.controller';
import { MidjourneyRoutes } from './midjourney.routes';
import { MidjourneyPlatform } from './midjourney.platform';
import { MidjourneyQueries } from './midjourney-queries.service';
import { MidjourneyUpstream } from './midjourney-upstream';
import { ImageAccess } from './image/image-access';
import { ImageAddresses } from './image/image-addresses';
import { ImageRoutes } from './image/image.routes';
import { ImageSource } from './image/image-source';
import { MidjourneySubmit } from './submit/midjourney-submit.service';
import { MidjourneyViews } from './view/midjourney-views';

/** Midjourney: the routes of Midjourney proxies, the images of their tasks, and the list in the console. */
@Module({
  imports: [RelayModule, TaskEngineModule],
  controllers: [MidjourneyController],
  providers: [
    MidjourneyRoutes,
    MidjourneyPlatform,
    MidjourneyQueries,
    MidjourneySubmit,
    MidjourneyUpstream,
    MidjourneyViews,
    ImageAccess,
    ImageAddresses,
    ImageRoutes,
    ImageSource,
  ],
  exports: [MidjourneyRoutes],
})
export class MidjourneyModule {}
