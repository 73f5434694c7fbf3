import { Module } from '@nestjs/common';
import { RelayModule } from '@relay';
import { TaskEngineModule } from '@task';
import { DrawingController } from './console/drawing.controller';
import { MidjourneyRoutes } from './midjourney.routes';
import { DrawingPlatform } from './drawing.platform';
import { DrawingQueries } from './drawing-queries.service';
import { DrawingUpstream } from './drawing-upstream';
import { ImageAccess } from './image/image-access';
import { ImageAddresses } from './image/image-addresses';
import { ImageRoutes } from './image/image.routes';
import { ImageSource } from './image/image-source';
import { DrawingSubmit } from './submit/drawing-submit.service';
import { DrawingViews } from './view/drawing-views';

/** Drawings: the routes of drawing proxies, their images, and the list in the console. */
@Module({
  imports: [RelayModule, TaskEngineModule],
  controllers: [DrawingController],
  providers: [
    MidjourneyRoutes,
    DrawingPlatform,
    DrawingQueries,
    DrawingSubmit,
    DrawingUpstream,
    DrawingViews,
    ImageAccess,
    ImageAddresses,
    ImageRoutes,
    ImageSource,
  ],
  exports: [MidjourneyRoutes],
})
export class MidjourneyModule {}
