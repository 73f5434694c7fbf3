import { Injectable } from '@nestjs/common';
import { type TaskPlatformPort } from './task-platform';
import { type PlatformId } from './task.entity';

/** Who knows how to ask which kind of upstream. Platforms announce themselves when the program starts. */
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
