import { Module } from '@nestjs/common';
import { Attempts } from './attempt';
import { InlinedCalls } from '../images/inlined-calls';
import { ImageFetcher } from '../images/image-fetcher';
import { ImageProxy } from '../transport/image-proxy';
import { AccessTokens } from '../transport/access-tokens';
import { PublicClient } from '../transport/public-client';
import { UpstreamClient } from '../transport/upstream-client';

/** The connections to the upstreams, shared by the relay and by the channel probes. */
@Module({
  providers: [AccessTokens, Attempts, InlinedCalls, ImageFetcher, ImageProxy, PublicClient, UpstreamClient],
  exports: [AccessTokens, Attempts, PublicClient, UpstreamClient],
})
export class UpstreamModule {}
