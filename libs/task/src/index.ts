import { TaskEntity } from './store/task.entity';

export { TaskCallbacks } from './engine/task-callbacks';
export { TaskChannels } from './engine/task-channels';
export { TaskEngineModule } from './engine/task-engine.module';
export {
  PollFailure,
  reportsOf,
  type SubmitAttempt,
  type SubmitRequest,
  type SubmitResult,
  type TaskPlatformPort,
  USUAL_LIMITS,
} from './engine/task-platform';
export { TaskPlatforms } from './engine/task-platforms';
export { TaskRounds } from './engine/task-rounds';
export { TaskSubmission } from './engine/task-submission';
export { readForm } from './http/read-form';
export { type RefusalShape, type TaskCall, type TaskResponse, type TaskRoute, TaskRouter } from './http/task-router';
export { MediaRoutes } from './media.routes';
export { type TaskFilter, TaskListReadModel } from './store/task-list.read-model';
export { TaskEntity, type TaskRow, type TaskState } from './store/task.entity';
export { TaskStore } from './store/task.store';
export { TaskModule } from './task.module';
export { isResponse, type NoResponse, TaskClient } from './transport/task-client';

export const taskEntities = [TaskEntity];
