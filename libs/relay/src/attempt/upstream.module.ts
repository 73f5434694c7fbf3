import { Module } from '@nestjs/common';
import { Attempts } from './attempt';
import { InlinedCalls } from '../images/inlined-calls';
import { ImageFetcher } from '../images/image-fetcher';
import { ImageWorker } from '../transport/image-worker';
import { AccessTokens } from '../transport/access-tokens';
import { PublicClient } from '../transport/public-client';
import { UpstreamClient } from '../transport/upstream-client';

/** The connections to the upstreams, shared by the relay and by the channel probes. */
@Module({
  providers: [AccessTokens, Attempts, InlinedCalls, ImageFetcher, ImageWorker, PublicClient, UpstreamClient],
  exports: [Attempts, PublicClient, UpstreamClient],
})
export class UpstreamModule {}
