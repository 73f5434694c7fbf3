import { Module } from '@nestjs/common';
import { RelayModule } from '@relay';
import { TaskRouter } from '../http/task-router';
import { TaskListReadModel } from '../store/task-list.read-model';
import { TaskStore } from '../store/task.store';
import { TaskClient } from '../transport/task-client';
import { ProviderCalls } from './provider-calls';
import { TaskAcceptance } from './task-acceptance';
import { TaskCallbacks } from './task-callbacks';
import { TaskChannels } from './task-channels';
import { TaskEndings } from './task-endings';
import { TaskHooks } from './task-hooks';
import { TaskModeration } from './task-moderation';
import { TaskPlatforms } from './task-platforms';
import { TaskPolls } from './task-polls';
import { TaskPrices } from './task-price';
import { TaskRounds } from './task-rounds';
import { TaskSubmission } from './task-submission';

/** The parts that all asynchronous tasks share: submission, polling, ending, charge and refund. */
@Module({
  imports: [RelayModule],
  providers: [
    ProviderCalls,
    TaskAcceptance,
    TaskCallbacks,
    TaskChannels,
    TaskClient,
    TaskRouter,
    TaskEndings,
    TaskHooks,
    TaskListReadModel,
    TaskPlatforms,
    TaskPolls,
    TaskPrices,
    TaskRounds,
    TaskStore,
    TaskSubmission,
    TaskModeration,
  ],
  exports: [
    ProviderCalls,
    TaskCallbacks,
    TaskChannels,
    TaskClient,
    TaskRouter,
    TaskListReadModel,
    TaskPlatforms,
    TaskRounds,
    TaskStore,
    TaskSubmission,
  ],
})
export class TaskEngineModule {}
