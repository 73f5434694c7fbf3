import { TaskEntity } from './engine/task.entity';

export { TaskCallbacks } from './engine/task-callbacks';
export { TaskChannels } from './engine/task-channels';
export { TaskEngineModule } from './engine/task-engine.module';
export { type TaskFilter, TaskListReadModel } from './engine/task-list.read-model';
export {
  type AcceptedSubmit,
  PollFailure,
  type PriceChoice,
  type RefusedSubmit,
  type SubmitOutcome,
  type SubmitRequest,
  type SubmitResult,
  type TaskPlatformPort,
  type TaskReport,
  type TaskRow,
} from './engine/task-platform';
export { TaskPlatforms } from './engine/task-platforms';
export { TaskRounds } from './engine/task-rounds';
export { TaskSubmission } from './engine/task-submission';
export { TaskEntity, type TaskState } from './engine/task.entity';
export { TaskStore } from './engine/task.store';
export { reportsOf, UsualPlatform } from './engine/usual-platform';
export { type RefusalShape, type TaskCall, type TaskResponse, type TaskRoute, TaskRouter } from './http/task-router';
export { MediaRoutes } from './media.routes';
export { type Form, type FormFile, readForm, writeForm } from './shared/form';
export { TaskModule } from './task.module';
export { isResponse, type NoResponse, TaskClient, type TaskClientResponse } from './transport/task-client';

export const taskEntities = [TaskEntity];
