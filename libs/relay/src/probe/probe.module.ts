import { Module } from '@nestjs/common';
import { UpstreamModule } from '../attempt/upstream.module';
import { AccountProbe } from './account-probe.service';
import { ChannelProbeController } from './channel-probe.controller';
import { ChannelProbe } from './channel-probe.service';
import { ChannelSweep } from './channel-sweep.service';

/**
 * Tests of channels, providers' balances and providers' model lists. The scheduler runs the two jobs of `ChannelSweep`.
 */
@Module({
  imports: [UpstreamModule],
  controllers: [ChannelProbeController],
  providers: [AccountProbe, ChannelProbe, ChannelSweep],
  exports: [ChannelSweep],
})
export class ProbeModule {}
