import { Module } from '@nestjs/common';
import { RelayModule } from '@relay';
import { CogvideoPlatform } from './cogvideo/cogvideo.platform';
import { TaskController } from './console/task.controller';
import { TaskEngineModule } from './engine/task-engine.module';
import { HailuoPlatform } from './hailuo/hailuo.platform';
import { KlingClient } from './kling/kling-client';
import { KlingPlatform } from './kling/kling.platform';
import { KlingRoutes } from './kling/kling.routes';
import { LumaPlatform } from './luma/luma.platform';
import { LumaRoutes } from './luma/luma.routes';
import { MediaRoutes } from './media.routes';
import { OpenAiVideoPlatform } from './openai-video/openai-video.platform';
import { OpenAiVideoRoutes } from './openai-video/openai-video.routes';
import { VideoContent } from './openai-video/video-content';
import { VideoList } from './openai-video/video-list';
import { VideoProviders } from './openai-video/video-providers';
import { RunwayPlatform } from './runway/runway.platform';
import { RunwayRoutes } from './runway/runway.routes';
import { ResultOwners } from './shared/result-owners';
import { VideoSubmission } from './shared/video-submission';
import { SunoPlatform } from './suno/suno.platform';
import { SunoRoutes } from './suno/suno.routes';
import { MediaClient } from './transport/media-client';
import { WanPlatform } from './wan/wan.platform';

/** Songs and videos: providers, routes, and the list in the console. */
@Module({
  imports: [RelayModule, TaskEngineModule],
  controllers: [TaskController],
  providers: [
    CogvideoPlatform,
    HailuoPlatform,
    KlingClient,
    KlingPlatform,
    KlingRoutes,
    LumaPlatform,
    LumaRoutes,
    MediaClient,
    MediaRoutes,
    OpenAiVideoPlatform,
    OpenAiVideoRoutes,
    ResultOwners,
    RunwayPlatform,
    RunwayRoutes,
    SunoPlatform,
    SunoRoutes,
    VideoContent,
    VideoList,
    VideoSubmission,
    VideoProviders,
    WanPlatform,
  ],
  exports: [MediaRoutes],
})
export class TaskModule {}
