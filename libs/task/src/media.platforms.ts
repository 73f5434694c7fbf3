import { type TaskPlatform } from '@contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { TASK_PROVIDERS } from '@providers';
import { ProviderCalls } from './engine/provider-calls';
import { ProviderPlatform } from './engine/provider-platform';
import { TaskPlatforms } from './engine/task-platforms';
import { klingTask } from './routes/kling/kling-view';
import { lumaHookBody } from './routes/luma/luma-view';
import { runwayHookBody } from './routes/runway/runway-view';
import { songView } from './routes/suno/suno-view';
import { type TaskRow } from './store/task.entity';

/** Tasks in the forms in which the callers of a provider's own routes fetch them; other routes take no hooks. */
const HOOK_BODIES: Readonly<Partial<Record<TaskPlatform, (task: TaskRow) => unknown>>> = {
  suno: songView,
  kling: klingTask,
  luma: lumaHookBody,
  runway: runwayHookBody,
};

/** Hands every provider of songs and videos to the engine. */
@Injectable()
export class MediaPlatforms implements OnModuleInit {
  constructor(
    private readonly platforms: TaskPlatforms,
    private readonly calls: ProviderCalls,
  ) {}

  onModuleInit(): void {
    for (const provider of TASK_PROVIDERS) {
      this.platforms.register(new ProviderPlatform(provider, this.calls, HOOK_BODIES[provider.id]));
    }
  }
}
