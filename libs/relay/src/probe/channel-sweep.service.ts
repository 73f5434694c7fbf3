import { ChannelCatalog, ChannelHealth, type CatalogChannel } from '@channel';
import { ChannelStatus } from '@contracts';
import { AppError, isAppError } from '@kernel';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as rest } from 'node:timers/promises';
import { Options } from '@option';
import { CONFIG, EventBus, Leases, Logger, type Config } from '@platform';
import { adapterFor } from '@providers';
import { AccountProbe } from './account-probe.service';
import { ChannelProbe, isTestable, type ProbeActor, type ProbeOutcome } from './channel-probe.service';
import { LeasedRun, type MayGoOn } from './leased-run';

/** The user in the log rows of scheduled tests, which no user asked for. */
const SYSTEM: ProbeActor = { id: 0, username: '', clientIp: '' };

/** Goes through all channels in the background, one after another, to test them or to refresh their balances. */
@Injectable()
export class ChannelSweep implements OnModuleDestroy {
  private readonly tests: LeasedRun;
  private readonly balances: LeasedRun;

  constructor(
    private readonly catalog: ChannelCatalog,
    private readonly health: ChannelHealth,
    private readonly options: Options,
    private readonly probe: ChannelProbe,
    private readonly accounts: AccountProbe,
    private readonly events: EventBus,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
    leases: Leases,
  ) {
    this.tests = new LeasedRun({ name: 'channel-tests', leases, logger });
    this.balances = new LeasedRun({ name: 'channel-balances', leases, logger });
  }

  /**
   * Starts the test of all channels and returns at once.
   *
   * @throws AppError CHANNEL_TEST_RUNNING
   */
  async startTests(actor: ProbeActor): Promise<void> {
    const run = await this.tests.start(mayGoOn => this.testEach(actor, mayGoOn, { isScheduled: false }));
    if (!run) throw new AppError('CHANNEL_TEST_RUNNING');
  }

  /**
   * Starts the refresh of all balances and returns at once.
   *
   * @throws AppError CHANNEL_BALANCE_RUNNING
   */
  async startBalances(): Promise<void> {
    const run = await this.balances.start(mayGoOn => this.refreshEach(mayGoOn));
    if (!run) throw new AppError('CHANNEL_BALANCE_RUNNING');
  }

  /** Tests all channels as a job and waits for the end of the run; does nothing when a run is under way. */
  async testAll(): Promise<void> {
    const run = await this.tests.start(mayGoOn => this.testEach(SYSTEM, mayGoOn, { isScheduled: true }));
    await run?.done;
  }

  /** Refreshes all balances as a job and waits for the end of the run; does nothing when a run is under way. */
  async refreshBalances(): Promise<void> {
    const run = await this.balances.start(mayGoOn => this.refreshEach(mayGoOn));
    await run?.done;
  }

  /** Stops both runs before anything that a running step needs is closed. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.tests.stop(), this.balances.stop()]);
  }

  /** Tests every channel that can be tested, disabled ones included. */
  private async testEach(
    actor: ProbeActor,
    mayGoOn: MayGoOn,
    { isScheduled }: { readonly isScheduled: boolean },
  ): Promise<void> {
    let testedCount = 0;
    let failedCount = 0;
    for (const { id } of this.catalog.current.all) {
      if (!(await mayGoOn())) return;
      const channel = this.catalog.current.byId(id); // read again here, since the run may take minutes
      if (!channel || !isTestable(channel.type)) continue;
      const isPassed = await this.testOne(channel, actor);
      testedCount += 1;
      if (!isPassed) failedCount += 1;
      await this.pause(this.tests.signal);
    }
    if (this.tests.signal.aborted) return;
    this.logger.info({ testedCount, failedCount }, 'all channels were tested');
    this.events.publish('channels.tested', { testedCount, failedCount, isScheduled });
  }

  /** @returns whether the channel passed; an internal error on one channel does not end the run */
  private async testOne(channel: CatalogChannel, actor: ProbeActor): Promise<boolean> {
    const { signal } = this.tests;
    try {
      const outcome = await this.probe.test({ channel, model: '', actor, signal });
      if (!signal.aborted) await this.draw(channel, outcome);
      return outcome.error === null;
    } catch (error) {
      this.logger.error({ err: error, channelId: channel.id }, 'a channel could not be tested');
      return false;
    }
  }

  /**
   * Disables or enables a channel after its test. `ChannelHealth` decides whether the switch, the owner and the key
   * allow it, and makes sure that it happens once.
   */
  private async draw(channel: CatalogChannel, outcome: ProbeOutcome): Promise<void> {
    const reason = this.reasonToDisable(outcome);
    if (reason !== null) {
      const blames = outcome.failure?.shouldDisableChannel ? 'key' : 'channel';
      await this.health.disableAfterFailure({ channelId: channel.id, keyHash: channel.keyHash, reason, blames });
    } else if (outcome.error === null && channel.status === ChannelStatus.AutoDisabled) {
      await this.health.enableAfterTest(channel.id, channel.keyHash);
    }
  }

  private reasonToDisable({ failure, elapsedMs }: ProbeOutcome): string | null {
    if (failure?.shouldDisableChannel) return failure.error.message;
    const thresholdSeconds = this.options.current.ChannelDisableThreshold;
    if (thresholdSeconds <= 0 || elapsedMs <= thresholdSeconds * 1000) return null;
    return `response time ${(elapsedMs / 1000).toFixed(2)} s exceeds the threshold ${thresholdSeconds} s`;
  }

  /** Refreshes every enabled channel whose provider can report a balance. */
  private async refreshEach(mayGoOn: MayGoOn): Promise<void> {
    for (const { id } of this.catalog.current.all) {
      if (!(await mayGoOn())) return;
      const channel = this.catalog.current.byId(id);
      if (channel?.status !== ChannelStatus.Enabled || !adapterFor(channel.type)?.balance) continue;
      await this.refreshOne(channel);
      await this.pause(this.balances.signal);
    }
  }

  /** Rests between two channels, so that providers do not take the run for an attack; a shutdown ends it. */
  private async pause(signal: AbortSignal): Promise<void> {
    await rest(this.config.pollingIntervalMs, undefined, { signal }).catch(() => undefined);
  }

  private async refreshOne(channel: CatalogChannel): Promise<void> {
    try {
      const amount = await this.accounts.balance(channel, this.balances.signal);
      await this.health.recordBalance(channel.id, amount);
      if (amount > 0) return;
      const { id: channelId, keyHash } = channel;
      await this.health.disableAfterFailure({ channelId, keyHash, reason: 'insufficient balance', when: 'always' });
    } catch (error) {
      if (isAppError(error)) return; // an account that reports no balance stays as it is
      this.logger.error({ err: error, channelId: channel.id }, 'a balance could not be refreshed');
    }
  }
}
