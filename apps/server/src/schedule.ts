import { ExpireReservations } from '@billing';
import { Injectable } from '@nestjs/common';
import { JobRunner, type Job } from '@platform';

const SECOND_MS = 1000;

/** One page that tells what runs by itself. */
@Injectable()
export class Schedule {
  constructor(
    private readonly runner: JobRunner,
    private readonly reservations: ExpireReservations,
  ) {}

  start(): void {
    this.runner.start(this.jobs());
  }

  private jobs(): readonly Job[] {
    return [
      {
        name: 'show that this node lives',
        everyMs: 5 * SECOND_MS,
        timeLimitMs: 10 * SECOND_MS,
        isPerNode: true,
        run: () => this.reservations.beat(),
      },
      {
        name: 'give back what stopped nodes held',
        everyMs: 5 * SECOND_MS,
        timeLimitMs: 30 * SECOND_MS,
        isPerNode: true,
        run: () => this.reservations.sweep(),
      },
    ];
  }
}
