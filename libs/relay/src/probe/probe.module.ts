import { Module } from '@nestjs/common';
import { UpstreamModule } from '../attempt/upstream.module';
import { AccountProbe } from './account-probe.service';
import { ChannelProbeController } from './channel-probe.controller';
import { ChannelProbe } from './channel-probe.service';
import { ChannelSweep } from './channel-sweep.service';
import { ScheduledSweeps } from './scheduled-sweeps';

/**
 * Tests of channels, providers' balances and providers' model lists. `ScheduledSweeps` repeats the runs of `ChannelSweep`.
 */
@Module({
  imports: [UpstreamModule],
  controllers: [ChannelProbeController],
  providers: [AccountProbe, ChannelProbe, ChannelSweep, ScheduledSweeps],
  exports: [ChannelSweep, ScheduledSweeps],
})
export class ProbeModule {}
