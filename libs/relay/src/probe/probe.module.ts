import { Module } from '@nestjs/common';
import { UpstreamModule } from '../attempt/upstream.module';
import { AccountCalls } from './account-calls';
import { AccountProbe } from './account-probe.service';
import { ChannelPreviewController } from './channel-preview.controller';
import { RequestPreview } from './request-preview';
import { ChannelProbeController } from './channel-probe.controller';
import { ChannelProbe } from './channel-probe.service';
import { ChannelSweep } from './channel-sweep.service';
import { ModelListProbe } from './model-list-probe.service';
import { ScheduledSweeps } from './scheduled-sweeps';

/**
 * Tests of channels, providers' balances and providers' model lists. `ScheduledSweeps` repeats the runs of `ChannelSweep`.
 */
@Module({
  imports: [UpstreamModule],
  controllers: [ChannelPreviewController, ChannelProbeController],
  providers: [AccountCalls, AccountProbe, ChannelProbe, ChannelSweep, ModelListProbe, RequestPreview, ScheduledSweeps],
  exports: [ChannelSweep, ScheduledSweeps],
})
export class ProbeModule {}
