import { Module } from '@nestjs/common';
import { RelayModule } from '@relay';
import { TaskRouter } from '../http/task-router';
import { TaskClient } from '../transport/task-client';
import { TaskAcceptance } from './task-acceptance';
import { TaskCallbacks } from './task-callbacks';
import { TaskChannels } from './task-channels';
import { TaskEndings } from './task-endings';
import { TaskHooks } from './task-hooks';
import { TaskListReadModel } from './task-list.read-model';
import { TaskPlatforms } from './task-platforms';
import { TaskPolls } from './task-polls';
import { TaskPrices } from './task-price';
import { TaskRounds } from './task-rounds';
import { TaskSubmission } from './task-submission';
import { TaskModeration } from './task-moderation';
import { TaskStore } from './task.store';

/** The parts that all asynchronous tasks share: submission, polling, ending, charge and refund. */
@Module({
  imports: [RelayModule],
  providers: [
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
