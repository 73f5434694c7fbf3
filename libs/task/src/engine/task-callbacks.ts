import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { type FastifyInstance } from 'fastify';
import { TaskRouter, type TaskResponse } from '../http/task-router';
import { TaskStore } from '../store/task.store';
import { hashOfSecret } from './new-task';
import { TaskEndings } from './task-endings';
import { TaskPlatforms } from './task-platforms';
import { TaskRounds } from './task-rounds';

/**
 * Receives the reports of upstreams. Each task has its own secret in the callback address, and a report is treated
 * exactly like the response to a poll.
 */
@Injectable()
export class TaskCallbacks {
  constructor(
    private readonly router: TaskRouter,
    private readonly store: TaskStore,
    private readonly endings: TaskEndings,
    private readonly rounds: TaskRounds,
    private readonly platforms: TaskPlatforms,
  ) {}

  register(fastify: FastifyInstance): Promise<void> {
    const handle = async ({ params, body }: { params: Readonly<Record<string, string>>; body: Buffer }) =>
      this.take(params.secret ?? '', body);
    return this.router.register(fastify, {
      keyed: [],
      open: ['/mj/notify/:secret', '/task/notify/:secret'].map(path => ({ method: 'POST' as const, path, handle })),
      refuse: error => ({
        status: error.status,
        body: { code: error.wireCode, message: error.sentence('en'), data: null },
      }),
    });
  }

  private async take(secret: string, body: Buffer): Promise<TaskResponse> {
    const row = await this.store.byCallback(hashOfSecret(secret));
    if (!row) throw new AppError('TASK_NOT_FOUND');
    if (row.isOpen && row.status !== '') {
      const report = this.platforms.of(row.platform)?.readCallback?.(parse(body), row) ?? null;
      if (report) await this.endings.apply([{ row, report }]);
      else await this.rounds.lookAgain([row]);
    }
    return { body: { code: 'success', message: '', data: null } };
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
