import { systemClock, type Clock } from '@kernel';
import { Injectable } from '@nestjs/common';

/** The clock by which periods of plans begin; tests set another one. */
@Injectable()
export class PlanClock {
  private clock: Pick<Clock, 'now'> = systemClock;

  now(): number {
    return this.clock.now();
  }

  use(clock: Pick<Clock, 'now'>): void {
    this.clock = clock;
  }
}
