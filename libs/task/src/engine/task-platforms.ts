import { Injectable } from '@nestjs/common';
import { type PlatformId } from '../store/task.entity';
import { type TaskPlatformPort } from './task-platform';

/** The registered task platforms by id. Each platform registers itself when the server starts. */
@Injectable()
export class TaskPlatforms {
  private readonly ports = new Map<PlatformId, TaskPlatformPort>();

  register(port: TaskPlatformPort): void {
    this.ports.set(port.id, port);
  }

  of(id: PlatformId): TaskPlatformPort | null {
    return this.ports.get(id) ?? null;
  }
}
