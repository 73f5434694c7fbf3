import { Inject, Injectable, Optional } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, Leases, type Config } from '@platform';
import { ChannelSweep } from './channel-sweep.service';

const MINUTE_MS = 60_000;

/** Tests all channels and refreshes their balances as often as the operator wants; one node of several does it. */
@Injectable()
export class ScheduledSweeps {
  /** The first run comes one interval after the start, so that a server that is started often does not test each time. */
  private readonly startedAtMs: number;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly options: Options,
    private readonly sweep: ChannelSweep,
    private readonly leases: Leases,
    @Optional() private readonly now: () => number = () => performance.now(),
  ) {
    this.startedAtMs = now();
  }

  /** Does what is due, and waits for its end; call it every minute. */
  async run(): Promise<void> {
    const { ChannelTestFrequency, ChannelUpdateFrequency } = this.options.current;
    await Promise.all([
      this.whenDue('channel tests', ChannelTestFrequency || this.config.channelTestMinutes, () => this.sweep.testAll()),
      this.whenDue('channel balances', ChannelUpdateFrequency || this.config.channelUpdateMinutes, () =>
        this.sweep.refreshBalances(),
      ),
    ]);
  }

  /**
   * Runs the work unless a node has begun it within the interval. The lease that says so is never released: it ends with
   * the interval. A changed interval counts from its change, since the lease bears it in its name.
   */
  private async whenDue(name: string, minutes: number, work: () => Promise<void>): Promise<void> {
    const everyMs = minutes * MINUTE_MS;
    if (minutes === 0 || this.now() - this.startedAtMs < everyMs) return;
    if (await this.leases.acquire(`${name} every ${minutes} minutes`, everyMs)) await work();
  }
}
