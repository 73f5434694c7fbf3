import { setTimeout as pause } from 'node:timers/promises';
import { ALPHANUMERIC, randomText } from '@kernel';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@platform';
import { type TaskRow } from '../store/task.entity';
import { TaskStore } from '../store/task.store';
import { TaskPolls } from './task-polls';

/** Tasks claimed at a time: enough for large batches, few enough for one short transaction. */
const CLAIM_MAX = 500;
/** A node keeps claimed tasks this long; after that, other nodes may claim them. */
const LEASE_MS = 60_000;
/** A round ends after this time even if an upstream has not responded, so that the next round is not delayed. */
const ROUND_MS = 4000;
/** A task that was polled within this time is not polled again for a caller who fetches it. */
const FRESH_MS = 3000;
const LOOK_MS = 5000;
const CLAIM_LENGTH = 24;

/**
 * Polls open tasks, on every node. The time of a task's next poll is also the lease on it: the node that claims the
 * task moves that time ahead, so one node polls each task, and another node takes over when that one dies.
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
   * Runs one round over all tasks that are due.
   *
   * @param limitMs waits at most this long for the upstreams; slower polls continue beside the next round
   * @returns how many tasks were claimed
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

  /** Polls the tasks that a caller fetches, except those polled in the last seconds. @returns the current rows */
  lookAgain(rows: readonly TaskRow[]): Promise<readonly TaskRow[]> {
    return this.look(rows, Date.now() - FRESH_MS);
  }

  /**
   * Polls tasks that have just been changed upstream, even if they were polled a moment ago. @returns the current rows
   */
  lookNow(rows: readonly TaskRow[]): Promise<readonly TaskRow[]> {
    return this.look(rows, Number.MAX_SAFE_INTEGER);
  }

  /** Resolves when no poll is running. */
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
