import { Module } from '@nestjs/common';
import { RelayModule } from '@relay';
import { TaskController } from './console/task.controller';
import { TaskEngineModule } from './engine/task-engine.module';
import { MediaPlatforms } from './media.platforms';
import { MediaRoutes } from './media.routes';
import { KlingRoutes } from './routes/kling/kling.routes';
import { LumaRoutes } from './routes/luma/luma.routes';
import { OpenAiVideoRoutes } from './routes/openai-video/openai-video.routes';
import { VideoContent } from './routes/openai-video/video-content';
import { VideoList } from './routes/openai-video/video-list';
import { RunwayRoutes } from './routes/runway/runway.routes';
import { SunoRoutes } from './routes/suno/suno.routes';
import { ProviderSubmission } from './submissions/provider-submission';
import { ResultOwners } from './submissions/result-owners';
import { MediaClient } from './transport/media-client';

/** Songs and videos: providers, routes, and the list in the console. */
@Module({
  imports: [RelayModule, TaskEngineModule],
  controllers: [TaskController],
  providers: [
    KlingRoutes,
    LumaRoutes,
    MediaClient,
    MediaPlatforms,
    MediaRoutes,
    OpenAiVideoRoutes,
    ProviderSubmission,
    ResultOwners,
    RunwayRoutes,
    SunoRoutes,
    VideoContent,
    VideoList,
  ],
  exports: [MediaRoutes],
})
export class TaskModule {}
