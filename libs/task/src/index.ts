import { TaskEntity } from './engine/task.entity';

export * from './engine/task-callbacks';
export * from './engine/task-channels';
export * from './engine/task-engine.module';
export * from './engine/task-list.read-model';
export * from './engine/task-platform';
export * from './engine/task-platforms';
export * from './engine/task-rounds';
export * from './engine/task-submission';
export * from './engine/task.entity';
export * from './engine/usual-platform';
export { TaskStore } from './engine/task.store';
export * from './http/task-router';
export * from './media.routes';
export * from './shared/form';
export * from './task.module';
export * from './transport/task-client';

export const taskEntities = [TaskEntity];
