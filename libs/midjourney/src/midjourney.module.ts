import { Module } from '@nestjs/common';
import { RelayModule } from '@relay';
import { TaskEngineModule } from '@task';
import { DrawingController } from './console/drawing.controller';
import { DrawingDoor } from './drawing-door';
import { DrawingPlatform } from './drawing.platform';
import { DrawingQueries } from './drawing-queries.service';
import { DrawingUpstream } from './drawing-upstream';
import { PictureAccess } from './picture/picture-access';
import { PictureAddresses } from './picture/picture-addresses';
import { PictureDoor } from './picture/picture-door';
import { PictureSource } from './picture/picture-source';
import { DrawingSubmit } from './submit/drawing-submit.service';
import { DrawingViews } from './view/drawing-views';

/** Drawings: the routes of drawing proxies, their pictures, and the list in the console. */
@Module({
  imports: [RelayModule, TaskEngineModule],
  controllers: [DrawingController],
  providers: [
    DrawingDoor,
    DrawingPlatform,
    DrawingQueries,
    DrawingSubmit,
    DrawingUpstream,
    DrawingViews,
    PictureAccess,
    PictureAddresses,
    PictureDoor,
    PictureSource,
  ],
  exports: [DrawingDoor],
})
export class MidjourneyModule {}
