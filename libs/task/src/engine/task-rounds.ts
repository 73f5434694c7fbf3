import { setTimeout as pause } from 'node:timers/promises';
import { ALPHANUMERIC, randomText } from '@kernel';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@platform';
import { type TaskRow } from './task-platform';
import { TaskPolls } from './task-polls';
import { TaskStore } from './task.store';

/** Tasks taken at a time: enough for large batches, few enough for one short transaction. */
const CLAIM_MAX = 500;
/** Who asks has the tasks this long; then, if it died, they are the others'. */
const LEASE_MS = 60_000;
/** A round ends after this long although an upstream still keeps silent: the others' tasks come first. */
const ROUND_MS = 4000;
/** A caller who asks is shown news that are at most this old, if the upstream answers in time. */
const FRESH_MS = 3000;
const LOOK_MS = 5000;
const CLAIM_LENGTH = 24;

/**
 * Asks upstreams about open tasks, on every node. A task's next time is also the lease on it: who takes it moves that time
 * ahead, so each task is asked about by one node, and by another one when that node dies.
 */
@Injectable()
export class TaskRounds implements OnApplicationShutdown {
  private readonly running = new Set<Promise<void>>();
  private isStopped = false;

  constructor(
    private readonly store: TaskStore,
    private readonly polls: TaskPolls,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * One round over everything that is due.
   *
   * @param limitMs waits at most this long for the upstreams; what takes longer goes on beside the next round
   * @returns how many tasks were taken
   */
  async run(limitMs = ROUND_MS): Promise<number> {
    const work: Promise<void>[] = [];
    let taken = 0;
    while (!this.isStopped) {
      const ids = await this.store.dueIds(Date.now(), CLAIM_MAX);
      if (ids.length === 0) break;
      const rows = await this.claim(ids, { dueBeforeMs: Date.now() });
      taken += rows.length;
      work.push(...this.begin(rows));
      if (ids.length < CLAIM_MAX) break;
    }
    await Promise.race([Promise.all(work), pause(limitMs, undefined, { ref: false })]);
    return taken;
  }

  /** The same for tasks that a caller asks for, unless somebody asked a moment ago. @returns the rows as they are now */
  lookAgain(rows: readonly TaskRow[]): Promise<readonly TaskRow[]> {
    return this.look(rows, Date.now() - FRESH_MS);
  }

  /** The same however lately somebody asked, for tasks to which something has just been done. */
  lookNow(rows: readonly TaskRow[]): Promise<readonly TaskRow[]> {
    return this.look(rows, Number.MAX_SAFE_INTEGER);
  }

  /** Resolves when nobody is asked any more. */
  async whenIdle(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await this.whenIdle();
  }

  private async look(rows: readonly TaskRow[], askedBeforeMs: number): Promise<readonly TaskRow[]> {
    const open = rows.filter(row => row.isOpen && row.status !== '' && row.askedAtMs <= askedBeforeMs);
    if (open.length === 0 || this.isStopped) return rows;
    const claimed = await this.claim(
      open.map(({ id }) => id),
      { askedBeforeMs },
    );
    await Promise.race([Promise.all(this.begin(claimed)), pause(LOOK_MS, undefined, { ref: false })]);
    const fresh = new Map((await this.store.byIds(rows.map(({ id }) => id))).map(row => [row.id, row]));
    return rows.map(row => fresh.get(row.id) ?? row);
  }

  private claim(
    ids: readonly number[],
    free: { readonly dueBeforeMs: number } | { readonly askedBeforeMs: number },
  ): Promise<TaskRow[]> {
    const round = { ...free, claim: randomText(CLAIM_LENGTH, ALPHANUMERIC), untilMs: Date.now() + LEASE_MS };
    return this.unitOfWork.run(manager => this.store.claim(manager, ids, round));
  }

  private begin(rows: readonly TaskRow[]): readonly Promise<void>[] {
    return this.polls.begin(rows).map(poll => {
      const tracked = poll.finally(() => this.running.delete(tracked));
      this.running.add(tracked);
      return tracked;
    });
  }
}
